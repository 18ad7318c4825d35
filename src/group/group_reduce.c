/* SPDX-License-Identifier: MIT */
/* Reductions over groups: partials reduced again until one is left, or one atomic a group. */
#include "group/emulate.h"
#include "group/emulate_scan.h"
#include "group/group_implementations.h"
#include "group/levels.h"

#include <string.h>

static const struct scan_kernels *kernels_of(const struct run *run, unsigned *values)
{
    emulate_values_index(run->point->values_per_thread, values);
    return emulate_scan_kernels(run->point->isa, run->point->dtype, run->point->op);
}

/* What a reduction of nothing gives, by one worker. */
static void write_identity(const struct run *run)
{
    const union element identity = op_identity(run->point->op, run->point->dtype);
    if (run->worker == 0)
        memcpy(run->output, &identity, dtype_size(run->point->dtype));
}

static void multilevel(const struct run *run, enum local_reduce local, bool broadcast)
{
    const struct levels levels = levels_of(run->point);
    const unsigned top = level_top(&levels);
    unsigned values = 0;
    const struct scan_kernels *const kernels = kernels_of(run, &values);
    if (levels.n == 0) {
        write_identity(run);
        return;
    }
    for (unsigned level = 0; level <= top; level++) {
        struct launch launch = emulate_start(run);
        launch.local = kernels->local_reduce[local];
        launch.argument[0].in = level == 0 ? run->input : level_sums(&levels, run->scratch, level);
        launch.argument[1].out = level == top ? run->output : level_sums(&levels, run->scratch, level + 1);
        launch.argument[2].value = level_elements(&levels, level);
        launch.argument[3].value = run->point->load;
        launch.argument[4].value = run->point->load_width;
        launch.argument[5].value = broadcast;
        emulate_launch(run, kernels->reduce_tile[values], &launch, level_groups(&levels, level));
    }
}

static void atomic(const struct run *run, enum local_reduce local)
{
    const struct levels levels = levels_of(run->point);
    unsigned values = 0;
    const struct scan_kernels *const kernels = kernels_of(run, &values);
    struct launch launch = emulate_start(run);
    launch.local = kernels->local_reduce[local];
    launch.argument[0].in = run->input;
    launch.argument[1].out = run->output;
    launch.argument[2].value = levels.n;
    launch.argument[3].value = run->point->load;
    launch.argument[4].value = run->point->load_width;
    write_identity(run);
    emulate_join(run);
    emulate_launch(run, kernels->reduce_atomic[values], &launch, level_groups(&levels, 0));
}

static size_t multilevel_scratch(const struct point *point)
{
    const struct levels levels = levels_of(point);
    return levels_bytes(&levels);
}

static size_t multilevel_roundings(const struct point *point)
{
    const struct levels levels = levels_of(point);
    return (level_top(&levels) + 1) * (point->values_per_thread + point->threads_per_group);
}

static bool supports(const struct point *point, struct error *why)
{
    if (point->load_width > point->values_per_thread)
        return error_set(why, EXIT_USAGE, "load_width is at most values_per_thread");
    return emulate_supports(point, why);
}

static bool supports_halving(const struct point *point, struct error *why)
{
    return emulate_supports_halving(point, why) && supports(point, why);
}

#define REDUCE_AXES                                                                            \
    (AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_THREADS_PER_GROUP) | AXIS_BIT(AXIS_VALUES_PER_THREAD) | \
     AXIS_BIT(AXIS_LOAD) | AXIS_BIT(AXIS_LOAD_WIDTH) | AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_ISA))

#define REDUCTION(object, spelling, flow, from, halving, ...) \
    const struct implementation group_##object = {            \
        .name = "group/" spelling,                            \
        .summary = flow,                                      \
        .source = from,                                       \
        .primitive = PRIMITIVE_REDUCE,                        \
        .family = FAMILY_GROUP,                               \
        .axes = REDUCE_AXES,                                  \
        .supports = (halving) ? supports_halving : supports,  \
        __VA_ARGS__,                                          \
    };

#define LEVELS_TEXT "partials of tiles, reduced again until one is left; in a group, "
#define MULTILEVEL(local, LOCAL, spelling, halving, flow, from, ...)                                  \
    static void multilevel_##local(const struct run *run)                                             \
    {                                                                                                 \
        multilevel(run, LOCAL_REDUCE_##LOCAL, false);                                                 \
    }                                                                                                 \
    REDUCTION(multilevel_##local, "multilevel/" spelling, LEVELS_TEXT flow, from, halving,            \
              .dtypes = DTYPES_ALL, .ops = OPS_ALL, .scratch_bytes = multilevel_scratch,              \
              .roundings = multilevel_roundings, .run = multilevel_##local)                           \
    static void multilevel_broadcast_##local(const struct run *run)                                   \
    {                                                                                                 \
        multilevel(run, LOCAL_REDUCE_##LOCAL, true);                                                  \
    }                                                                                                 \
    REDUCTION(multilevel_broadcast_##local, "multilevel/" spelling "+broadcast",                      \
              LEVELS_TEXT flow "; every thread gets the result", from, halving, .dtypes = DTYPES_ALL, \
              .ops = OPS_ALL, .scratch_bytes = multilevel_scratch, .roundings = multilevel_roundings, \
              .run = multilevel_broadcast_##local)
FOR_EACH_LOCAL_REDUCE(MULTILEVEL, )

/* No GPU has an atomic product. */
#define ATOMIC(local, LOCAL, spelling, halving, flow, from, ...)                                         \
    static void atomic_##local(const struct run *run)                                                    \
    {                                                                                                    \
        atomic(run, LOCAL_REDUCE_##LOCAL);                                                               \
    }                                                                                                    \
    REDUCTION(atomic_##local, "atomic/" spelling, "one atomic a tile; in a group, " flow, from, halving, \
              .dtypes = 1u << DTYPE_U32 | 1u << DTYPE_I32, .ops = OPS_ALL & ~(1u << OP_PRODUCT),         \
              .run = atomic_##local)
FOR_EACH_LOCAL_REDUCE(ATOMIC, )
