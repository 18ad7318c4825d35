/* SPDX-License-Identifier: MIT */
/* The records of a result as a relation: a row a point, a column a field. */
#ifndef SCANBENCH_RECORDS_RELATION_H
#define SCANBENCH_RECORDS_RELATION_H

#include "report/point_cells.h"
#include "sweep/filter.h"

struct records_relation {
    struct relation relation;
    struct point_cells cells;
    struct columns columns;
    const struct record **rows; /* those that the filter leaves, which were reached */
    const struct machine *machine;
};

/* For people what matters of each point. For programs the columns of these names, with ',' between them;
 * "all"; or with NULL the usual ones and each other axis that varies. The results and the machine (NULL:
 * unknown) are borrowed until the close. EXIT_USAGE where there is no such column; then there is nothing to
 * close. */
bool records_relation_make(struct records_relation *made, const struct results *results,
                           const struct machine *machine, const struct filter *filter, const char *columns,
                           struct error *error);
void records_relation_close(struct records_relation *made);

#endif
