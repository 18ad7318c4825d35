/* SPDX-License-Identifier: MIT */
/* The winners of a problem as relations: a row a size, what to use, and what more workers gain. */
#pragma once

#include "report/advice.h"
#include "report/point_cells.h"

/* Whether the winner of a size is faster than the fastest other algorithm. */
enum lead { LEAD_ALONE, LEAD_DECIDED, LEAD_TIE, LEAD_UNDECIDED, LEADS };

struct winner {
    const struct record *row, *next; /* next: the fastest of another algorithm; NULL: none */
    struct estimate ratio;           /* its time over that of the winner */
    enum lead lead;
    char lead_text[16], next_name[160]; /* "1.05x", "tie", "~" */
    double next_s;
    struct strip samples[CELL_STRIPS_MOST]; /* of both, on one scale */
};

/* Does the best of a size lead? The medians, the ratio and its interval must agree. */
struct winner winner_of(const struct best_size *size);

struct problem_winners {
    struct winner *rows;
    struct best_workers found[BEST_WORKERS];
    struct safe_tile *safe;
    struct point_cells cells;
    struct columns columns;
    char *title, *note, *advised, *gains, *safest; /* owned */
    struct relation advice, workers, tiles, table;
};

/* all: a row of every size, also of many. The problem is borrowed until winners_close; do not move the
 * winners before. */
void winners_make(struct problem_winners *winners, const struct best_problem *problem, bool all);
void winners_close(struct problem_winners *winners);
