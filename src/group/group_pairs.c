/* SPDX-License-Identifier: MIT */
/* Recurrences and segmented scans over groups, as scans of pairs: reduce-then-scan; one pass over ticketed
 * tiles; by groups that stay and read ahead of what they scan. */
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

/* Scratch: the ticket, alone in its line, and a state a tile, both zero at the start; then the last results.
 */
static size_t states_bytes(const struct point *point)
{
    return CACHE_LINE + divide_up(point_tiles(point) * sizeof(uint32_t), CACHE_LINE) * CACHE_LINE;
}

static void chained_run(const struct run *run)
{
    char *const scratch = run->scratch;
    const struct pairs_chained_arguments arguments = {
        PAIRS_ARGUMENTS(run),
        .values = run->point->values_per_thread,
        .out = run->output,
        .initial = &run->initial,
        .ticket = (uint32_t *)scratch,
        .state = (uint32_t *)(scratch + CACHE_LINE),
        .sums = scratch + states_bytes(run->point),
    };
    run->engine->clear(run, scratch, states_bytes(run->point));
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

static size_t chained_bytes(const struct point *point)
{
    return states_bytes(point) + point_tiles(point) * dtype_size(point->dtype);
}

/* A pair a tile, in two packed words of an element and a tag each, of rounds that have room for at most twice
 * as many; the last one may have a tile alone. */
static size_t ahead_bytes(const struct point *point)
{
    enum { PAIR_ELEMS = 4, ROOM = 4 };
    return point_tiles(point) * PAIR_ELEMS * ROOM * dtype_size(point->dtype);
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

/* The same in a tile as the others, over the lanes of a round, and a round after the other. */
static size_t ahead_roundings(const struct point *point)
{
    return roundings(point) + 4 * point->values_per_thread + 4 * LANES + 2 * point_tiles(point);
}

#define PAIRS(title, kind, types)                                                                         \
    .name = title, .source = "G. Blelloch, Prefix Sums and Their Applications (1990)", .primitive = kind, \
    .dtypes = types, .deterministic = true, .takes_initial = true
#define IN_LOG_STEPS                                                                                    \
    "in a group: each thread's elements are joined to a pair of a factor and a term; in log2 T rounds " \
    "every pair takes in the one 1, 2, 4, … threads before it, in shared memory\n"

#define REDUCE_THEN_SCAN(id, kind, types)                                                                \
    const struct implementation id = {                                                                   \
        PAIRS("group/reduce-then-scan", kind, types),                                                    \
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

#define READ_AHEAD(id, kind, types)                                                                         \
    const struct implementation id = {                                                                      \
        PAIRS("group/read-ahead", kind, types),                                                             \
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
READ_AHEAD(group_recurrence_ahead, PRIMITIVE_RECURRENCE, EVERY_FLOAT);
READ_AHEAD(group_segments_ahead, PRIMITIVE_SEGMENTED_SCAN, SEGMENT_TYPES);
