/* SPDX-License-Identifier: MIT */
/* What an answer cannot say: points without a time as relations, and how far to trust the others. */
#pragma once

#include "analysis/best_points.h"
#include "report/point_cells.h"

struct failures {
    const struct record **rows;
    struct point_cells cells;
    struct columns columns;
    char note[64], *partial_text, *trust_text; /* texts are owned; NULL: none */
    struct relation partial, table, trust;
};

/* all: every failure, also of many. Results and what is best of them are borrowed until the close; do not
 * move it before.
 */
void failures_make(struct failures *failures, const struct results *results, const struct filter *filter,
                   const struct best *best, bool all);
void failures_close(struct failures *failures);
