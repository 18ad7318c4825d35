/* SPDX-License-Identifier: MIT */
/* How ranks learn what the ranks before them have: exclusive scans and reductions of a few words, over ranks.
 */
#pragma once

#include "implementation/distribution.h"
#include "mpi/device_exchange.h"
#include "mpi/world.h"

/* What is exchanged, and how: a vector of words on each rank, joined word by word. */
struct exchange {
    const struct rank_group *ranks; /* NULL: one rank alone */
    enum exchange_kind kind;
    enum dtype dtype;
    enum op op; /* OP_NONE: a sum */
    size_t words;
    void *scratch; /* exchange_scratch_bytes, 64-byte aligned */
    const struct device_exchange
        *device; /* where `own` is an address of the rank's device; NULL: the host's */
};

size_t exchange_scratch_bytes(const struct exchange *exchange, unsigned ranks);

/* Result becomes what the ranks before this one have, joined in their order; the identity on the first.
 * Called by all of the ranks together. */
void exchange_scan(const struct exchange *exchange, const void *own, void *result);

/* The same under way: a rank computes something else meanwhile, and moves it on now and then. */
struct exchange_way {
    const struct exchange *exchange;
    const void *own;
    void *result;
    struct exchange_message {
        const void *out;
        void *in;
        struct mpi_partners partners;
    } message;        /* of the round that is under way */
    bool flying;      /* something is */
    unsigned round;   /* rounds that are over */
    unsigned covered; /* doubling: of the ranks before, so many are known, or all */
    bool known;       /* the result holds something */
};

/* Begin it on this rank. Until it is over, own and the exchange stay as they are and these ranks exchange
 * nothing else. Called by all of them; whoever called it goes on by the two below. */
void exchange_begin(struct exchange_way *way, const struct exchange *exchange, const void *own, void *result);

/* Whether it is over and the result there; moves it on, and returns at once. */
bool exchange_over(struct exchange_way *way);

/* Wait until it is. */
void exchange_finish(struct exchange_way *way);

/* After an exchange of words that stay on devices: what a rank gave, in the scratch. */
const union element *exchange_given(const struct exchange *exchange, unsigned rank);

/* Result becomes what all ranks have, joined, on each of them. Only a kind that takes BOTH. */
void exchange_reduce(const struct exchange *exchange, const void *own, void *result);
