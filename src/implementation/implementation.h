/* SPDX-License-Identifier: MIT */
/* The descriptor: what every implementation declares, one row of the registry. */
#pragma once

#include "base/error.h"
#include "implementation/cost.h"
#include "implementation/local.h"
#include "implementation/point.h"
#include "implementation/run.h"

enum family {
    FAMILY_LIMIT,
    FAMILY_SERIAL,
    FAMILY_SIMD,
    FAMILY_THREADS,
    FAMILY_GROUP,
    FAMILY_PLUGIN,
    FAMILY_MPI,
    FAMILY_COUNT,
};
extern const char *const family_names[FAMILY_COUNT];

struct kernel_use;
struct rank_costs;

struct implementation {
    const char *name;    /* a path: "group/reduce-then-scan" */
    const char *summary; /* one line on the data flow */
    const char *source;  /* where it was published; "scanbench" for our own */
    enum primitive primitive;
    enum family family;
    unsigned axes;   /* AXIS_BITs that change its work, beyond those that every implementation has;
                        AXIS_IN_PLACE: the output may be the input */
    unsigned dtypes; /* bits 1 << enum dtype that it takes */
    unsigned ops;    /* bits 1 << enum op; 0 for a primitive without operator */
    const struct local_algorithm *locals; /* by enum local: the algorithms within a group that it takes; NULL
                                   without the axis */
    bool takes_initial; /* scan, recurrence: starts with run->initial, not always with the identity */
    bool reverses;      /* scan, recurrence: takes direction reverse */
    bool deterministic; /* in every run of a point floats have the same bits, whoever comes first */
    bool unordered;     /* compact: the elements may come in any order */
    bool subtracts;     /* what precedes is a difference: NaN and infinity spread backwards */
    bool falls_back;    /* it does the work of those that are late: check makes them late, run.unanswered */
    bool own_threads;   /* it brings its threads: run is called on one worker, and may use run->workers */
    size_t slack;       /* elements after the output that it may overwrite */
    uint64_t groups;    /* with AXIS_GROUPS: how many where a config is silent, as published; 0: one */
    unsigned engines;   /* with AXIS_DEVICE: the ENGINE_BITs of those that may run it, and no point of another
                           is planned; 0: all */
    /* What explain says of it: lines, and formulas. */
    const char *phases;            /* what is done, in this order, a line each */
    const char *preconditions;     /* what must hold beside its dtypes, operators and axes, a line each */
    const char *costs_hold;        /* where `costs` do: "any n" */
    const struct cost *costs;      /* of a run: memory traffic in elements, and rounds */
    const struct cost *tile_costs; /* group without locals: of one group with a full tile; else NULL */
    /* The point of another implementation that does the work of one that it supports, where this one only
     * chooses; a device that refuses it may come to another. Its counts are that one's. NULL: it does its
     * own. */
    struct point (*choose)(const struct point *point);
    /* Decide all that can be refused, before memory is taken: false with the reason (EXIT_USAGE). NULL: all.
     */
    bool (*supports)(const struct point *point, struct error *why);
    /* Bytes of scratch that a run needs, 64-byte aligned, contents undefined; of a scan on the CPU never less
     * for more elements, since ranks scan parts of a block in the scratch of all of it. NULL: none. */
    size_t (*scratch_bytes)(const struct point *point);
    /* group: how many groups have to run at once, those of lower numbers being started first. NULL: any
     * number will do. */
    size_t (*resident_groups)(const struct point *point);
    bool holds_tiles; /* group: it has one tile, which it holds in registers */
    /* group: bytes that its launches leave to the next ones of the same point: program_kept. NULL: none. */
    size_t (*kept_bytes)(const struct point *point);
    /* Roundings on the longest path from an input to an output, for the verifier's bound. NULL: none. */
    size_t (*roundings)(const struct point *point);
    /* mpi: seconds of a call by the formula of `phases`, of a point that keeps so many elements. NULL: no
     * formula. */
    double (*predict)(const struct point *point, uint64_t selected, const struct rank_costs *costs);
    /* group: the kernels that it launches, of engine/engine.h, whose prepare and finish it has; else NULL.
     */
    const struct kernel_use *kernels;
    /* Make ready for a point: *state is what its runs get. Called once, untimed, by worker 0, of the run
     * point, engine, device, workers and places set. EXIT_USAGE with why it cannot run, EXIT_SYSTEM. NULL:
     * nothing to do. */
    bool (*prepare)(const struct run *run, void **state, struct error *why);
    /* Undo it, also where it failed but has left a state. NULL exactly where prepare is. */
    void (*finish)(void *state);
    unsigned variant; /* which of the ways that `run` knows, where it serves several */
    /* Do the work once. Called on every worker together (SPMD), with threads of its own on worker 0 alone;
     * cannot fail. Returns before others may have finished: the caller puts a barrier after it. */
    void (*run)(const struct run *run);
};

/* Whether an engine may run it; ENGINE_NONE: whether the host may, which emulates groups. */
bool implementation_runs_on(const struct implementation *implementation, uint64_t engine);

/* The device of its points where a config is silent: that of the axis, or the first of the only engine that
 * may run it. */
uint64_t implementation_device(const struct implementation *implementation);

/* Its point with axis_default on each axis that it has. */
struct point implementation_point(const struct implementation *implementation);

/* An algorithm within a group as the implementation takes it, NULL where it does not. */
const struct local_algorithm *implementation_local(const struct implementation *implementation,
                                                   uint64_t local);

/* On how many workers the run of a point is called together: all, or one where it brings its threads. */
unsigned implementation_callers(const struct implementation *implementation, unsigned workers);
