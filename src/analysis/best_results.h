/* SPDX-License-Identifier: MIT */
/* What is best in results that are still in memory. */
#ifndef SCANBENCH_BEST_RESULTS_H
#define SCANBENCH_BEST_RESULTS_H

#include "analysis/best_problem.h"

struct best_results {
    struct best best;              /* without problems where nothing was measured */
    struct result_file file;       /* what its rows point to; borrows the records' samples */
    const struct record **records; /* of each row of the file */
};

/* Caller closes; the results are borrowed until then. */
void best_results_make(struct best_results *made, const struct results *results);
void best_results_close(struct best_results *made);

/* The record of a row of best. */
const struct record *best_results_record(const struct best_results *made, const struct best_row *row);

#endif
