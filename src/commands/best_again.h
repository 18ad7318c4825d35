/* SPDX-License-Identifier: MIT */
/* Measuring the finalists of a result once more, longer, and on this machine. */
#ifndef SCANBENCH_BEST_AGAIN_H
#define SCANBENCH_BEST_AGAIN_H

#include "analysis/best_points.h"
#include "commands/line/options.h"
#include "results/results_read.h"

/* Measure every winner and what ties with it, four times as long as the config of the file allows, all of a
 * problem in the same rounds. EXIT_USAGE when this program has none of them. Caller closes the results. */
bool best_again(const struct best *best, const struct result_file *file, const struct options *options,
                struct results *results, struct error *error);

#endif
