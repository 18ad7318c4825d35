/* SPDX-License-Identifier: MIT */
/* The ladder of tiled scans: one launch, each tile on its own. */
#include "group/geometry.h"
#include "group/levels.h"
#include "group/locals.h"
#include "implementation/implementation.h"

/* The kernels of the ladder have the same parameters. */
static void tiled_scan(const struct run *run)
{
    const struct tiled_naive_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .n = run->point->n,
    };
    program_launch(run, 0, &arguments, divide_up(run->point->n, point_tile(run->point)));
}

static void build_width(const struct point *point, struct build *build)
{
    build->width = (unsigned)point->load_width;
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

static const struct cost naive_costs[] = {
    {"device_loads", "G(T + 2A)"}, {"device_stores", "G(T + A)"}, {"launches", "1"}, {0}};
static const struct cost once_costs[] = {
    {"device_loads", "n"}, {"device_stores", "n"}, {"launches", "1"}, {0}};

static const struct cost naive_tile_costs[] = {{"adds", "A"}, {"barriers", "2L + 1"}, {"steps", "L"}, {0}};
static const struct cost shared_tile_costs[] = {{"adds", "A"},
                                                {"shared_loads", "T + 2A"},
                                                {"shared_stores", "T + A"},
                                                {"barriers", "2L + 1"},
                                                {"steps", "L"},
                                                {"shared_words", "T"},
                                                {0}};
static const struct cost double_buffer_tile_costs[] = {{"adds", "A"},
                                                       {"shared_loads", "TL + A + T"},
                                                       {"shared_stores", "T + TL"},
                                                       {"barriers", "L + 1"},
                                                       {"steps", "L"},
                                                       {"shared_words", "2T"},
                                                       {0}};

/* Steps: D rounds, the last lane's add, D rounds, the simdgroup's prefix, the own value, and the hand-off. */
static const struct cost warp_tile_costs[] = {
    {"adds", "N(S + 1) + S + 2T"}, {"subs", "T + 32"},      {"shuffles", "D(S + 1)"},
    {"shared_loads", "S + T"},     {"shared_stores", "2S"}, {"barriers", "2"},
    {"steps", "2D + 3"},           {"shared_words", "S"},   {0}};
static const struct cost coarsened_tile_costs[] = {{"adds", "N(S + 1) + S + T + 2TV"},
                                                   {"subs", "T + 32"},
                                                   {"shuffles", "D(S + 1)"},
                                                   {"shared_loads", "S + T"},
                                                   {"shared_stores", "2S"},
                                                   {"barriers", "2"},
                                                   {"steps", "V + 2D + 3"},
                                                   {"shared_words", "S"},
                                                   {0}};

#define ROUNDS "each group loads its tile; in log2 T rounds every word takes the one 1, 2, 4, … below it\n"
#define naive_phases ROUNDS "the words stand in device memory, with two barriers a round"
#define shared_phases ROUNDS "the words stand in shared memory, with two barriers a round"
#define double_buffer_phases \
    ROUNDS "the words move between two arrays of shared memory, with one barrier a round"
#define WARP_PHASES                                                                                    \
    "every simdgroup scans in registers, last lanes store the sums; the first simdgroup scans these\n" \
    "every thread adds what precedes its simdgroup"
#define warp_phases "each group loads its tile, one value a thread\n" WARP_PHASES
#define coarsened_phases \
    "each group loads its tile; every thread scans its V values serially\n" WARP_PHASES " and its lane"
#define WIDTH_BELOW "\nload_width is at most values_per_thread"
#define SUMS_ONLY "\nsums only: what precedes a lane is found by subtraction"

#define TILED(kernel, spelling, operators, extra, can, requires, traffic, flow)                     \
    static const struct kernel_use kernel##_uses[] = {{&kernels.tiled_##kernel, build_width}, {0}}; \
    const struct implementation group_tiled_##kernel = {                                            \
        .name = "group/" spelling,                                                                  \
        .summary = flow,                                                                            \
        .source = "S. Veitner, Making prefix sum really fast (2025)",                               \
        .primitive = PRIMITIVE_TILED_SCAN,                                                          \
        .family = FAMILY_GROUP,                                                                     \
        .axes = GROUP_AXES | AXIS_BIT(AXIS_OP) | (extra),                                           \
        .dtypes = EVERY_DTYPE,                                                                      \
        .ops = operators,                                                                           \
        .phases = kernel##_phases,                                                                  \
        .preconditions = requires,                                                                  \
        .costs_hold = FULL_TILES,                                                                   \
        .costs = traffic,                                                                           \
        .tile_costs = kernel##_tile_costs,                                                          \
        .subtracts = (operators) == 1u << OP_SUM,                                                   \
        .supports = can,                                                                            \
        .roundings = roundings,                                                                     \
        .kernels = kernel##_uses,                                                                   \
        .prepare = program_prepare,                                                                 \
        .finish = program_finish,                                                                   \
        .run = tiled_scan,                                                                          \
    };

TILED(naive, "naive", EVERY_OP, 0, supports_one_value, THREADS_ANY, naive_costs,
      "Hillis-Steele in device memory")
TILED(shared, "shared", EVERY_OP, 0, supports_one_value, THREADS_ANY, once_costs,
      "Hillis-Steele in shared memory")
TILED(double_buffer, "double-buffer", EVERY_OP, 0, supports_one_value, THREADS_ANY, once_costs,
      "Hillis-Steele between two arrays of shared memory in turn")
TILED(warp, "warp", 1u << OP_SUM, AXIS_BIT(AXIS_NETWORK), supports_one_value, THREADS_ANY SUMS_ONLY,
      once_costs, "every simdgroup scans in registers, then the first one their sums")
TILED(coarsened, "coarsened", 1u << OP_SUM,
      AXIS_BIT(AXIS_NETWORK) | AXIS_BIT(AXIS_VALUES_PER_THREAD) | AXIS_BIT(AXIS_LOAD_WIDTH),
      geometry_supports_width, THREADS_ANY "\n" VALUES_ANY WIDTH_BELOW SUMS_ONLY, once_costs,
      "several serial values a thread, then as warp")
