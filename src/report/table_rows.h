/* SPDX-License-Identifier: MIT */
/* The rows of the table of results for people. */
#ifndef SCANBENCH_TABLE_ROWS_H
#define SCANBENCH_TABLE_ROWS_H

#include "results/record.h"

struct table_row {
    const struct record *record;
    size_t problem;  /* rank of its problem by first appearance */
    size_t index;    /* in the results */
    bool first;      /* of its size */
    bool fastest;    /* of its size, among several */
    bool resolved;   /* and told from all others */
    unsigned common; /* AXIS_BITs of what all rows of its problem that have it share: its heading says them */
};

/* Fill rows, of which there is room for one a result, and order them by problem, then size. Points that were
 * not reached have nothing to show and get none. Returns how many there are; they point into the results. */
size_t table_rows_order(struct table_row *rows, const struct results *results);

#endif
