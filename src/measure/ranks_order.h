/* SPDX-License-Identifier: MIT */
/* What the first rank tells the others to do, and what they answer. */
#pragma once

#include "base/buffer.h"
#include "implementation/point.h"
#include "problem/problem.h"

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
    uint64_t calls;
    uint64_t start_ns,
        window_ns; /* TIME: the first call, and from each to the next, on the first rank's clock */
};

/* At most so many calls in one order. */
enum { RANKS_CALLS = 64 };

/* What a rank answers with, and the answers of all together: the first that failed, the sum of the digests.
 */
struct ranks_answer {
    bool failed;
    bool crashed; /* it failed on a device */
    char text[256];
    uint64_t digest;
    uint64_t selected; /* elements that are kept in the block, or on all ranks */
    double huge_fraction;
    double took_s; /* PROVE: the run, on the slowest rank */
};

/* An order about a point, of the problem of its ranks together, whose key one of them has. */
struct ranks_order ranks_order_make(enum ranks_order_kind kind, const struct point *point,
                                    const struct problem_key *key);
