/* SPDX-License-Identifier: MIT */
/* What is best in a result: by size, from which size on, and the tile shape that is never far off. */
#ifndef SCANBENCH_BEST_POINTS_H
#define SCANBENCH_BEST_POINTS_H

#include "analysis/best_problem.h"
#include "sweep/filter.h"

/* Find what is best among the measured rows that meet the filter (NULL: all), limits aside. The file is
 * borrowed. EXIT_USAGE when there is no such row. Caller closes; after a failure there is nothing to close.
 */
bool best_make(struct best *best, const struct result_file *file, const struct filter *filter, uint64_t seed,
               struct error *error);
void best_close(struct best *best);

#endif
