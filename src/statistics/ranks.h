/* SPDX-License-Identifier: MIT */
/* Midranks of values, and their sum over some of them: what rank tests count. */
#ifndef SCANBENCH_RANKS_H
#define SCANBENCH_RANKS_H

#include <stdbool.h>
#include <stddef.h>

struct ranked {
    double value;
    bool counts; /* into the sum */
};

/* Ranks are doubled throughout, so that midranks are whole. */
struct ranking {
    struct ranked *all; /* owned; ascending once ranked */
    unsigned *doubled;  /* owned */
    size_t count;
    double sum;      /* of the doubled ranks that count */
    double tie_term; /* Σ (t³ − t) over ties of t values */
};

/* Room for so many values, to be filled in any order. Caller closes. */
void ranking_make(struct ranking *ranking, size_t room);
void ranking_close(struct ranking *ranking);

/* Sort the values, `count` of them, and rank them. */
void ranking_rank(struct ranking *ranking);

#endif
