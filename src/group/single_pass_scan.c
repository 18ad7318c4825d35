/* SPDX-License-Identifier: MIT */
/* The scans over groups that read each element once: tiles in the order of tickets, each adding what those
 * before it have published; in one round of groups, which hold their tiles in registers meanwhile; by groups
 * that stay and read ahead of what they scan. */
#include "base/buffer.h"
#include "group/group.h"
#include "kernels/lanes.h"

enum { FALLBACK_WORDS = 2 }; /* of state a tile */

/* The tile's own, then one for each tile before it. */
static size_t roundings(const struct point *point)
{
    return tile_roundings(point) + point_tiles(point) + 1;
}

/* Which of two kernels scans: that of the whole array, or that of rows, which those that take rows have as
 * their second. */
enum { WHOLE, ROWS };

static bool is_whole(const struct point *point)
{
    return point->row_length == 0;
}

static bool has_rows(const struct point *point)
{
    return point->row_length > 0;
}

static bool rows_supported(const struct point *point, struct error *why)
{
    if (is_whole(point) || dtype_is_plain((enum dtype)point->dtype))
        return true;
    return error_set(why, EXIT_USAGE, "rows are scanned in the type that they are read in");
}

/* The kernels of group/chained and group/lookback have the same parameters and states. */
static void one_pass_run(const struct run *run)
{
    const struct published published = published_begin(run, 1);
    const struct scan_lookback_arguments arguments = {
        SCAN_ARGUMENTS(run),
        .ticket = published.ticket,
        .state = published.states,
        .sums = published.sums,
    };
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

/* Where most tiles are to be late: all but one of so many, so that fallbacks and looks that succeed take
 * turns. */
enum { LATE_PERIOD = 3 };

static void fallback_run(const struct run *run)
{
    const struct published published = published_begin(run, FALLBACK_WORDS);
    const struct scan_fallback_arguments arguments = {
        SCAN_ARGUMENTS(run),
        .ticket = published.ticket,
        .state = published.states,
        .period = run->unanswered ? LATE_PERIOD : 1,
    };
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

/* A packed word a tile: an element and its tag. */
static size_t words_bytes(const struct point *point)
{
    return point_tiles(point) * 2 * sum_bytes(point);
}

/* The same after the ticket, alone in its line. */
static size_t lookback_subgroup_kept(const struct point *point)
{
    return CACHE_LINE + words_bytes(point);
}

static void lookback_subgroup_run(const struct run *run)
{
    char *const kept = program_kept(run);
    const struct scan_lookback_subgroup_arguments arguments = {
        SCAN_ARGUMENTS(run),
        .ticket = (uint32_t *)kept,
        .states = kept + CACHE_LINE,
        .tiles = point_tiles(run->point),
        .turn = program_turn(run) << STATE_BITS,
        .first_look = FIRST_LOOK_NS,
        .next_look = NEXT_LOOK_NS,
    };
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

static size_t chained_scratch(const struct point *point)
{
    return states_bytes(point, 1) + point_tiles(point) * sum_bytes(point);
}

static size_t lookback_scratch(const struct point *point)
{
    return states_bytes(point, 1) + 2 * point_tiles(point) * sum_bytes(point);
}

static size_t fallback_scratch(const struct point *point)
{
    return states_bytes(point, FALLBACK_WORDS);
}

/* Groups that run to completion one after the other find what they wait for at the first look. */
#define ONE_PASS_HOLD FULL_TILES ", groups one after the other"
#define TICKET "each group draws a ticket, which is the number of its tile, and scans the tile\n"

const struct implementation group_chained = {
    GROUP_SCAN_BY_LOCALS,
    .name = "group/chained",
    .reverses = true,
    .summary = "one pass over ticketed tiles, each waiting for the sum of all before it",
    .source = "S. Yan et al., StreamScan (2013)",
    .deterministic = true,
    .axes = GROUP_SCAN_AXES,
    .dtypes = EVERY_DTYPE | EVERY_CONVERTED_DTYPE,
    .phases =
        TICKET "it waits for the sum of all up to the tile before, publishes that with its own, and adds it",
    .preconditions = THREADS_ANY "\n" VALUES_ANY NEEDS_PROGRESS,
    .costs_hold = ONE_PASS_HOLD,
    .costs = COSTS({"device_loads", "n + G"}, {"device_stores", "n + G"}, {"atomics", "2G"},
                   {"polls", "G - 1"}, {"launches", "1"}),
    .scratch_bytes = chained_scratch,
    .roundings = roundings,
    GROUP_USES({&kernels.scan_chained, .choose = build_scan}),
    .run = one_pass_run,
};

const struct implementation group_lookback = {
    GROUP_SCAN_BY_LOCALS,
    .name = "group/lookback",
    .reverses = true,
    .summary = "one pass over ticketed tiles, each walking back over what those before it published",
    .source = "D. Merrill, M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back (2016)",
    .axes = GROUP_SCAN_AXES,
    .dtypes = EVERY_DTYPE | EVERY_CONVERTED_DTYPE,
    .phases = TICKET "it publishes the tile's own sum, walks back over what earlier tiles have published "
                     "until one has the sum of all before it, publishes that with its own, and adds it",
    .preconditions = THREADS_ANY "\n" VALUES_ANY NEEDS_PROGRESS,
    .costs_hold = ONE_PASS_HOLD,
    .costs = COSTS({"device_loads", "n + G"}, {"device_stores", "n + 2G - 1"}, {"atomics", "3G - 1"},
                   {"polls", "G - 1"}, {"launches", "1"}),
    .scratch_bytes = lookback_scratch,
    .roundings = roundings,
    GROUP_USES({&kernels.scan_lookback, .choose = build_scan}),
    .run = one_pass_run,
};

const struct implementation group_lookback_subgroup = {
    GROUP_SCAN_OF_ROWS,
    .name = "group/lookback-subgroup",
    .reverses = true,
    .summary = "one pass over ticketed tiles, a subgroup looking back over 32 of them at a time",
    .source = "D. Merrill, M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back (2016); "
              "NVIDIA CUB",
    .phases = TICKET
    "it publishes the tile's own sum: value, state and the number of the run in one word that nobody clears\n"
    "the first subgroup looks at 32 earlier tiles at a time, adds those after the nearest one that has "
    "published the sum of all before it, and publishes that with its own; on a GPU it waits 1.2 us before it "
    "looks and 0.65 us before it looks again\nall scan their rows of 16 bytes a lane and add it",
    .preconditions = THREADS_ANY "\n" VALUES_ANY NEEDS_TAGS,
    .costs_hold = ONE_PASS_HOLD,
    .costs = COSTS({"device_loads", "n + 1"}, {"device_stores", "n"}, {"atomics", "3G"},
                   {"polls", "G < 33 ? G(G - 1)/2 : 32G - 528"}, {"launches", "1"}),
    .supports = geometry_supports,
    .kept_bytes = lookback_subgroup_kept,
    .roundings = roundings,
    GROUP_USES({.kernel = &kernels.scan_lookback_subgroup}),
    .run = lookback_subgroup_run,
};

/* A tile is read again by those that fall back on it, when it may be overwritten: not in place. */
const struct implementation group_fallback = {
    GROUP_SCAN_BY_LOCALS,
    .name = "group/fallback",
    .falls_back = true,
    .summary = "one pass with look-back that computes a tile itself rather than wait for it",
    .source = "T. Smith, R. Levien, J. Owens, Decoupled Fallback (2025)",
    .axes = GROUP_SCAN_AXES & ~AXIS_BIT(AXIS_IN_PLACE),
    .dtypes = EVERY_DTYPE_OF_32,
    .phases = TICKET
    "it walks back as look-back does, but after 4 looks in vain the whole group computes the missing tile's "
    "sum itself and publishes it unless its owner was faster; F such tiles cost F t loads more",
    .preconditions = THREADS_ANY
    "\n" VALUES_ANY
    "\nno promise of progress and no fence: a sum travels in two tagged atomic words\nnot in place",
    .costs_hold = ONE_PASS_HOLD,
    .costs = COSTS({"device_loads", "n + 1"}, {"device_stores", "n"}, {"atomics", "5G - 2"},
                   {"polls", "2(G - 1)"}, {"launches", "1"}),
    .scratch_bytes = fallback_scratch,
    .roundings = roundings,
    GROUP_USES({&kernels.scan_fallback, .choose = build_scan}),
    .run = fallback_run,
};

/* In a thread V twice over, a subgroup's lanes and its rows, the subgroups, the groups. */
static size_t one_round_roundings(const struct point *point)
{
    return tile_roundings(point) + point->values_per_thread + point_tiles(point) + 16;
}

static bool one_round_supports(const struct point *point, struct error *why)
{
    return geometry_supports_one_round(point, why) && rows_supported(point, why);
}

static void one_round_rows_run(const struct run *run)
{
    const struct scan_one_round_rows_arguments arguments = {
        SCAN_ARGUMENTS(run),
        .sums = program_kept(run),
        .row = row_of(run->point),
        .turn = program_turn(run),
    };
    program_launch(run, ROWS, &arguments, point_tiles(run->point));
}

static void one_round_run(const struct run *run)
{
    if (has_rows(run->point)) {
        one_round_rows_run(run);
        return;
    }
    const struct scan_one_round_arguments arguments = {
        SCAN_ARGUMENTS(run),
        .sums = program_kept(run),
        .turn = program_turn(run),
    };
    program_launch(run, WHOLE, &arguments, point_tiles(run->point));
}

const struct implementation group_one_round = {
    GROUP_SCAN,
    .axes = GROUP_ROWS_AXES | AXIS_BIT(AXIS_ROW_LENGTH),
    .dtypes = EVERY_DTYPE | EVERY_CONVERTED_DTYPE,
    .name = "group/one-round",
    .reverses = true,
    .summary = "one pass over as many tiles as run at once, each held in registers",
    .source = "scanbench",
    .deterministic = true,
    .phases =
        "each group loads its tile, a subgroup a contiguous run in rows of 16 bytes a lane, all at once\n"
        "each subgroup adds up its run; the first thread adds these up and publishes the sum with the number "
        "of the run, in one word that nobody clears\nthe group scans its rows while the others publish\n"
        "each thread waits for the sum of one group before; these are added in the same order in every run, "
        "and so are floats\n"
        "of rows a group publishes what its last row has in it, and waits only for groups that have "
        "something "
        "of its first row",
    .preconditions = THREADS_ANY "\n" VALUES_ANY ONE_ROUND,
    .costs_hold = FULL_TILES ", groups one after the other",
    .costs = COSTS({"device_loads", "n + G"}, {"device_stores", "n"}, {"atomics", "G"},
                   {"polls", "G(G - 1)/2"}, {"launches", "1"}),
    .supports = one_round_supports,
    .resident_groups = point_tiles,
    .holds_tiles = true,
    .kept_bytes = words_bytes,
    .roundings = one_round_roundings,
    GROUP_USES([WHOLE] = {&kernels.scan_one_round, .choose = build_that_waits, .needed = is_whole},
               [ROWS] = {&kernels.scan_one_round_rows, .choose = build_that_waits, .needed = has_rows}),
    .run = one_round_run,
};

/* Within a tile, over the tiles of a round, and a round after the other. */
static size_t ahead_roundings(const struct point *point)
{
    return tile_roundings(point) + 2 * point_tiles(point) + 2 * LANES;
}

static bool ahead_supports(const struct point *point, struct error *why)
{
    return geometry_supports_ahead(point, why) && rows_supported(point, why);
}

static void ahead_rows_run(const struct run *run, size_t groups)
{
    const struct scan_rows_ahead_arguments arguments = {
        SCAN_ARGUMENTS(run), .sums = program_kept(run), .row = row_of(run->point),
        .groups = groups,    .tag = program_turn(run),
    };
    program_launch(run, ROWS, &arguments, groups);
}

static void ahead_run(const struct run *run)
{
    const size_t tiles = point_tiles(run->point), resident = run->engine->resident(run);
    const size_t groups = tiles < resident ? tiles : resident;
    if (has_rows(run->point)) {
        ahead_rows_run(run, groups);
        return;
    }
    const struct scan_ahead_arguments arguments = {
        SCAN_ARGUMENTS(run),
        .sums = program_kept(run),
        .groups = groups,
        .tag = program_turn(run),
    };
    program_launch(run, WHOLE, &arguments, groups);
}

const struct implementation group_ahead = {
    GROUP_SCAN,
    .name = "group/read-ahead",
    .reverses = true,
    .summary = "groups that stay read tiles ahead, add them up at once and scan them when their turn comes",
    .source = "scanbench",
    .deterministic = true,
    .axes = GROUP_AXES | AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_SCAN_MODE) | AXIS_BIT(AXIS_VALUES_PER_THREAD) |
            AXIS_BIT(AXIS_LANE_SCAN) | AXIS_BIT(AXIS_STAGES) | AXIS_BIT(AXIS_REDUCER_SUBGROUPS) |
            AXIS_BIT(AXIS_IN_PLACE) | AXIS_BIT(AXIS_ROW_LENGTH),
    .dtypes = EVERY_DTYPE | EVERY_CONVERTED_DTYPE,
    .phases =
        "P groups stay, as many as run beside each other; group b has tiles b, b + P, b + 2P, …, of which a "
        "ring in shared memory holds the next ones\n"
        "subgroups have roles: one loads tiles; R add up what has come, publish its sum and leave what "
        "precedes each thread's values; three taking turns add the sums of a round for the start of its "
        "tile; "
        "two teams of T/32 that alternate scan a tile; one stores, but what grows or fits a cache is stored "
        "by "
        "those that scan\n"
        "sums depend on the data alone, so nobody waits for a scan, and floats are added in the same order "
        "in every run\n"
        "of rows a tile publishes what its last row has in it, and what is added begins where the row does; "
        "groups still wait for all sums of a round, so that they stay together",
    .preconditions =
        AHEAD_SHAPES ", of sums; an odd number of them is free of bank conflicts\n" AHEAD_RESIDENT,
    .costs_hold = "n = Gt with G > 0, P = 1",
    .costs = COSTS({"device_loads", "n + 1"}, {"device_stores", "n"}, {"atomics", "G"}, {"polls", "G"},
                   {"launches", "1"}),
    .supports = ahead_supports,
    .kept_bytes = words_bytes,
    .roundings = ahead_roundings,
    GROUP_USES([WHOLE] = {.kernel = &kernels.scan_ahead, .needed = is_whole},
               [ROWS] = {.kernel = &kernels.scan_rows_ahead, .needed = has_rows}),
    .run = ahead_run,
};
