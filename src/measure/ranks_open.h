/* SPDX-License-Identifier: MIT */
/* The start of a run on ranks: whether all run the same, and how far apart their clocks are. */
#pragma once

#include "measure/ranks_serve.h"

/* What all ranks must have in common, as digests. */
struct ranks_identity {
    char program[65];  /* the file of the program */
    char job[65];      /* its arguments, and the configs that they name */
    char refused[320]; /* why this rank does not take part; "": it does */
};

/* What a message from rank to rank costs here, one way: a line through messages of some lengths between the
 * first two of them. NAN where there is one alone. */
struct message_cost {
    double message_s;   /* however short */
    double bytes_per_s; /* beyond that */
};

/* Meet the other ranks: the MPI library is started, and what each is compared. The bench has its machine, and
 * who watches. EXIT_SYSTEM, with the rank that is not like the first or refuses, on every rank. If the first
 * rank refuses, which prints why itself, it returns false without an error. On all ranks together. */
bool ranks_meet(struct ranks_bench *bench, const struct ranks_identity *identity, struct message_cost *cost,
                struct error *error);

/* Of the first rank: send the others home. Of all: release everything. */
void ranks_leave(struct ranks_bench *bench);
