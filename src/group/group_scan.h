/* SPDX-License-Identifier: MIT */
/* What the scans over groups share: their descriptors, and what precedes the first element. */
#ifndef SCANBENCH_GROUP_SCAN_H
#define SCANBENCH_GROUP_SCAN_H

#include "group/emulate.h"
#include "group/emulate_scan.h"
#include "group/group_implementations.h"
#include "group/levels.h"

/* What precedes the first element of a scan: one element. */
const void *scan_initial(const struct run *run);

/* Roundings of a tile's scan or reduction: in a thread V, across the group at most T (a serial rake and its
 * like). */
size_t tile_roundings(const struct point *point);

/* For FOR_EACH_LOCAL_SCAN: the run function and the descriptor of a strategy with one local scan. The
 * strategy brings STRATEGY_run(run, local), STRATEGY_scratch, STRATEGY_roundings. */
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
        .ops = 1u << OP_SUM,                                                                              \
        .supports = (halving) ? emulate_supports_halving : emulate_supports,                              \
        .scratch_bytes = strategy##_scratch,                                                              \
        .roundings = strategy##_roundings,                                                                \
        .run = strategy##_##local_##_run,                                                                 \
    };

#define DTYPES_32 (1u << DTYPE_U32 | 1u << DTYPE_F32)
#define DTYPES_ALL DTYPES_32

#endif
