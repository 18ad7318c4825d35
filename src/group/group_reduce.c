/* SPDX-License-Identifier: MIT */
/* Reductions over groups: partials reduced again until one is left, or one atomic a group. */
#include "group/group_reduce.h"

#include "group/locals.h"

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

static struct group_reduce reduce_of(const struct run *run)
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
        .local = (enum local)point->local,
        .broadcast = point->broadcast == BROADCAST_YES,
        .launch = emulate_start(run),
    };
    emulate_values_index(point->values_per_thread, &reduce.values);
    return reduce;
}

static void multilevel_run(const struct run *run)
{
    const struct group_reduce reduce = reduce_of(run);
    if (run->point->n > 0)
        reduce_levels(&reduce);
    else
        write_identity(run);
}

static void atomic_run(const struct run *run)
{
    const struct group_reduce reduce = reduce_of(run);
    struct launch launch = reduce.launch;
    launch.local = reduce.kernels->local_reduce[reduce.local];
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

static bool supports(const struct point *point, struct error *why)
{
    return locals_support(point, why) && emulate_supports_width(point, why);
}

#define REDUCE_AXES                                                                             \
    (GROUP_AXES | AXIS_BIT(AXIS_LOCAL) | AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_VALUES_PER_THREAD) | \
     AXIS_BIT(AXIS_LOAD) | AXIS_BIT(AXIS_LOAD_WIDTH))
#define REQUIRES \
    THREADS_ANY "\n" VALUES_ANY "\nload_width is at most values_per_thread\nthe operator is commutative"

static const struct cost multilevel_costs[] = {
    {"device_loads", "n + G"}, {"device_stores", "G + 1"}, {"launches", "2"}, {0}};
static const struct cost atomic_costs[] = {{"device_loads", "n"}, {"atomics", "G"}, {"launches", "1"}, {0}};

const struct implementation group_multilevel = {
    .name = "group/multilevel",
    .summary = "partials of tiles, reduced again until one is left",
    .source = M1_REDUCE,
    .primitive = PRIMITIVE_REDUCE,
    .family = FAMILY_GROUP,
    .axes = REDUCE_AXES | AXIS_BIT(AXIS_BROADCAST),
    .dtypes = EVERY_DTYPE,
    .ops = EVERY_OP,
    .locals = reduce_locals,
    .phases = "reduce_tile: each group reduces its tile to a partial\n"
              "reduce_tile: the partials are reduced; where they exceed a tile, to fewer first\n"
              "with broadcast, the first thread shares the result with all: a word and a barrier more",
    .preconditions = REQUIRES,
    .costs_hold = ONE_LEVEL,
    .costs = multilevel_costs,
    .supports = supports,
    .scratch_bytes = multilevel_scratch,
    .roundings = multilevel_roundings,
    .run = multilevel_run,
};

/* No GPU has an atomic product. */
const struct implementation group_atomic = {
    .name = "group/atomic",
    .summary = "one atomic a tile",
    .source = M1_REDUCE,
    .primitive = PRIMITIVE_REDUCE,
    .family = FAMILY_GROUP,
    .axes = REDUCE_AXES,
    .dtypes = EVERY_INTEGER & EVERY_DTYPE_OF_32,
    .ops = EVERY_OP & ~(1u << OP_PRODUCT),
    .locals = reduce_locals,
    .phases = "reduce_atomic: each group reduces its tile and joins it to the result by one atomic",
    .preconditions = REQUIRES,
    .costs_hold = FULL_TILES,
    .costs = atomic_costs,
    .supports = supports,
    .run = atomic_run,
};
