/* SPDX-License-Identifier: MIT */
/* What every rank does when the first one says so: hold a block of an array, fill it, work on it with the
 * others, prove its own part, and tell how long it took. */
#pragma once

#include "machine/machine.h"
#include "measure/rank_set.h"
#include "measure/ranks_order.h"
#include "mpi/world.h"

/* What a rank works with. */
struct ranks_bench {
    struct rank_group world;
    struct seat seat;
    const struct machine *machine;
    struct team *team; /* borrowed, or of ORDER_START and owned */
    bool owns_team;
    struct place *places;         /* owned; NULL: not pinned */
    struct engine_device *device; /* owned; NULL until a point's node asks for one */
    int64_t offset_ns;            /* of this rank's clock from the first one's */
    struct rank_set *sets;        /* owned */
    size_t set_count;
    void **states; /* owned; by slot */
    unsigned state_count;
    /* Of the first rank, or NULL: the rank that it waits for, 0 for none; signs that it goes on. */
    _Atomic unsigned *awaited;
    _Atomic uint64_t *beats;
    /* Of the last ORDER_TIME: seconds of each call on the slowest rank, INFINITY of those that began late. */
    double times_s[RANKS_CALLS];
};

/* Do it, all ranks together. The answer is this rank's alone. */
void ranks_perform(struct ranks_bench *bench, const struct ranks_order *order, struct ranks_answer *answer);

/* Release what the bench holds, but the world. */
void ranks_bench_close(struct ranks_bench *bench);
