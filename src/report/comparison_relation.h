/* SPDX-License-Identifier: MIT */
/* Comparisons of two results as relations. */
#pragma once

#include "analysis/comparison.h"
#include "report/point_cells.h"

enum { COMPARISON_RELATIONS = 5 };

struct comparison_relation {
    struct relation
        relations[COMPARISON_RELATIONS]; /* what was found, the points, and what could be; the results */
    struct point_cells cells;
    struct columns columns;
    struct compared_row *rows; /* those that are in the relation */
};

/* Of all points, or of those that are not the same. The comparison and its results are borrowed until the
 * close. */
void comparison_relation_make(struct comparison_relation *made, const struct comparison *comparison,
                              const struct result_file *base, const struct result_file *next, bool all);
void comparison_relation_close(struct comparison_relation *made);
