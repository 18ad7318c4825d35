/* SPDX-License-Identifier: MIT */
/* Compactions over groups that load each tile once: by look-back, in one round, by groups that stay and read
 * ahead of what they move, or with atomics in no order. */
#include "base/buffer.h"
#include "group/group.h"
#include "kernels/lanes.h"

/* STAGED_BYTES: the most that a group gathers in shared memory. */
enum { STAGED_BYTES = 32 << 10 };

static void build_staged(const struct point *point, struct build *build)
{
    (void)point;
    build->staged = true;
}

static size_t lookback_scratch(const struct point *point)
{
    return states_bytes(point, 1) + 2 * point_tiles(point) * sizeof(uint64_t);
}

static void compact_lookback(const struct run *run)
{
    const struct published published = published_begin(run, 1);
    const struct compact_lookback_arguments arguments = {
        COMPACT_ARGUMENTS(run),   .ticket = published.ticket,       .state = published.states,
        .counts = published.sums, .tiles = point_tiles(run->point),
    };
    program_clear_count(run);
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
        COMPACT_ARGUMENTS(run),           .ticket = (uint32_t *)kept, .states = (size_t *)(kept + CACHE_LINE),
        .tiles = point_tiles(run->point), .turn = count_turn(run),    .first_look = FIRST_LOOK_NS,
        .next_look = NEXT_LOOK_NS,
    };
    if (arguments.tiles == 0)
        program_clear_count(run);
    program_launch(run, 0, &arguments, arguments.tiles);
}

/* A word a tile. */
static size_t counts_kept(const struct point *point)
{
    return point_tiles(point) * sizeof(uint64_t);
}

/* By all groups in one round, or by those that stay: the kernels have the same parameters. */
static void compact_resident(const struct run *run)
{
    const size_t tiles = point_tiles(run->point);
    const size_t most = run->point->implementation->resident_groups ? tiles : run->engine->resident(run);
    const struct compact_ahead_arguments arguments = {
        COMPACT_ARGUMENTS(run),
        .counts = program_kept(run),
        .groups = tiles < most ? tiles : most,
        .turn = count_turn(run),
    };
    if (tiles == 0)
        program_clear_count(run);
    program_launch(run, 0, &arguments, arguments.groups);
}

/* The tile is in shared memory, of which a group has 48 KiB at least, as what is computed in. */
static bool supports_staged(const struct point *point, struct error *why)
{
    const enum dtype dtype = (enum dtype)point->dtype;
    const size_t size = dtype_size(dtype_accumulator(dtype));
    return geometry_supports(point, why) &&
           (point_tile(point) * size <= STAGED_BYTES ||
            error_set(why, EXIT_USAGE, "a tile is at most %d KiB%s", STAGED_BYTES >> 10,
                      size > dtype_size(dtype) ? " of shared memory, where an element takes 4 bytes" : ""));
}

static void compact_aggregated_atomics(const struct run *run)
{
    const struct compact_atomics_arguments arguments = {
        .in = run->input, .out = run->output, .total = (uint32_t *)run->count, .n = run->point->n};
    program_clear_count(run);
    run->engine->join(run);
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

static bool supports_places(const struct point *point, struct error *why)
{
    return geometry_supports(point, why) &&
           (point->n <= UINT32_MAX ||
            error_set(why, EXIT_USAGE, "places are words of 32 bits: n is below 2^32"));
}

#define ONE_PASS                                       \
    GROUP_SELECTION(AXIS_BIT(AXIS_VALUES_PER_THREAD)), \
        .primitive = PRIMITIVE_COMPACT, .costs_hold = FULL_TILES ", groups one after the other"

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
    .holds_tiles = true,
    .kept_bytes = counts_kept,
    GROUP_USES({&kernels.compact_one_round, .choose = build_that_waits}),
    .run = compact_resident,
};

const struct implementation group_compact_aggregated_atomics = {
    ONE_PASS,
    .name = "group/aggregated-atomics",
    .summary = "one pass, each subgroup drawing room by one atomic; in no order",
    .source = "NVIDIA CUDA, warp-aggregated atomics",
    .unordered = true,
    .phases = "each group loads a tile; every subgroup counts and draws room by one atomic\nit writes from "
              "registers; " RANKS,
    .preconditions = THREADS_ANY "\n" VALUES_ANY "\nelements may come in any order\nn is below 2^32",
    .costs = COSTS({"device_loads", "n"}, {"device_stores", "k"}, {"atomics", "GS"}, {"launches", "1"}),
    .supports = supports_places,
    GROUP_USES({.kernel = &kernels.compact_atomics}),
    .run = compact_aggregated_atomics,
};

const struct implementation group_compact_ahead = {
    .name = "group/read-ahead",
    .summary = "groups that stay read tiles ahead, gather them at once and store them when their turn comes",
    .source = "scanbench",
    .primitive = PRIMITIVE_COMPACT,
    .deterministic = true,
    GROUP_SELECTION(AXIS_BIT(AXIS_VALUES_PER_THREAD) | AXIS_BIT(AXIS_STAGES) | AXIS_BIT(AXIS_IN_PLACE)),
    .phases =
        "P groups stay, as many as run beside each other; group b has tiles b, b + P, b + 2P, …, of which a "
        "ring in shared memory holds the next ones\n"
        "subgroups have roles: one loads tiles; two teams of T/32 that alternate count a tile, publish that "
        "and gather what is kept in its slot; three taking turns add the counts of a round for where its "
        "tile goes; four taking turns store what is gathered, as soon as its place is known\n"
        "a thread has V elements side by side, whose place is the sum of the counts on the lanes and in the "
        "subgroups below",
    .preconditions = AHEAD_SHAPES "; an odd number of them is free of bank conflicts\n" AHEAD_RESIDENT,
    .costs_hold = "n = Gt with G > 0, P = 1",
    .costs = COSTS({"device_loads", "n"}, {"device_stores", "k + 1"}, {"atomics", "G"}, {"polls", "G"},
                   {"launches", "1"}),
    .supports = geometry_supports_ahead,
    .kept_bytes = counts_kept,
    GROUP_USES({.kernel = &kernels.compact_ahead}),
    .run = compact_resident,
};
