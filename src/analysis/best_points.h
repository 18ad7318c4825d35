/* SPDX-License-Identifier: MIT */
/* What is best in a result: by size, from which size on, and the tile shape that is never far off. */
#pragma once

#include "analysis/best_problem.h"
#include "sweep/filter.h"

/* Find what is best among the measured records that meet the filter (NULL: all), limits aside: no problems
 * where there are none. The results are borrowed. Caller closes. */
void best_make(struct best *best, const struct results *results, const struct filter *filter);
void best_close(struct best *best);

/* EXIT_USAGE where there are none. */
bool best_check(const struct best *best, const char *path, struct error *error);
