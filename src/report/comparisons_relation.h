/* SPDX-License-Identifier: MIT */
/* Several results beside one base as a relation: a row a point of the base, a time and a change each. */
#pragma once

#include "analysis/comparison.h"
#include "report/point_cells.h"

enum { COMPARISONS_MOST = 8 };

struct comparisons_relation {
    struct relation relation;
    struct point_cells cells;
    struct columns columns;
    struct point_beside *rows;
    char words[COMPARISONS_MOST][4][24]; /* of the columns of each: names, and headings */
    char note[1024];                     /* which result is which */
};

/* Of the comparisons (at most COMPARISONS_MOST) of results with the same base; paths are those of the
 * results. All are borrowed until the close; do not move it before. */
void comparisons_relation_make(struct comparisons_relation *made, const struct result_file *base,
                               const struct comparison *comparisons, const char *const *paths, size_t count);
void comparisons_relation_close(struct comparisons_relation *made);
