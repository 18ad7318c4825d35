/* SPDX-License-Identifier: MIT */
/* From which size on more workers pay. */
#pragma once

#include "analysis/best_problem.h"

enum { BEST_WORKERS = 16 };

/* The fastest with so many workers against the fastest with one, whatever their algorithms. */
struct best_workers {
    uint64_t workers;
    uint64_t from_n, to_n; /* the largest sizes in a row at which they are faster by the rule; 0: nowhere */
    uint64_t last_n;       /* the largest size that has both */
    struct estimate last;  /* the time with one over theirs there */
};

/* For each number of workers above one that a problem has, ascending, where a size has one worker too.
 * Returns how many, at most BEST_WORKERS. */
size_t best_find_workers(const struct best_problem *problem, struct best_workers *found);
