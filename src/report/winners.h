/* SPDX-License-Identifier: MIT */
/* The winners of a problem as relations: a row a size, what to use, and what more workers gain. */
#pragma once

#include "analysis/best_workers.h"
#include "report/point_cells.h"

/* Whether the winner of a size is faster than the fastest other algorithm. */
enum lead { LEAD_ALONE, LEAD_DECIDED, LEAD_TIE, LEAD_UNDECIDED, LEADS };

struct winner {
    const struct best_row *row, *next; /* next: the fastest of another algorithm; NULL: none */
    struct estimate ratio;             /* its time over that of the winner */
    enum lead lead;
};

/* Does the best of a size lead? The medians, the ratio and its interval must agree. */
struct winner winner_of(const struct best_size *size);

struct problem_winners {
    const struct best_problem *problem; /* borrowed */
    struct winner *rows;
    struct best_workers found[BEST_WORKERS];
    struct point_cells cells;
    struct columns columns;
    char title[256], note[64];
    struct relation advice, workers, tiles, table;
};

/* all: a row of every size, also of many. Closed by winners_close; do not move it before. */
void winners_make(struct problem_winners *winners, const struct best_problem *problem, bool all);
void winners_close(struct problem_winners *winners);
