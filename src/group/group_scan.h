/* SPDX-License-Identifier: MIT */
/* What the scans over groups share: the work of scanning an array, and their descriptors. */
#ifndef SCANBENCH_GROUP_SCAN_H
#define SCANBENCH_GROUP_SCAN_H

#include "engine/emulate/emulate.h"
#include "engine/emulate/emulate_scan.h"
#include "group/group_implementations.h"
#include "group/levels.h"
#include "group/local_costs.h"

/* A scan of levels.n elements, with kernels, threads and values of the caller's choice. */
struct group_scan {
    const struct run *run;
    struct levels levels;
    const void *in;
    void *out;
    const void *initial; /* what precedes the first element */
    void *scratch;       /* levels_bytes */
    bool inclusive;
    const struct scan_kernels *kernels;
    unsigned values; /* index of values per thread */
    enum local local;
    struct launch launch; /* what every launch starts as */
};

/* The scan that a run's point asks for. */
struct group_scan group_scan_of(const struct run *run, enum local local);

/* Reduce-then-scan, by all workers together. */
void reduce_then_scan(const struct group_scan *scan);

/* Scratch that a scan of a point in levels needs. */
size_t group_scan_scratch(const struct point *point);

/* Roundings of a tile's scan or reduction: in a thread V, across the group at most T (a serial rake and its
 * like). */
size_t tile_roundings(const struct point *point);

/* For FOR_EACH_LOCAL_SCAN: the run function and the descriptor of a strategy with one local scan. The
 * strategy brings STRATEGY_run(run, local), STRATEGY_scratch, STRATEGY_roundings, STRATEGY_costs,
 * STRATEGY_in_place, and the texts STRATEGY_phases, STRATEGY_requires and STRATEGY_hold. */
#define GROUP_SCAN(local_, LOCAL, reduction, spelling, axes_, halving, flow, from, strategy, title,       \
                   summary_, takes, from_strategy)                                                        \
    static void strategy##_##local_##_run(const struct run *run)                                          \
    {                                                                                                     \
        strategy##_run(run, LOCAL_##LOCAL);                                                               \
    }                                                                                                     \
    const struct implementation group_##strategy##_##local_ = {                                           \
        .name = "group/" title "/" spelling,                                                              \
        .summary = summary_ "; in a group, " flow,                                                        \
        .source = from_strategy from,                                                                     \
        .primitive = PRIMITIVE_SCAN,                                                                      \
        .family = FAMILY_GROUP,                                                                           \
        .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_MODE) | AXIS_BIT(AXIS_THREADS_PER_GROUP) |              \
                AXIS_BIT(AXIS_VALUES_PER_THREAD) | AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_ISA) | (axes_), \
        .dtypes = takes,                                                                                  \
        .ops = EVERY_OP,                                                                                  \
        .takes_initial = true,                                                                            \
        .phases = strategy##_phases "\n" SCAN_STEPS_##local_,                                             \
        .preconditions = THREADS_OF(halving, strategy##_requires),                                        \
        .costs_hold = strategy##_hold,                                                                    \
        .costs = strategy##_costs,                                                                        \
        .tile_costs = scan_##local_##_costs,                                                              \
        .in_place = strategy##_in_place,                                                                  \
        .supports = (halving) ? emulate_supports_halving : emulate_supports,                              \
        .scratch_bytes = strategy##_scratch,                                                              \
        .roundings = strategy##_roundings,                                                                \
        .run = strategy##_##local_##_run,                                                                 \
    };

#endif
