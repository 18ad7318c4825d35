/* SPDX-License-Identifier: MIT */
/* The scan whose groups stay and read ahead of what they scan. */
#include "group/group_scan.h"
#include "kernels/lanes.h"

/* A value and a tag a tile. */
static size_t kept_bytes(const struct point *point)
{
    return point_tiles(point) * 2 * dtype_size((enum dtype)point->dtype);
}

/* Within a tile, over the tiles of a round, and a round after the other. */
static size_t roundings(const struct point *point)
{
    return tile_roundings(point) + 2 * point_tiles(point) + 2 * LANES;
}

static void ahead_run(const struct run *run)
{
    const size_t tiles = point_tiles(run->point), resident = run->engine->resident(run);
    const size_t groups = tiles < resident ? tiles : resident;
    const struct scan_ahead_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .initial = &run->initial,
        .sums = program_kept(run),
        .n = run->point->n,
        .inclusive = run->point->scan_mode == MODE_INCLUSIVE,
        .groups = groups,
        .tag = program_turn(run),
    };
    program_launch(run, 0, &arguments, groups);
}

const struct implementation group_ahead = {
    GROUP_SCAN,
    .name = "group/read-ahead",
    .summary = "groups that stay read tiles ahead, add them up at once and scan them when their turn comes",
    .source = "scanbench",
    .deterministic = true,
    .axes = GROUP_AXES | AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_SCAN_MODE) | AXIS_BIT(AXIS_VALUES_PER_THREAD) |
            AXIS_BIT(AXIS_LANE_SCAN) | AXIS_BIT(AXIS_STAGES) | AXIS_BIT(AXIS_REDUCER_SUBGROUPS) |
            AXIS_BIT(AXIS_IN_PLACE),
    .dtypes = EVERY_DTYPE,
    .phases =
        "P groups stay, as many as run beside each other; group b has tiles b, b + P, b + 2P, …, of which a "
        "ring in shared memory holds the next ones\n"
        "subgroups have roles: one loads tiles, R add up what has come and publish its sum, one adds the "
        "sums of a round for its start, T/32 scan, one stores\n"
        "sums depend on the data alone, so nobody waits for a scan, and floats are added in the same order "
        "in every run",
    .preconditions = AHEAD_SHAPES "; an odd number of them is free of bank conflicts\n" AHEAD_RESIDENT,
    .costs_hold = "n = Gt with G > 0, P = 1",
    .costs = COSTS({"device_loads", "n + 1"}, {"device_stores", "n"}, {"atomics", "G"}, {"polls", "G"},
                   {"launches", "1"}),
    .supports = geometry_supports_ahead,
    .kept_bytes = kept_bytes,
    .roundings = roundings,
    GROUP_USES({.kernel = &kernels.scan_ahead}),
    .run = ahead_run,
};
