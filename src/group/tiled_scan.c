/* SPDX-License-Identifier: MIT */
/* The ladder of tiled scans: one launch, each tile on its own. */
#include "group/group.h"

/* The kernels of the ladder have the same parameters. */
static void tiled_scan(const struct run *run)
{
    const struct tiled_naive_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .n = run->point->n,
    };
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

static void build_width(const struct point *point, struct build *build)
{
    build->width = (unsigned)point->vector_width;
}

static size_t roundings(const struct point *point)
{
    return point->values_per_thread + point->threads_per_group + 4;
}

static bool supports_one_value(const struct point *point, struct error *why)
{
    struct point one = *point;
    one.values_per_thread = 1;
    return geometry_supports(&one, why);
}

static const struct cost once_costs[] = {
    {"device_loads", "n"}, {"device_stores", "n"}, {"launches", "1"}, {0}};

#define ROUNDS "each group loads its tile; in log2 T rounds every word takes the one 1, 2, 4, … below it\n"
#define WARP_PHASES                                                                                  \
    "every subgroup scans in registers, last lanes store the sums; the first subgroup scans these\n" \
    "every thread adds what precedes its subgroup"
#define WIDTH_BELOW "\nvector_width is at most values_per_thread; above 1 on CUDA alone, and counted"
#define SUMS_ONLY "\nsums only: what precedes a lane is found by subtraction"

#define LADDER                                                                                       \
    .source = "S. Veitner, Making prefix sum really fast (2025)", .primitive = PRIMITIVE_TILED_SCAN, \
    .deterministic = true, .dtypes = EVERY_DTYPE, .costs_hold = FULL_TILES, .roundings = roundings,  \
    .run = tiled_scan
#define STEPS                                                                                      \
    LADDER, .axes = GROUP_AXES | AXIS_BIT(AXIS_OP), .ops = EVERY_OP, .preconditions = THREADS_ANY, \
            .supports = supports_one_value

const struct implementation group_tiled_naive = {
    STEPS,
    .name = "group/naive",
    .summary = "Hillis-Steele in device memory",
    .phases = ROUNDS "the words stand in device memory, with two barriers a round",
    .costs = COSTS({"device_loads", "G(T + 2A)"}, {"device_stores", "G(T + A)"}, {"launches", "1"}),
    .tile_costs = COSTS({"adds", "A"}, {"barriers", "2L + 1"}, {"steps", "L"}),
    GROUP_USES({&kernels.tiled_naive, .choose = build_width}),
};

const struct implementation group_tiled_shared = {
    STEPS,
    .name = "group/shared",
    .summary = "Hillis-Steele in shared memory",
    .phases = ROUNDS "the words stand in shared memory, with two barriers a round",
    .costs = once_costs,
    .tile_costs = COSTS({"adds", "A"}, {"shared_loads", "T + 2A"}, {"shared_stores", "T + A"},
                        {"barriers", "2L + 1"}, {"steps", "L"}, {"shared_words", "T"}),
    GROUP_USES({&kernels.tiled_shared, .choose = build_width}),
};

const struct implementation group_tiled_double_buffer = {
    STEPS,
    .name = "group/double-buffer",
    .summary = "Hillis-Steele between two alternating arrays of shared memory",
    .phases = ROUNDS "the words move between two arrays of shared memory, with one barrier a round",
    .costs = once_costs,
    .tile_costs = COSTS({"adds", "A"}, {"shared_loads", "TL + A + T"}, {"shared_stores", "T + TL"},
                        {"barriers", "L + 1"}, {"steps", "L"}, {"shared_words", "2T"}),
    GROUP_USES({&kernels.tiled_double_buffer, .choose = build_width}),
};

const struct implementation group_tiled_warp = {
    LADDER,
    .name = "group/warp",
    .summary = "every subgroup scans in registers, then the first one their sums",
    .axes = GROUP_AXES | AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_LANE_SCAN),
    .ops = 1u << OP_SUM,
    .phases = "each group loads its tile, one value a thread\n" WARP_PHASES,
    .preconditions = THREADS_ANY SUMS_ONLY,
    .costs = once_costs,
    /* Steps: D rounds, the last lane's add, D rounds, the subgroup's prefix, the own value. */
    .tile_costs = COSTS({"adds", "N(S + 1) + S + 2T"}, {"subs", "T + 32"}, {"shuffles", "D(S + 1)"},
                        {"shared_loads", "S + T"}, {"shared_stores", "2S"}, {"barriers", "2"},
                        {"steps", "2D + 3"}, {"shared_words", "S"}),
    .subtracts = true,
    .supports = supports_one_value,
    GROUP_USES({&kernels.tiled_warp, .choose = build_width}),
};

const struct implementation group_tiled_coarsened = {
    LADDER,
    .name = "group/coarsened",
    .summary = "several serial values a thread, then as warp",
    .axes = GROUP_AXES | AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_LANE_SCAN) | AXIS_BIT(AXIS_VALUES_PER_THREAD) |
            AXIS_BIT(AXIS_VECTOR_WIDTH),
    .ops = 1u << OP_SUM,
    .phases =
        "each group loads its tile; every thread scans its V values serially\n" WARP_PHASES " and its lane",
    .preconditions = THREADS_ANY "\n" VALUES_ANY WIDTH_BELOW SUMS_ONLY,
    .costs = once_costs,
    .tile_costs = COSTS({"adds", "N(S + 1) + S + T + 2TV"}, {"subs", "T + 32"}, {"shuffles", "D(S + 1)"},
                        {"shared_loads", "S + T"}, {"shared_stores", "2S"}, {"barriers", "2"},
                        {"steps", "V + 2D + 3"}, {"shared_words", "S"}),
    .subtracts = true,
    .supports = geometry_supports_width,
    GROUP_USES({&kernels.tiled_coarsened, .choose = build_width}),
};
