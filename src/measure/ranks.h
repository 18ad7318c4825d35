/* SPDX-License-Identifier: MIT */
/* Ranks that mpiexec started: each holds a block of an array, fills it, works on it with the others, proves
 * its own part, and tells how long it took, as the first one says. */
#pragma once

#include "machine/conditions/conditions.h"
#include "machine/machine.h"
#include "machine/workers/team.h"
#include "measure/device_arrays.h"
#include "mpi/world.h"
#include "problem/problem_part.h"

/* ---- The blocks of an array on a rank, one set for each number of ranks that it is on, in the memory of the
 * host, and of the rank's device of an engine once a point asks for that (ranks_set.c) */

struct rank_set {
    struct rank_group ranks; /* without comm: this rank is not among them */
    struct problem_part part;
    struct buffer input[PROBLEM_INPUTS], output, expected, moved;
    struct device_arrays devices[ENGINES]; /* by the engine whose points asked for them */
    bool filled;                           /* the host's inputs are */
    uint64_t count[2];                     /* of a run: see struct run */
};

/* Take memory for a rank's part of the whole problem, beside as many ranks of this host. EXIT_SYSTEM with
 * need and have. */
bool rank_set_map(struct rank_set *set, const struct problem_key *whole, enum pages pages, unsigned locals,
                  struct error *why);
void rank_set_unmap(struct rank_set *set);

/* Open the device of an engine that is this rank's: those of a host go round its ranks. EXIT_SYSTEM. The
 * caller closes it. */
bool rank_device_open(enum engines engine, const struct seat *seat, struct engine_device **opened,
                      struct error *why);

/* Take memory on the device of an engine, unless that is done, with what the host has. EXIT_SYSTEM. */
bool rank_set_map_device(struct rank_set *set, enum engines engine, struct engine_device *opened,
                         struct error *why);

/* Fill the blocks from the key of the whole problem, from these workers, and find out what is right. */
void rank_set_fill(struct rank_set *set, const struct problem_key *whole, struct team *team,
                   unsigned workers);

/* Poison the output wherever it is, and the counts. */
void rank_set_poison(struct rank_set *set, bool complement);

/* The share of its memory in huge pages; NAN where it is too small to tell. */
double rank_set_huge_fraction(const struct rank_set *set);

/* ---- What every rank does when the first one says so: the orders (ranks_work.c) */

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

/* ---- How orders of the first rank and the answers of all travel (ranks_serve.c) */

/* Do as the first rank says until it says ORDER_END. */
void ranks_serve(struct ranks_bench *bench);

/* Of the first rank: have it done by all. False, with the rank and what it said, when one failed. */
bool ranks_command(struct ranks_bench *bench, const struct ranks_order *order, struct ranks_answer *all);

/* An order about a point, of the problem of its ranks together, whose key one of them has. */
struct ranks_order ranks_order_make(enum ranks_order_kind kind, const struct point *point,
                                    const struct problem_key *key);

/* ---- The start of a run on ranks: whether all run the same, and how far apart their clocks are
 * (ranks_open.c)
 */

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
