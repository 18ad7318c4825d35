/* SPDX-License-Identifier: MIT */
/* Comparisons of results with one base as relations. */
#pragma once

#include "analysis/comparison.h"
#include "report/point_cells.h"

enum { COMPARISON_RELATIONS = 5, COMPARISONS_MOST = 8 };

struct comparison_relation {
    struct relation relations[COMPARISON_RELATIONS]; /* the results, what was found, the points, and what
                                                        could be found */
    struct point_cells cells;
    struct columns columns;
    void *rows;
    char names[COMPARISONS_MOST][4][24]; /* of the columns of each of several results */
    char *finding, *limits;              /* sentences */
};

/* Of all points, or of those that are not the same. The comparison and its results are borrowed until the
 * close. */
void comparison_relation_make(struct comparison_relation *made, const struct comparison *comparison,
                              const struct result_file *base, const struct result_file *next, bool all);

/* Several results (at most COMPARISONS_MOST) beside one base, only the first relation: a row a point of the
 * base, a time and a change each. Paths are those of the results. All are borrowed until the close; do not
 * move it before. */
void comparisons_relation_make(struct comparison_relation *made, const struct result_file *base,
                               const struct comparison *comparisons, const char *const *paths, size_t count);

void comparison_relation_close(struct comparison_relation *made);
