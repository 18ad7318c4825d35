/* SPDX-License-Identifier: MIT */
/* The records of a result as a relation: a row a point, a column a field. */
#pragma once

#include "report/point_cells.h"
#include "sweep/filter.h"

struct records_relation {
    struct relation relation;
    struct point_cells cells;
    struct columns columns;
    const struct record **rows; /* those that the filter leaves, which were reached */
};

/* What a relation is of; all borrowed until its close. */
struct records_source {
    const struct results *results;
    const struct machine *machine; /* NULL: unknown */
    const struct filter *filter;   /* NULL: all */
    /* For programs: names of fields with ',' between them, "all", or NULL: the usual ones and each other axis
     * that varies. */
    const char *columns;
};

/* Do not move it before the close. */
void records_relation_make(struct records_relation *made, const struct records_source *source);
void records_relation_close(struct records_relation *made);
