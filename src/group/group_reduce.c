/* SPDX-License-Identifier: MIT */
/* Reductions over groups: partials reduced again until one is left, or one atomic a group. */
#include "group/group_reduce.h"

#include "group/group_implementations.h"
#include "group/local_costs.h"

#include <string.h>

/* What a reduction of nothing gives, by one worker. */
static void write_identity(const struct run *run)
{
    const union element identity = op_identity(run->point->op, run->point->dtype);
    if (run->worker == 0)
        memcpy(run->output, &identity, dtype_size(run->point->dtype));
}

void reduce_levels(const struct group_reduce *reduce)
{
    const struct levels *const levels = &reduce->levels;
    const unsigned top = level_top(levels);
    for (unsigned level = 0; level <= top; level++) {
        struct launch launch = reduce->launch;
        launch.local = reduce->kernels->local_reduce[reduce->local];
        launch.argument[0].in = level == 0 ? reduce->in : level_sums(levels, reduce->scratch, level);
        launch.argument[1].out = level == top ? reduce->out : level_sums(levels, reduce->scratch, level + 1);
        launch.argument[2].value = level_elements(levels, level);
        launch.argument[3].value = reduce->layout;
        launch.argument[4].value = reduce->width;
        launch.argument[5].value = reduce->broadcast;
        emulate_launch(reduce->run, reduce->kernels->reduce_tile[reduce->values], &launch,
                       level_groups(levels, level));
    }
}

static struct group_reduce reduce_of(const struct run *run, enum local_reduce local)
{
    const struct point *const point = run->point;
    struct group_reduce reduce = {
        .run = run,
        .levels = levels_of(point),
        .in = run->input,
        .out = run->output,
        .scratch = run->scratch,
        .layout = (enum layout)point->load,
        .width = (unsigned)point->load_width,
        .kernels = emulate_scan_kernels(point->isa, point->dtype, point->op),
        .local = local,
        .launch = emulate_start(run),
    };
    emulate_values_index(point->values_per_thread, &reduce.values);
    return reduce;
}

static void multilevel(const struct run *run, enum local_reduce local, bool broadcast)
{
    struct group_reduce reduce = reduce_of(run, local);
    reduce.broadcast = broadcast;
    if (run->point->n > 0)
        reduce_levels(&reduce);
    else
        write_identity(run);
}

static void atomic(const struct run *run, enum local_reduce local)
{
    const struct group_reduce reduce = reduce_of(run, local);
    struct launch launch = reduce.launch;
    launch.local = reduce.kernels->local_reduce[local];
    launch.argument[0].in = reduce.in;
    launch.argument[1].out = reduce.out;
    launch.argument[2].value = reduce.levels.n;
    launch.argument[3].value = reduce.layout;
    launch.argument[4].value = reduce.width;
    write_identity(run);
    emulate_join(run);
    emulate_launch(run, reduce.kernels->reduce_atomic[reduce.values], &launch,
                   level_groups(&reduce.levels, 0));
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

static bool supports_halving(const struct point *point, struct error *why)
{
    return emulate_supports_halving(point, why) && emulate_supports_width(point, why);
}

#define REDUCE_AXES                                                                            \
    (AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_THREADS_PER_GROUP) | AXIS_BIT(AXIS_VALUES_PER_THREAD) | \
     AXIS_BIT(AXIS_LOAD) | AXIS_BIT(AXIS_LOAD_WIDTH) | AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_ISA))

#define REDUCTION(object, spelling, flow, from, halving, ...)              \
    const struct implementation group_##object = {                         \
        .name = "group/" spelling,                                         \
        .summary = flow,                                                   \
        .source = from,                                                    \
        .primitive = PRIMITIVE_REDUCE,                                     \
        .family = FAMILY_GROUP,                                            \
        .axes = REDUCE_AXES,                                               \
        .supports = (halving) ? supports_halving : emulate_supports_width, \
        __VA_ARGS__,                                                       \
    };

/* What all reductions require of a point, and that their operators are. */
#define REQUIRES(halving) \
    THREADS_OF(halving, "\nload_width is at most values_per_thread\nthe operator is commutative")
static const struct cost multilevel_costs[] = {
    {"device_loads", "n + G"}, {"device_stores", "G + 1"}, {"launches", "2"}, {0}};
static const struct cost atomic_costs[] = {{"device_loads", "n"}, {"atomics", "G"}, {"launches", "1"}, {0}};
#define MULTILEVEL_PHASES(local)                              \
    "reduce_tile: each group reduces its tile to a partial\n" \
    "reduce_tile: the partials are reduced; where they exceed a tile, to fewer first\n" REDUCE_STEPS_##local
#define MULTILEVEL_EXPLAINED(local, halving)                                                \
    .preconditions = REQUIRES(halving), .costs_hold = ONE_LEVEL, .costs = multilevel_costs, \
    .tile_costs = reduce_##local##_costs

#define LEVELS_TEXT "partials of tiles, reduced again until one is left; in a group, "
#define MULTILEVEL(local, LOCAL, spelling, halving, flow, from, ...)                                   \
    static void multilevel_##local(const struct run *run)                                              \
    {                                                                                                  \
        multilevel(run, LOCAL_REDUCE_##LOCAL, false);                                                  \
    }                                                                                                  \
    REDUCTION(multilevel_##local, "multilevel/" spelling, LEVELS_TEXT flow, from, halving,             \
              .dtypes = EVERY_DTYPE, .ops = EVERY_OP, .phases = MULTILEVEL_PHASES(local),              \
              MULTILEVEL_EXPLAINED(local, halving), .scratch_bytes = multilevel_scratch,               \
              .roundings = multilevel_roundings, .run = multilevel_##local)                            \
    static void multilevel_broadcast_##local(const struct run *run)                                    \
    {                                                                                                  \
        multilevel(run, LOCAL_REDUCE_##LOCAL, true);                                                   \
    }                                                                                                  \
    REDUCTION(multilevel_broadcast_##local, "multilevel/" spelling "+broadcast",                       \
              LEVELS_TEXT flow "; every thread gets the result", from, halving, .dtypes = EVERY_DTYPE, \
              .ops = EVERY_OP,                                                                         \
              .phases = MULTILEVEL_PHASES(                                                             \
                  local) "\nthe first thread shares the result with all: a word and a barrier more",   \
              MULTILEVEL_EXPLAINED(local, halving), .scratch_bytes = multilevel_scratch,               \
              .roundings = multilevel_roundings, .run = multilevel_broadcast_##local)
FOR_EACH_LOCAL_REDUCE(MULTILEVEL, )

/* No GPU has an atomic product. */
#define ATOMIC(local, LOCAL, spelling, halving, flow, from, ...)                                         \
    static void atomic_##local(const struct run *run)                                                    \
    {                                                                                                    \
        atomic(run, LOCAL_REDUCE_##LOCAL);                                                               \
    }                                                                                                    \
    REDUCTION(atomic_##local, "atomic/" spelling, "one atomic a tile; in a group, " flow, from, halving, \
              .dtypes = EVERY_INTEGER & EVERY_DTYPE_OF_32, .ops = EVERY_OP & ~(1u << OP_PRODUCT),        \
              .phases = "reduce_atomic: each group reduces its tile and joins it to the result by one "  \
                        "atomic\n" REDUCE_STEPS_##local,                                                 \
              .preconditions = REQUIRES(halving), .costs_hold = FULL_TILES, .costs = atomic_costs,       \
              .tile_costs = reduce_##local##_costs, .run = atomic_##local)
FOR_EACH_LOCAL_REDUCE(ATOMIC, )
