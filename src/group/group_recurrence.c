/* SPDX-License-Identifier: MIT */
/* Recurrences over groups, as scans of pairs: reduce-then-scan, and one pass over ticketed tiles. */
#include "base/buffer.h"
#include "group/group.h"

/* Of the arguments of a kernel what a run gives to all that read the inputs. */
#define RECURRENCE_ARGUMENTS(run) \
    .x = (run)->input, .a = (run)->second, .n = (run)->point->n, .values = (run)->point->values_per_thread

/* Scratch: a pair a tile, then what precedes each. */
static void reduce_then_scan_run(const struct run *run)
{
    const size_t tiles = point_tiles(run->point), size = dtype_size(run->point->dtype);
    void *const before = (char *)run->scratch + 2 * tiles * size;
    const struct recurrence_total_arguments total = {
        RECURRENCE_ARGUMENTS(run),
        .totals = run->scratch,
    };
    const struct recurrence_before_arguments join = {
        .totals = run->scratch,
        .initial = &run->initial,
        .before = before,
        .tiles = tiles,
    };
    const struct recurrence_tile_arguments tile = {
        RECURRENCE_ARGUMENTS(run),
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
    const struct recurrence_chained_arguments arguments = {
        RECURRENCE_ARGUMENTS(run),
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

/* Beside what the verifier counts for each coefficient: sums with what precedes a value, in steps across a
 * group and across tiles. */
static size_t roundings(const struct point *point)
{
    (void)point;
    enum { STEPS_MOST = 10 /* log2 of the largest group */ };
    return 4 * STEPS_MOST + 4;
}

#define RECURRENCE                                                                                         \
    .source = "G. Blelloch, Prefix Sums and Their Applications (1990)", .primitive = PRIMITIVE_RECURRENCE, \
    .axes = GROUP_AXES | AXIS_BIT(AXIS_VALUES_PER_THREAD), .dtypes = EVERY_FLOAT, .deterministic = true,   \
    .takes_initial = true, .supports = geometry_supports, .roundings = roundings
#define PAIRS                                                                                           \
    "in a group: each thread's elements are joined to a pair of a factor and a term; in log2 T rounds " \
    "every pair takes in the one 1, 2, 4, … threads before it, in shared memory\n"

const struct implementation group_recurrence_reduce_then_scan = {
    RECURRENCE,
    .name = "group/reduce-then-scan",
    .summary = "the pair of each tile, what precedes each, then each tile from that",
    .phases = PAIRS "first launch: the group leaves the pair of its tile\n"
                    "second launch: one group scans these pairs from the initial value\n"
                    "third launch: each thread goes through its elements again from what precedes them",
    GROUP_USES({.kernel = &kernels.recurrence_total}, {.kernel = &kernels.recurrence_before},
               {.kernel = &kernels.recurrence_tile}),
    .preconditions = THREADS_ANY "\n" VALUES_ANY,
    .costs_hold = FULL_TILES,
    .costs = COSTS({"device_loads", "6n + 3G + 1"}, {"device_stores", "n + 3G"}, {"launches", "3"}),
    .scratch_bytes = reduce_then_scan_bytes,
    .run = reduce_then_scan_run,
};

const struct implementation group_recurrence_chained = {
    RECURRENCE,
    .name = "group/chained",
    .summary = "one pass over ticketed tiles, each waiting for the last result of the one before it",
    .phases = PAIRS "the group waits for the last result before its tile and publishes its own\n"
                    "each thread goes through its elements again from what precedes them",
    GROUP_USES({.kernel = &kernels.recurrence_chained}),
    .preconditions = THREADS_ANY "\n" VALUES_ANY NEEDS_PROGRESS,
    .costs_hold = FULL_TILES ", groups one after the other",
    .costs = COSTS({"device_loads", "4n + G"}, {"device_stores", "n + G"}, {"atomics", "2G"},
                   {"polls", "G - 1"}, {"launches", "1"}),
    .scratch_bytes = chained_bytes,
    .run = chained_run,
};
