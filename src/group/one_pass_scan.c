/* SPDX-License-Identifier: MIT */
/* The one-pass scans over groups: tiles in the order of tickets, each adding what those before it have
 * published. */
#include "group/group_scan.h"

enum { ALIGNMENT = 64, WORD = sizeof(uint32_t) };

/* Words of state and elements of sums that each tile has. */
struct published {
    unsigned states, sums;
};
static const struct published chained = {1, 1}, lookback = {1, 2}, fallback = {2, 0};

static size_t tiles(const struct point *point)
{
    return divide_up(point->n, point_tile(point));
}

/* Scratch: the ticket, alone in its line, and the states, both zero at the start; then the sums. */
static size_t states_bytes(const struct point *point, struct published each)
{
    return ALIGNMENT + divide_up(tiles(point) * each.states * WORD, ALIGNMENT) * ALIGNMENT;
}

static size_t scratch_bytes(const struct point *point, struct published each)
{
    return states_bytes(point, each) + tiles(point) * each.sums * dtype_size(point->dtype);
}

static void one_pass(const struct run *run, launch_kernel *const *kernels, enum local local,
                     struct published each)
{
    const struct group_scan scan = group_scan_of(run, local);
    char *const scratch = run->scratch;
    struct launch launch = scan.launch;
    union argument *argument = launch.argument;
    launch.local = scan.kernels->local_scan[local];
    (argument++)->in = scan.in;
    (argument++)->out = scan.out;
    (argument++)->in = scan.initial;
    (argument++)->out = scratch;
    (argument++)->out = scratch + ALIGNMENT;
    if (each.sums)
        (argument++)->out = scratch + states_bytes(run->point, each);
    (argument++)->value = scan.levels.n;
    argument->value = scan.inclusive;
    emulate_clear(run, scratch, states_bytes(run->point, each));
    emulate_launch(run, kernels[scan.values], &launch, tiles(run->point));
}

/* The tile's own, then one for each tile before it. */
static size_t roundings(const struct point *point)
{
    return tile_roundings(point) + tiles(point) + 1;
}

#define STRATEGY(strategy)                                                                                \
    static void strategy##_run(const struct run *run, enum local local)                                   \
    {                                                                                                     \
        one_pass(run, emulate_scan_kernels(run->point->isa, run->point->dtype, run->point->op)->strategy, \
                 local, strategy);                                                                        \
    }                                                                                                     \
    static size_t strategy##_scratch(const struct point *point)                                           \
    {                                                                                                     \
        return scratch_bytes(point, strategy);                                                            \
    }
STRATEGY(chained)
STRATEGY(lookback)
STRATEGY(fallback)
#define chained_roundings roundings
#define lookback_roundings roundings
#define fallback_roundings roundings

FOR_EACH_LOCAL_SCAN(GROUP_SCAN, chained, "chained",
                    "one pass over ticketed tiles, each waiting for the sum of all before it", DTYPES_ALL,
                    "S. Yan et al., StreamScan (2013); ")
FOR_EACH_LOCAL_SCAN(GROUP_SCAN, lookback, "lookback",
                    "one pass over ticketed tiles, each walking back over what those before it published",
                    DTYPES_ALL,
                    "D. Merrill, M. Garland, Single-pass Parallel Prefix Scan with Decoupled "
                    "Look-back (2016); ")
FOR_EACH_LOCAL_SCAN(GROUP_SCAN, fallback, "fallback",
                    "one pass with look-back that computes a tile itself rather than wait for it", DTYPES_32,
                    "T. Smith, R. Levien, J. Owens, Decoupled Fallback (2025); ")
