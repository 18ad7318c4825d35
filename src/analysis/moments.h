/* SPDX-License-Identifier: MIT */
/* The best of each problem and size over several results, in their order. */
#pragma once

#include "analysis/best_points.h"
#include "results/results_read.h"

enum { MOMENT_NAME = 320, MOMENT_WORD = 64 };

/* The best of a problem and size in one result. */
struct moment {
    char problem[MOMENT_NAME], algorithm[MOMENT_NAME], commit[MOMENT_WORD], utc[MOMENT_WORD];
    uint64_t n;
    size_t order; /* of the result */
    double median_s, low_s, high_s;
    double ratio; /* to the moment before; NAN for the first */
};

struct history {
    struct moment *moments; /* owned */
    size_t count;
    size_t results; /* that were added */
};

/* Add what is best in a result, the next in order. EXIT_USAGE where none of its rows meets the filter. */
bool history_add(struct history *history, const struct result_file *file, const struct filter *filter,
                 struct error *error);

/* Order the moments by problem, size and result, and compare each with the one before. */
void history_sort(struct history *history);

/* Whether two moments are of one problem and size. */
bool moments_share_problem(const struct moment *a, const struct moment *b);
