/* SPDX-License-Identifier: MIT */
/* The scan in one round of groups: each holds its tile in registers while it waits for the sums of others. */
#include "group/group_scan.h"

/* A packed word a group, of an element and its tag. */
static size_t kept_bytes(const struct point *point)
{
    return point_tiles(point) * 2 * dtype_size((enum dtype)point->dtype);
}

/* In a thread V twice over, a subgroup's lanes and its rows, the subgroups, the groups. */
static size_t roundings(const struct point *point)
{
    return tile_roundings(point) + point->values_per_thread + point_tiles(point) + 16;
}

static void one_round_run(const struct run *run)
{
    const struct scan_one_round_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .initial = &run->initial,
        .sums = program_kept(run),
        .n = run->point->n,
        .inclusive = run->point->scan_mode == MODE_INCLUSIVE,
        .turn = program_turn(run),
    };
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

const struct implementation group_one_round = {
    GROUP_SCAN_OF_ROWS,
    .name = "group/one-round",
    .summary = "one pass over as many tiles as run at once, each held in registers",
    .source = "scanbench",
    .deterministic = true,
    .phases =
        "each group loads its tile, a subgroup a contiguous run in rows of 16 bytes a lane, all at once\n"
        "it adds the tile up and publishes the sum with the number of the run, in one word that nobody "
        "clears\nit scans the rows while the others publish\neach thread waits for the sum of one group "
        "before; these are added in the same order in every run, and so are floats",
    .preconditions = THREADS_ANY "\n" VALUES_ANY ONE_ROUND,
    .costs_hold = FULL_TILES ", groups one after the other",
    .costs = COSTS({"device_loads", "n + G"}, {"device_stores", "n"}, {"atomics", "G"},
                   {"polls", "G(G - 1)/2"}, {"launches", "1"}),
    .supports = geometry_supports_one_round,
    .resident_groups = point_tiles,
    .kept_bytes = kept_bytes,
    .roundings = roundings,
    GROUP_USES({&kernels.scan_one_round, .choose = build_that_waits}),
    .run = one_round_run,
};
