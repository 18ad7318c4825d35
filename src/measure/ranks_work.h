/* SPDX-License-Identifier: MIT */
/* What every rank does when the first one says so: hold a block of an array, fill it, work on it with the
 * others, prove its own part, and tell how long it took. */
#pragma once

#include "machine/machine.h"
#include "measure/rank_set.h"

/* What the first rank tells all to do. */
enum ranks_order_kind {
    ORDER_START,   /* start the workers */
    ORDER_MAP,     /* take memory for blocks of the key's problem on the point's ranks */
    ORDER_FILL,    /* fill them by the key, and find out what is right */
    ORDER_PREPARE, /* make the point ready, as `slot`, on the rank's device where its node has one */
    ORDER_PROVE,   /* run it once on poisoned output and verify that */
    ORDER_TIME,    /* run it `calls` times, each begun at its time; then hash the output */
    ORDER_SKEW,    /* the same of a barrier: how far apart its ends are */
    ORDER_FINISH,  /* undo ORDER_PREPARE */
    ORDER_UNMAP,   /* release all blocks */
    ORDER_END,     /* nothing more is to come */
};

/* What all ranks get, as bytes: they run the same program. */
struct ranks_order {
    enum ranks_order_kind kind;
    unsigned workers; /* START: the most of any point */
    bool pinned;
    unsigned implementation; /* the point's, in the registry */
    uint64_t axis[AXIS_COUNT];
    struct problem_key key; /* of the whole array */
    enum pages pages;
    unsigned slot;
    bool complement; /* PROVE: the other poison */
    unsigned part;   /* TIME: of the output that is hashed; DIGEST_PARTS: all; beyond: nothing */
    uint64_t calls;
    uint64_t start_ns,
        window_ns; /* TIME: the first call, and from each to the next, on the first rank's clock */
};

/* At most so many calls in one order; parts of an output that are hashed each on its own, so that not all of
 * it has to come from a device after each sample. */
enum { RANKS_CALLS = 64, DIGEST_PARTS = 16 };

/* What a rank answers with, and the answers of all together: the first that failed, the sum of the digests.
 */
struct ranks_answer {
    bool failed;
    bool crashed;        /* it failed on a device */
    enum exit_code code; /* of PREPARE: why it failed */
    char text[256];
    uint64_t digest[DIGEST_PARTS]; /* of those that are asked for */
    uint64_t selected;             /* elements that are kept in the block, or on all ranks */
    double huge_fraction;
    double took_s; /* PROVE: the run, on the slowest rank */
};

/* What a rank works with. */
struct ranks_bench {
    struct rank_group world;
    struct seat seat;
    const struct machine *machine;
    struct team *team; /* borrowed, or of ORDER_START and owned */
    bool owns_team;
    struct place *places;                   /* owned; NULL: not pinned */
    struct engine_device *devices[ENGINES]; /* owned; by engine, NULL until a point's node asks for one */
    int64_t offset_ns;                      /* of this rank's clock from the first one's */
    struct rank_set *sets;                  /* owned */
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
