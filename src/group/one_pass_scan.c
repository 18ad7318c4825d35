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

/* Scratch: the ticket, alone in its line, and the states, both zero at the start; then the sums. */
static size_t states_bytes(const struct point *point, struct published each)
{
    return ALIGNMENT + divide_up(level_groups(point, 0) * each.states * WORD, ALIGNMENT) * ALIGNMENT;
}

static size_t scratch_bytes(const struct point *point, struct published each)
{
    return states_bytes(point, each) + level_groups(point, 0) * each.sums * dtype_size(point->dtype);
}

static void one_pass(const struct run *run, launch_kernel *const *kernels, enum local local,
                     struct published each)
{
    const struct point *const point = run->point;
    char *const scratch = run->scratch;
    struct launch launch = emulate_start(run);
    union argument *argument = launch.argument;
    unsigned values = 0;
    emulate_values_index(point->values_per_thread, &values);
    launch.local = emulate_scan_kernels(point)->local_scan[local];
    (argument++)->in = run->input;
    (argument++)->out = run->output;
    (argument++)->in = scan_initial(run);
    (argument++)->out = scratch;
    (argument++)->out = scratch + ALIGNMENT;
    if (each.sums)
        (argument++)->out = scratch + states_bytes(point, each);
    (argument++)->value = point->n;
    argument->value = point->mode == MODE_INCLUSIVE;
    emulate_clear(run, scratch, states_bytes(point, each));
    emulate_launch(run, kernels[values], &launch, level_groups(point, 0));
}

/* The tile's own, then one for each tile before it. */
static size_t roundings(const struct point *point)
{
    return tile_roundings(point) + level_groups(point, 0) + 1;
}

#define STRATEGY(strategy)                                                          \
    static void strategy##_run(const struct run *run, enum local local)             \
    {                                                                               \
        one_pass(run, emulate_scan_kernels(run->point)->strategy, local, strategy); \
    }                                                                               \
    static size_t strategy##_scratch(const struct point *point)                     \
    {                                                                               \
        return scratch_bytes(point, strategy);                                      \
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
