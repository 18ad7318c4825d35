/* SPDX-License-Identifier: MIT */
/* The compaction whose groups stay and read ahead of what they move. */
#include "engine/program.h"
#include "group/geometry.h"
#include "group/group_compact.h"
#include "group/levels.h"
#include "group/locals.h"
#include "implementation/implementation.h"
#include "kernels/lanes.h"

/* A word a tile. */
static size_t kept_bytes(const struct point *point)
{
    return point_tiles(point) * sizeof(uint64_t);
}

static void ahead_run(const struct run *run)
{
    const size_t tiles = point_tiles(run->point), resident = run->engine->resident(run);
    const struct compact_ahead_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .total = run->count,
        .counts = program_kept(run),
        .n = run->point->n,
        .groups = tiles < resident ? tiles : resident,
        .turn = count_turn(run),
    };
    if (tiles == 0)
        program_write_count(run, 0);
    program_launch(run, 0, &arguments, arguments.groups);
}

/* Two teams of threads, where a group may have as many: a tile takes longer to gather than to come. */
static void build_teams(const struct point *point, struct build *build)
{
    const uint64_t others = LANES * (point->reducer_subgroups + RING_OTHER_ROLES);
    build->teams = 2 * point->threads_per_group + others <= MAX_THREADS ? 2 : 1;
}

const struct implementation group_compact_ahead = {
    .name = "group/read-ahead",
    .summary = "groups that stay read tiles ahead, count them at once and move them when their turn comes",
    .source = "scanbench",
    .primitive = PRIMITIVE_COMPACT,
    .deterministic = true,
    .axes = GROUP_AXES | AXIS_BIT(AXIS_SELECTIVITY) | AXIS_BIT(AXIS_VALUES_PER_THREAD) |
            AXIS_BIT(AXIS_STAGES) | AXIS_BIT(AXIS_REDUCER_SUBGROUPS) | AXIS_BIT(AXIS_IN_PLACE),
    .dtypes = EVERY_DTYPE,
    .phases =
        "P groups stay, as many as run beside each other; group b has tiles b, b + P, b + 2P, …, of which a "
        "ring in shared memory holds the next ones\n"
        "subgroups have roles: one loads tiles, R count what has come and publish that, one adds the counts "
        "of a round for where its tile goes, T/32 gather the tile in its slot, one stores\n"
        "what is kept begins in its slot as far past 16 bytes as in the output, so that all but its ends "
        "goes "
        "out at once; a thread has V elements side by side, whose place is the sum of the counts on the "
        "lanes "
        "and in the subgroups below",
    .preconditions = AHEAD_SHAPES "; an odd number of them is free of bank conflicts\n" AHEAD_RESIDENT,
    .costs_hold = "n = Gt with G > 0, P = 1",
    .costs = COSTS({"device_loads", "n"}, {"device_stores", "k + 1"}, {"atomics", "G"}, {"polls", "G"},
                   {"launches", "1"}),
    .supports = geometry_supports_ahead,
    .kept_bytes = kept_bytes,
    GROUP_USES({&kernels.compact_ahead, .choose = build_teams}),
    .run = ahead_run,
};
