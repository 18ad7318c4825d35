/* SPDX-License-Identifier: MIT */
/* Reductions over groups: partials reduced again until one is left, or one atomic a group. */

#include "group/group.h"
#include "kernels/lanes.h"

/* What a reduction of nothing gives, by one worker. */
static void write_identity(const struct run *run)
{
    const enum dtype output = dtype_output((enum dtype)run->point->dtype);
    const union element identity = op_identity(run->point->op, output);
    if (run->worker == 0)
        run->engine->copy_in(run->device, run->output, &identity, dtype_size(output));
}

/* The full tiles of the input; how many they are. */
static size_t reduce_unchecked(const struct group_reduce *reduce, void *partials)
{
    const struct reduce_tile_unchecked_arguments arguments = {
        .in = reduce->in, .partials = partials, .layout = reduce->layout, .width = reduce->width};
    const size_t tiles = reduce->levels.n / reduce->levels.tile;
    if (tiles > 0)
        reduce->run->engine->launch(reduce->run, reduce->unchecked, &arguments, tiles);
    return tiles;
}

void reduce_levels(const struct group_reduce *reduce)
{
    const struct levels *const levels = &reduce->levels;
    const unsigned top = level_top(levels);
    for (unsigned level = 0; level <= top; level++) {
        const char *const in = level == 0 ? reduce->in : level_sums(levels, reduce->scratch, level);
        char *const partials = level == top ? reduce->out : level_sums(levels, reduce->scratch, level + 1);
        const size_t done = level == 0 && reduce->unchecked ? reduce_unchecked(reduce, partials) : 0;
        const size_t groups = level_groups(levels, level) - done;
        const struct reduce_tile_arguments arguments = {
            .in = in + done * levels->tile * levels->elem_bytes,
            .partials = partials + done * levels->elem_bytes,
            .n = level_elements(levels, level) - done * levels->tile,
            .layout = reduce->layout,
            .width = reduce->width,
            .broadcast = reduce->broadcast,
        };
        if (groups > 0)
            reduce->run->engine->launch(reduce->run, reduce->reduce_tile, &arguments, groups);
    }
}

/* How many lanes store what all threads of a group are to get. */
static unsigned lanes_that_share(uint64_t broadcast)
{
    return broadcast == BROADCAST_LANES ? LANES : broadcast == BROADCAST_YES;
}

enum { CHECKED, UNCHECKED };

static void multilevel_run(const struct run *run)
{
    const struct point *const point = run->point;
    const struct group_reduce reduce = {
        .run = run,
        .levels = levels_of(point),
        .in = run->input,
        .out = run->output,
        .scratch = run->scratch,
        .layout = (enum layout)point->arrangement,
        .width = (unsigned)point->vector_width,
        .broadcast = lanes_that_share(point->broadcast),
        .reduce_tile = program_kernel(run, 0),
        .unchecked = point->implementation->variant == UNCHECKED ? program_kernel(run, 1) : NULL,
    };
    if (point->n > 0)
        reduce_levels(&reduce);
    else
        write_identity(run);
}

static size_t once_groups(const struct point *point)
{
    const size_t tiles = point_tiles(point);
    return tiles < point->groups ? tiles : point->groups;
}

/* A value and its tag a group. */
static size_t once_kept_bytes(const struct point *point)
{
    return once_groups(point) * 2 * sum_bytes(point);
}

static void once_run(const struct run *run)
{
    const struct point *const point = run->point;
    const struct reduce_once_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .sums = program_kept(run),
        .n = point->n,
        .layout = point->arrangement,
        .width = point->vector_width,
        .groups = once_groups(point),
        .turn = program_turn(run),
    };
    if (point->n > 0)
        program_launch(run, 0, &arguments, arguments.groups);
    else
        write_identity(run);
}

/* Of a group's tiles, within each and of them, of the groups' sums. */
static size_t once_roundings(const struct point *point)
{
    return point_tiles(point) / point->groups + point->values_per_thread + 2 * point->threads_per_group +
           point->groups;
}

static void atomic_run(const struct run *run)
{
    const struct point *const point = run->point;
    const struct levels levels = levels_of(point);
    const struct reduce_atomic_arguments arguments = {
        .in = run->input,
        .sum = run->output,
        .n = point->n,
        .layout = point->arrangement,
        .width = point->vector_width,
    };
    write_identity(run);
    run->engine->join(run);
    program_launch(run, 0, &arguments, level_groups(&levels, 0));
}

static void counted_run(const struct run *run)
{
    const struct point *const point = run->point;
    const struct reduce_atomic_counted_arguments arguments = {
        .in = run->input,
        .word = program_kept(run),
        .out = run->output,
        .n = point->n,
        .layout = point->arrangement,
        .width = point->vector_width,
        .groups = point_tiles(point),
    };
    if (point->n > 0)
        program_launch(run, 0, &arguments, arguments.groups);
    else
        write_identity(run);
}

size_t counted_kept_bytes(const struct point *point)
{
    (void)point;
    return sizeof(uint64_t);
}

static size_t multilevel_roundings(const struct point *point)
{
    const struct levels levels = levels_of(point);
    return (level_top(&levels) + 1) * (point->values_per_thread + point->threads_per_group);
}

static bool supports(const struct point *point, struct error *why)
{
    return locals_support(point, why) && geometry_supports_width(point, why);
}

#define REDUCE_AXES                                                                                       \
    (GROUP_AXES | AXIS_BIT(AXIS_GROUP_ALGORITHM) | AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_VALUES_PER_THREAD) | \
     AXIS_BIT(AXIS_ARRANGEMENT) | AXIS_BIT(AXIS_VECTOR_WIDTH))
#define REQUIRES                                                                                            \
    THREADS_ANY "\n" VALUES_ANY "\nvector_width is at most values_per_thread; of blocked loads above 1 on " \
                "CUDA alone, and counted\nthe operator is commutative"

#define REDUCES .primitive = PRIMITIVE_REDUCE, .deterministic = true, .ops = EVERY_OP, .locals = reduce_locals
#define MULTILEVEL                                                                                     \
    REDUCES, .dtypes = EVERY_DTYPE, .source = M1_REDUCE, .costs_hold = ONE_LEVEL,                      \
             .costs = COSTS({"device_loads", "n + G"}, {"device_stores", "G + 1"}, {"launches", "2"}), \
             .scratch_bytes = levels_scratch_bytes, .roundings = multilevel_roundings

const struct implementation group_multilevel = {
    MULTILEVEL,
    .name = "group/multilevel",
    .summary = "partials of tiles, reduced again until one is left",
    .axes = REDUCE_AXES | AXIS_BIT(AXIS_BROADCAST),
    .phases = "reduce_tile: each group reduces its tile to a partial\n"
              "reduce_tile: the partials are reduced; where they exceed a tile, to fewer first\n"
              "with broadcast, the first thread shares the result with all: a store, a barrier and T loads "
              "more; with broadcast lanes every lane of the first subgroup does, as published: 32 stores, "
              "or nothing where it is the only one",
    .preconditions = REQUIRES,
    .supports = supports,
    GROUP_USES({&kernels.reduce_tile, .choose = build_reduce}),
    .run = multilevel_run,
};

/* Its kernel has the first parameters of the other one. */
const struct implementation group_multilevel_serial = {
    MULTILEVEL,
    .name = "group/multilevel/serial-load",
    .summary = "the same as published, a thread's values folded one after the other as they are loaded",
    .axes = REDUCE_AXES & ~(AXIS_BIT(AXIS_ARRANGEMENT) | AXIS_BIT(AXIS_VECTOR_WIDTH)),
    .phases = "reduce_tile_serial: each group reduces its tile to a partial, a thread its V consecutive "
              "values in V - 1 steps, where group/multilevel takes log2 V by pairs\n"
              "reduce_tile_serial: the partials are reduced; where they exceed a tile, to fewer first",
    .preconditions = THREADS_ANY "\n" VALUES_ANY "\nthe operator is commutative",
    .supports = locals_support,
    GROUP_USES({&kernels.reduce_tile_serial, .choose = build_reduce}),
    .run = multilevel_run,
};

const struct implementation group_multilevel_unchecked = {
    MULTILEVEL,
    .name = "group/multilevel/unchecked",
    .summary = "the same without looking where the array ends",
    .axes = REDUCE_AXES,
    .phases = "reduce_tile_unchecked: each group reduces its full tile to a partial\n"
              "reduce_tile: one group does so for what is left, if anything; then the partials are reduced",
    .preconditions = REQUIRES,
    .supports = supports,
    .variant = UNCHECKED,
    GROUP_USES({&kernels.reduce_tile, .choose = build_reduce},
               {&kernels.reduce_tile_unchecked, .choose = build_reduce}),
    .run = multilevel_run,
};

const struct implementation group_one_launch = {
    REDUCES,
    .dtypes = EVERY_DTYPE | EVERY_CONVERTED_DTYPE,
    .name = "group/one-launch",
    .summary = "groups that stay add up tiles, and the last one adds up their sums: one launch",
    .source = "scanbench",
    .axes = REDUCE_AXES | AXIS_BIT(AXIS_GROUPS),
    .phases = "reduce_once: group b reduces tiles b, b + G, b + 2G, … and publishes what they make with the "
              "number of the run, in one word that nobody clears\n"
              "the last group waits for all of them and reduces these; who adds what is the same in every "
              "run, and so are floats",
    .preconditions = REQUIRES "\nall groups run at once: at most as many as have 512 threads on each "
                              "multiprocessor of a device",
    .costs_hold = FULL_TILES ", groups one after the other",
    .costs = COSTS({"device_loads", "n"}, {"device_stores", "1"}, {"atomics", "G"}, {"polls", "G"},
                   {"launches", "1"}),
    .supports = supports,
    .resident_groups = once_groups,
    .kept_bytes = once_kept_bytes,
    .roundings = once_roundings,
    GROUP_USES({&kernels.reduce_once, .choose = build_reduce_that_waits}),
    .run = once_run,
};

#define ATOMIC                                                                                       \
    .source = M1_REDUCE, .primitive = PRIMITIVE_REDUCE, .axes = REDUCE_AXES,                         \
    .dtypes = EVERY_INTEGER & EVERY_DTYPE_OF_32, .locals = reduce_locals, .preconditions = REQUIRES, \
    .costs_hold = FULL_TILES, .supports = supports

/* No GPU has an atomic product. */
const struct implementation group_atomic = {
    ATOMIC,
    .name = "group/atomic",
    .summary = "one atomic a tile",
    .ops = EVERY_OP & ~(1u << OP_PRODUCT),
    .phases =
        "reduce_atomic: each group reduces its tile and joins it to the result, which the host clears, by "
        "one atomic",
    .costs = COSTS({"device_loads", "n"}, {"atomics", "G"}, {"launches", "1"}),
    GROUP_USES({&kernels.reduce_atomic, .choose = build_reduce}),
    .run = atomic_run,
};

const struct implementation group_atomic_counted = {
    ATOMIC,
    .name = "group/atomic/counted",
    .summary = "one atomic a tile, of sums in a word that counts the groups too and that the last one clears",
    .ops = 1u << OP_SUM,
    .phases = "reduce_atomic_counted: each group reduces its tile, and one atomic adds the sum to the high "
              "half of a "
              "word, and 1 to its low half\n"
              "who finds the count complete leaves the sum, and 0 for the next launch",
    .costs = COSTS({"device_loads", "n"}, {"device_stores", "1"}, {"atomics", "G + 1"}, {"launches", "1"}),
    .kept_bytes = counted_kept_bytes,
    GROUP_USES({&kernels.reduce_atomic_counted, .choose = build_reduce}),
    .run = counted_run,
};
