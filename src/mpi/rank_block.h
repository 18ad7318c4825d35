/* SPDX-License-Identifier: MIT */
/* What the implementations on ranks share: the size of a rank's block, an exchange with its words, and a
 * block with one word of it. */
#pragma once

#include "mpi/exchange.h"
#include "mpi/node_part.h"

/* What the formulas of `phases` are made of. */
#define RANK_COSTS_TEXT                                                                                      \
    "a is seconds a message, c seconds a byte of it, b bytes a second of memory on each rank: a result has " \
    "them as placement.message_s, 1/placement.message_bytes_per_s and placement.rank_bytes_per_s"

/* Elements of the block on this rank. */
size_t rank_elements(const struct run *run);

/* What each rank gives: so many words, joined word by word. */
struct rank_words {
    enum dtype dtype;
    enum op op;
    size_t count;
};

/* An exchange of the run's point, with what this rank gives and gets: `words` elements each. */
struct rank_exchange {
    struct exchange exchange;
    union element *own, *result;   /* owned, with the scratch */
    struct device_exchange device; /* of words that stay on devices */
};

/* On all ranks together. EXIT_SYSTEM where the words stay on devices. The exchange does not move from then
 * on; the caller closes it, after a failure too. */
bool rank_exchange_open(struct rank_exchange *exchange, const struct run *run, struct rank_words words,
                        struct error *why);
void rank_exchange_close(struct rank_exchange *exchange);

/* Whether the words of a point stay on devices. */
bool rank_exchange_away(const struct run *run);

/* Whether an exchange gives all ranks the same: EXIT_USAGE where it is for scans alone. */
bool rank_reduces(const struct point *point, struct error *why);

/* A block that the rank's node computes, and the exchange of its result or count. */
struct rank_part {
    struct node_part node;
    struct rank_exchange exchange;
};

/* Make a rank_part for the run's primitive, as `prepare` of an implementation does, and release it. */
bool rank_part_prepare(const struct run *run, void **state, struct error *why);
void rank_part_finish(void *state);
