/* SPDX-License-Identifier: MIT */
/* Compactions over groups that load each tile once: by look-back, in one round, or with atomics in no order.
 */
#include "base/buffer.h"
#include "engine/program.h"
#include "group/geometry.h"
#include "group/group_compact.h"
#include "group/levels.h"
#include "group/locals.h"
#include "group/look.h"
#include "implementation/implementation.h"

/* STAGED_BYTES: the most that a group gathers in shared memory. */
enum { STAGED_BYTES = 32 << 10 };

static void build_staged(const struct point *point, struct build *build)
{
    (void)point;
    build->staged = true;
}

/* Scratch: the ticket, alone in its line, and the states, both zero at the start; then two counts a tile. */
static size_t states_bytes(const struct point *point)
{
    return CACHE_LINE + divide_up(point_tiles(point) * sizeof(uint32_t), CACHE_LINE) * CACHE_LINE;
}

static size_t lookback_scratch(const struct point *point)
{
    return states_bytes(point) + 2 * point_tiles(point) * sizeof(uint64_t);
}

static void compact_lookback(const struct run *run)
{
    char *const scratch = run->scratch;
    const struct compact_lookback_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .total = run->count,
        .ticket = (uint32_t *)scratch,
        .state = (uint32_t *)(scratch + CACHE_LINE),
        .counts = (size_t *)(scratch + states_bytes(run->point)),
        .n = run->point->n,
        .tiles = point_tiles(run->point),
    };
    program_write_count(run, 0);
    run->engine->clear(run, scratch, states_bytes(run->point));
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

/* A word a tile after the ticket, alone in its line. */
static size_t lookback_subgroup_kept(const struct point *point)
{
    return CACHE_LINE + point_tiles(point) * sizeof(uint64_t);
}

static void compact_lookback_subgroup(const struct run *run)
{
    char *const kept = program_kept(run);
    const struct compact_lookback_subgroup_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .total = run->count,
        .ticket = (uint32_t *)kept,
        .states = (size_t *)(kept + CACHE_LINE),
        .n = run->point->n,
        .tiles = point_tiles(run->point),
        .turn = count_turn(run),
        .first_look = FIRST_LOOK_NS,
        .next_look = NEXT_LOOK_NS,
    };
    if (arguments.tiles == 0)
        program_write_count(run, 0);
    program_launch(run, 0, &arguments, arguments.tiles);
}

static size_t one_round_kept(const struct point *point)
{
    return point_tiles(point) * sizeof(uint64_t);
}

static void compact_one_round(const struct run *run)
{
    const struct compact_one_round_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .total = run->count,
        .counts = program_kept(run),
        .n = run->point->n,
        .tiles = point_tiles(run->point),
        .turn = count_turn(run),
    };
    if (arguments.tiles == 0)
        program_write_count(run, 0);
    program_launch(run, 0, &arguments, arguments.tiles);
}

/* The tile is in shared memory, of which a group has 48 KiB at least. */
static bool supports_staged(const struct point *point, struct error *why)
{
    return geometry_supports(point, why) &&
           (point_tile(point) * dtype_size((enum dtype)point->dtype) <= STAGED_BYTES ||
            error_set(why, EXIT_USAGE, "a tile is at most %d KiB", STAGED_BYTES >> 10));
}

static void compact_aggregated_atomics(const struct run *run)
{
    const struct compact_atomics_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .total = run->count,
        .n = run->point->n,
    };
    program_write_count(run, 0);
    run->engine->join(run);
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

#define ONE_PASS                                                             \
    GROUP_SELECTION(AXIS_VALUES_PER_THREAD), .primitive = PRIMITIVE_COMPACT, \
                                             .costs_hold = FULL_TILES ", groups one after the other"

const struct implementation group_compact_lookback = {
    ONE_PASS,
    .name = "group/lookback",
    .summary = "one pass over ticketed tiles with look-back on their counts",
    .source = "NVIDIA CUB, DeviceSelect",
    .deterministic = true,
    .phases = "each group draws a ticket, which is the number of its tile, loads the tile and counts\n"
              "it publishes the count, walks back over those of earlier tiles until one has all before it, "
              "publishes "
              "that with its own\nit writes the tile from registers; " RANKS,
    .preconditions = THREADS_ANY "\n" VALUES_ANY NEEDS_PROGRESS,
    .costs = COSTS({"device_loads", "n + G - 1"}, {"device_stores", "k + 2G"}, {"atomics", "3G - 1"},
                   {"polls", "G - 1"}, {"launches", "1"}),
    .supports = geometry_supports,
    .scratch_bytes = lookback_scratch,
    GROUP_USES({.kernel = &kernels.compact_lookback}),
    .run = compact_lookback,
};

const struct implementation group_compact_lookback_subgroup = {
    ONE_PASS,
    .name = "group/lookback-subgroup",
    .summary = "one pass over ticketed tiles, a subgroup looking back over 32 counts, staged",
    .source = "NVIDIA CUB, DeviceSelect",
    .deterministic = true,
    .phases =
        "each group draws a ticket, which is the number of its tile, loads the tile and counts\n"
        "it publishes the count with its state and the number of the run in one word that nobody clears\n"
        "it gathers what is kept in shared memory; " RANKS "\nthe first subgroup looks at 32 earlier "
        "tiles at a time until one has all before it, and publishes that with its own\nall write what is "
        "gathered, side by side",
    .preconditions = THREADS_ANY
    "\n" VALUES_ANY
    "\na tile of at most 32 KiB\na group that has started goes on running: the device promises progress to "
    "resident groups\nno fence: a word that has the number of the run has its count",
    .costs = COSTS({"device_loads", "n"}, {"device_stores", "k + 1"}, {"atomics", "3G"},
                   {"polls", "G < 33 ? G(G - 1)/2 : 32G - 528"}, {"launches", "1"}),
    .supports = supports_staged,
    .kept_bytes = lookback_subgroup_kept,
    GROUP_USES({&kernels.compact_lookback_subgroup, .choose = build_staged}),
    .run = compact_lookback_subgroup,
};

const struct implementation group_compact_one_round = {
    ONE_PASS,
    .name = "group/one-round",
    .summary = "one pass over as many tiles as run at once, each held in registers",
    .source = "scanbench",
    .deterministic = true,
    .phases =
        "each group loads its tile and counts\nit publishes the count with the number of the run, in one "
        "word that nobody clears\neach thread waits for the count of one group before; the group adds "
        "these up\neach subgroup gathers two rows of 16 bytes a lane at a time in shared memory, where the "
        "sums "
        "of counts on the lanes below are their places, and writes them side by side",
    .preconditions = THREADS_ANY "\n" VALUES_ANY ONE_ROUND,
    .costs = COSTS({"device_loads", "n"}, {"device_stores", "k + 1"}, {"atomics", "G"},
                   {"polls", "G(G - 1)/2"}, {"launches", "1"}),
    .supports = geometry_supports_one_round,
    .resident_groups = point_tiles,
    .kept_bytes = one_round_kept,
    GROUP_USES({&kernels.compact_one_round, .choose = build_that_waits}),
    .run = compact_one_round,
};

const struct implementation group_compact_aggregated_atomics = {
    ONE_PASS,
    .name = "group/aggregated-atomics",
    .summary = "one pass, each subgroup drawing room by one atomic; in no order",
    .source = "NVIDIA CUDA, warp-aggregated atomics",
    .unordered = true,
    .phases = "each group loads a tile; every subgroup counts and draws room by one atomic\nit writes from "
              "registers; " RANKS,
    .preconditions = THREADS_ANY "\n" VALUES_ANY "\nelements may come in any order",
    .costs = COSTS({"device_loads", "n"}, {"device_stores", "k"}, {"atomics", "GS"}, {"launches", "1"}),
    .supports = geometry_supports,
    GROUP_USES({.kernel = &kernels.compact_atomics}),
    .run = compact_aggregated_atomics,
};
