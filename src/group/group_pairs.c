/* SPDX-License-Identifier: MIT */
/* Recurrences and segmented scans over groups, as scans of pairs: reduce-then-scan; one pass over ticketed
 * tiles; in one round of groups, which hold their tiles in registers meanwhile; by groups that stay and read
 * ahead of what they scan. */
#include "base/buffer.h"
#include "group/group.h"
#include "kernels/lanes.h"

static bool is_segmented(const struct run *run)
{
    return run->point->implementation->primitive == PRIMITIVE_SEGMENTED_SCAN;
}

/* Of the arguments of a kernel what a run gives to all that read the inputs. */
#define PAIRS_ARGUMENTS(run)                                                                       \
    .x = (run)->input, .a = (run)->second, .heads = (run)->second, .segmented = is_segmented(run), \
    .n = (run)->point->n

/* Scratch: a pair a tile, then what precedes each. */
static void reduce_then_scan_run(const struct run *run)
{
    const size_t tiles = point_tiles(run->point), size = dtype_size(run->point->dtype);
    void *const before = (char *)run->scratch + 2 * tiles * size;
    const struct pairs_total_arguments total = {
        PAIRS_ARGUMENTS(run),
        .values = run->point->values_per_thread,
        .totals = run->scratch,
    };
    const struct pairs_before_arguments join = {
        .totals = run->scratch,
        .initial = &run->initial,
        .segmented = is_segmented(run),
        .before = before,
        .tiles = tiles,
    };
    const struct pairs_tile_arguments tile = {
        PAIRS_ARGUMENTS(run),
        .values = run->point->values_per_thread,
        .out = run->output,
        .before = before,
    };
    program_launch(run, 0, &total, tiles);
    program_launch(run, 1, &join, 1);
    program_launch(run, 2, &tile, tiles);
}

static size_t reduce_then_scan_bytes(const struct point *point)
{
    return 3 * point_tiles(point) * dtype_size(point->dtype);
}

static void chained_run(const struct run *run)
{
    const struct published published = published_begin(run, 1);
    const struct pairs_chained_arguments arguments = {
        PAIRS_ARGUMENTS(run),       .values = run->point->values_per_thread,
        .out = run->output,         .initial = &run->initial,
        .ticket = published.ticket, .state = published.states,
        .sums = published.sums,
    };
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

static size_t chained_bytes(const struct point *point)
{
    return states_bytes(point, 1) + point_tiles(point) * dtype_size(point->dtype);
}

/* A pair a tile, in two packed words of an element and a tag each, of rounds that have room for at most twice
 * as many; the last one may have a tile alone. */
static size_t ahead_bytes(const struct point *point)
{
    enum { PAIR_ELEMS = 4, ROOM = 4 };
    return point_tiles(point) * PAIR_ELEMS * ROOM * dtype_size(point->dtype);
}

/* A pair a tile, in two packed words. */
static size_t pairs_bytes(const struct point *point)
{
    enum { PAIR_ELEMS = 4 };
    return point_tiles(point) * PAIR_ELEMS * dtype_size(point->dtype);
}

static void one_round_run(const struct run *run)
{
    const struct pairs_one_round_arguments arguments = {
        PAIRS_ARGUMENTS(run),      .out = run->output,        .initial = &run->initial,
        .sums = program_kept(run), .turn = program_turn(run),
    };
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

/* The same after the ticket, alone in its line. */
static size_t lookback_bytes(const struct point *point)
{
    return CACHE_LINE + pairs_bytes(point);
}

static void lookback_run(const struct run *run)
{
    char *const kept = program_kept(run);
    const struct pairs_lookback_subgroup_arguments arguments = {
        PAIRS_ARGUMENTS(run),        .out = run->output,          .initial = &run->initial,
        .ticket = (uint32_t *)kept,  .states = kept + CACHE_LINE, .turn = program_turn(run) << STATE_BITS,
        .first_look = FIRST_LOOK_NS, .next_look = NEXT_LOOK_NS,
    };
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

static void ahead_run(const struct run *run)
{
    const size_t tiles = point_tiles(run->point), resident = run->engine->resident(run);
    const size_t groups = tiles < resident ? tiles : resident;
    const struct pairs_ahead_arguments arguments = {
        PAIRS_ARGUMENTS(run),      .out = run->output, .initial = &run->initial,
        .sums = program_kept(run), .groups = groups,   .tag = program_turn(run),
    };
    program_launch(run, 0, &arguments, groups);
}

/* Beside what the verifier counts for each coefficient: sums with what precedes a value, in steps across a
 * group and across tiles. */
static size_t roundings(const struct point *point)
{
    (void)point;
    enum { STEPS_MOST = 10 /* log2 of the largest group */ };
    return 4 * STEPS_MOST + 4;
}

/* In a lane V, over the lanes of a row, a row after the other, over the subgroups; over the lanes that look
 * at groups, and their subgroups. */
static size_t rows_roundings(const struct point *point)
{
    return roundings(point) + 4 * point->values_per_thread + 4 * LANES;
}

/* The same, and over the tiles: by looks, or a last result after the other. */
static size_t lookback_roundings(const struct point *point)
{
    return rows_roundings(point) + 2 * point_tiles(point);
}

/* The same in a tile as the others, over the lanes of a round, and a round after the other. */
static size_t ahead_roundings(const struct point *point)
{
    return roundings(point) + 4 * point->values_per_thread + 4 * LANES + 2 * point_tiles(point);
}

#define PAIRS(title, kind, types)                                                                         \
    .name = title, .source = "G. Blelloch, Prefix Sums and Their Applications (1990)", .primitive = kind, \
    .dtypes = types, .takes_initial = true
#define IN_LOG_STEPS                                                                                    \
    "in a group: each thread's elements are joined to a pair of a factor and a term; in log2 T rounds " \
    "every pair takes in the one 1, 2, 4, … threads before it, in shared memory\n"

#define REDUCE_THEN_SCAN(id, kind, types)                                                                \
    const struct implementation id = {                                                                   \
        PAIRS("group/reduce-then-scan", kind, types),                                                    \
        .reverses = (kind) == PRIMITIVE_RECURRENCE,                                                      \
        .deterministic = true,                                                                           \
        .axes = GROUP_AXES | AXIS_BIT(AXIS_VALUES_PER_THREAD),                                           \
        .summary = "the pair of each tile, what precedes each, then each tile from that",                \
        .phases = IN_LOG_STEPS                                                                           \
        "first launch: the group leaves the pair of its tile\n"                                          \
        "second launch: one group scans these pairs from the initial value\n"                            \
        "third launch: each thread goes through its elements again from what precedes them",             \
        GROUP_USES({.kernel = &kernels.pairs_total}, {.kernel = &kernels.pairs_before},                  \
                   {.kernel = &kernels.pairs_tile}),                                                     \
        .preconditions = THREADS_ANY "\n" VALUES_ANY,                                                    \
        .costs_hold = FULL_TILES,                                                                        \
        .costs = COSTS({"device_loads", "6n + 3G + 1"}, {"device_stores", "n + 3G"}, {"launches", "3"}), \
        .supports = geometry_supports,                                                                   \
        .roundings = roundings,                                                                          \
        .scratch_bytes = reduce_then_scan_bytes,                                                         \
        .run = reduce_then_scan_run,                                                                     \
    }

#define CHAINED(id, kind, types)                                                                             \
    const struct implementation id = {                                                                       \
        PAIRS("group/chained", kind, types),                                                                 \
        .reverses = (kind) == PRIMITIVE_RECURRENCE,                                                          \
        .deterministic = true,                                                                               \
        .axes = GROUP_AXES | AXIS_BIT(AXIS_VALUES_PER_THREAD),                                               \
        .summary = "one pass over ticketed tiles, each waiting for the last result of the one before it",    \
        .phases = IN_LOG_STEPS "the group waits for the last result before its tile and publishes its own\n" \
                               "each thread goes through its elements again from what precedes them",        \
        GROUP_USES({.kernel = &kernels.pairs_chained}),                                                      \
        .preconditions = THREADS_ANY "\n" VALUES_ANY NEEDS_PROGRESS,                                         \
        .costs_hold = FULL_TILES ", groups one after the other",                                             \
        .costs = COSTS({"device_loads", "4n + G"}, {"device_stores", "n + G"}, {"atomics", "2G"},            \
                       {"polls", "G - 1"}, {"launches", "1"}),                                               \
        .supports = geometry_supports,                                                                       \
        .roundings = roundings,                                                                              \
        .scratch_bytes = chained_bytes,                                                                      \
        .run = chained_run,                                                                                  \
    }

#define IN_ROWS                                                                                            \
    "each group loads its tile, a subgroup a contiguous run in rows of 16 bytes a lane, all at once\n"     \
    "each lane joins what it has of a row to a pair of a factor and a term; in 5 rounds every pair takes " \
    "in "                                                                                                  \
    "the one 1, 2, 4, … lanes before it; then a row, and a subgroup, after the other\n"

#define ONE_ROUND_OF_PAIRS(id, kind, types)                                                                \
    const struct implementation id = {                                                                     \
        PAIRS("group/one-round", kind, types),                                                             \
        .reverses = (kind) == PRIMITIVE_RECURRENCE,                                                        \
        .deterministic = true,                                                                             \
        .axes = GROUP_AXES | AXIS_BIT(AXIS_VALUES_PER_THREAD) | AXIS_BIT(AXIS_IN_PLACE),                   \
        .summary = "one pass over as many tiles as run at once, each held in registers",                   \
        .phases = IN_ROWS                                                                                  \
        "the group publishes the pair of its tile with the number of the run, in two words that nobody "   \
        "clears\n"                                                                                         \
        "each thread waits for the pair of one group before; these are joined in the same order in every " \
        "run\neach lane goes through its elements from what precedes them",                                \
        GROUP_USES({&kernels.pairs_one_round, .choose = build_that_waits}),                                \
        .preconditions = THREADS_ANY "\n" VALUES_ANY ONE_ROUND,                                            \
        .costs_hold = FULL_TILES ", groups one after the other",                                           \
        .costs = COSTS({"device_loads", "2n + G"}, {"device_stores", "n"}, {"atomics", "2G"},              \
                       {"polls", "G(G - 1)"}, {"launches", "1"}),                                          \
        .supports = geometry_supports_one_round,                                                           \
        .resident_groups = point_tiles,                                                                    \
        .holds_tiles = true,                                                                               \
        .roundings = rows_roundings,                                                                       \
        .kept_bytes = pairs_bytes,                                                                         \
        .run = one_round_run,                                                                              \
    }

#define LOOKBACK(id, kind, types)                                                                            \
    const struct implementation id = {                                                                       \
        PAIRS("group/lookback-subgroup", kind, types),                                                       \
        .reverses = (kind) == PRIMITIVE_RECURRENCE,                                                          \
        .axes = GROUP_AXES | AXIS_BIT(AXIS_VALUES_PER_THREAD) | AXIS_BIT(AXIS_IN_PLACE),                     \
        .summary = "one pass over ticketed tiles, a subgroup looking back over 32 of them at a time",        \
        .phases = "each group draws a ticket, which is the number of its tile\n" IN_ROWS                     \
                  "it publishes the pair of its tile: value, state and the number of the run in each of "    \
                  "two words that nobody clears\n"                                                           \
                  "the first subgroup looks at 32 earlier tiles at a time, joins those after the nearest "   \
                  "one that has published its last result, and publishes its own; on a GPU it waits 1.2 us " \
                  "before it looks and 0.65 us before it looks again\n"                                      \
                  "each lane goes through its elements from what precedes them",                             \
        GROUP_USES({.kernel = &kernels.pairs_lookback_subgroup}),                                            \
        .preconditions = THREADS_ANY "\n" VALUES_ANY NEEDS_TAGS,                                             \
        .costs_hold = FULL_TILES ", groups one after the other",                                             \
        .costs = COSTS({"device_loads", "2n + 1"}, {"device_stores", "n"}, {"atomics", "4G - 1"},            \
                       {"polls", "G < 33 ? G(G - 1) : 64G - 1056"}, {"launches", "1"}),                      \
        .supports = geometry_supports,                                                                       \
        .roundings = lookback_roundings,                                                                     \
        .kept_bytes = lookback_bytes,                                                                        \
        .run = lookback_run,                                                                                 \
    }

#define READ_AHEAD(id, kind, types)                                                                         \
    const struct implementation id = {                                                                      \
        PAIRS("group/read-ahead", kind, types),                                                             \
        .reverses = (kind) == PRIMITIVE_RECURRENCE,                                                         \
        .deterministic = true,                                                                              \
        .axes = GROUP_AXES | AXIS_BIT(AXIS_VALUES_PER_THREAD) | AXIS_BIT(AXIS_STAGES) |                     \
                AXIS_BIT(AXIS_REDUCER_SUBGROUPS) | AXIS_BIT(AXIS_IN_PLACE),                                 \
        .summary = "groups that stay read tiles ahead, join their pairs at once and scan them when their "  \
                   "turn comes",                                                                            \
        .phases = "as scans that read ahead, with a factor beside each element in the ring: those who add " \
                  "up join pairs in the order of elements, those who scan go through their elements from "  \
                  "what precedes them\n"                                                                    \
                  "the pair of a tile depends on the data alone, so nobody waits for a scan",               \
        GROUP_USES({.kernel = &kernels.pairs_ahead}),                                                       \
        .preconditions = AHEAD_SHAPES "; an odd number of them is free of bank conflicts\n" AHEAD_RESIDENT, \
        .costs_hold = "n = Gt with G > 0, P = 1",                                                           \
        .costs = COSTS({"device_loads", "2n + 1"}, {"device_stores", "n"}, {"atomics", "2G"},               \
                       {"polls", "2G"}, {"launches", "1"}),                                                 \
        .supports = geometry_supports_ahead,                                                                \
        .roundings = ahead_roundings,                                                                       \
        .kept_bytes = ahead_bytes,                                                                          \
        .run = ahead_run,                                                                                   \
    }

REDUCE_THEN_SCAN(group_recurrence_reduce_then_scan, PRIMITIVE_RECURRENCE, EVERY_FLOAT);
REDUCE_THEN_SCAN(group_segments_reduce_then_scan, PRIMITIVE_SEGMENTED_SCAN, SEGMENT_TYPES);
CHAINED(group_recurrence_chained, PRIMITIVE_RECURRENCE, EVERY_FLOAT);
CHAINED(group_segments_chained, PRIMITIVE_SEGMENTED_SCAN, SEGMENT_TYPES);
ONE_ROUND_OF_PAIRS(group_recurrence_one_round, PRIMITIVE_RECURRENCE, EVERY_FLOAT);
ONE_ROUND_OF_PAIRS(group_segments_one_round, PRIMITIVE_SEGMENTED_SCAN, SEGMENT_TYPES);
LOOKBACK(group_recurrence_lookback, PRIMITIVE_RECURRENCE, EVERY_FLOAT);
LOOKBACK(group_segments_lookback, PRIMITIVE_SEGMENTED_SCAN, SEGMENT_TYPES);
READ_AHEAD(group_recurrence_ahead, PRIMITIVE_RECURRENCE, EVERY_FLOAT);
READ_AHEAD(group_segments_ahead, PRIMITIVE_SEGMENTED_SCAN, SEGMENT_TYPES);
