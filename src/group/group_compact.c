/* SPDX-License-Identifier: MIT */
/* Counts and compactions over groups: a count a simdgroup's sequence or a group's tile, scanned, then moved;
 * or all in one pass. */
#include "cpu/tables.h"
#include "engine/emulate/emulate.h"
#include "engine/emulate/emulate_compact.h"
#include "engine/model/model_kernels.h"
#include "group/group_implementations.h"
#include "group/group_reduce.h"
#include "group/group_scan.h"
#include "group/locals.h"

#include <assert.h>

/* Sequences that simdgroups own; the tiles in which counts are scanned and added. */
enum { SEQUENCES = 512, SIMDGROUP_LANES = 32, COUNT_THREADS = 256, COUNT_VALUES = 8, CACHE_LINE = 64 };

TABLES(struct compact_kernels, emulate_compact);

static const struct compact_kernels *kernels_of(const struct run *run)
{
    if (run->point->isa == ISA_NONE)
        return &model_compact_kernels;
    assert(emulate_compact_tables[run->point->isa][run->point->dtype]);
    return emulate_compact_tables[run->point->isa][run->point->dtype];
}

/* How the elements are divided: `counts` parts, one a simdgroup or one a group. */
struct division {
    size_t groups, counts;
    size_t length; /* elements a part */
};

static struct division by_sequence(const struct point *point)
{
    const size_t simdgroups = point->threads_per_group / SIMDGROUP_LANES;
    const size_t groups = divide_up(SEQUENCES, simdgroups);
    const size_t step = SIMDGROUP_LANES * point->load_width;
    const size_t length = divide_up(divide_up(point->n, groups * simdgroups), step) * step;
    return (struct division){groups, groups * simdgroups, length};
}

static struct division by_block(const struct point *point)
{
    const size_t length = point->threads_per_group * point->load_width;
    const size_t groups = divide_up(point->n, length);
    return (struct division){groups, groups, length};
}

static struct levels levels_of_counts(size_t counts)
{
    return (struct levels){counts, COUNT_THREADS * COUNT_VALUES, sizeof(uint64_t)};
}

static size_t array_bytes(size_t counts)
{
    return divide_up(counts * sizeof(uint64_t), CACHE_LINE) * CACHE_LINE;
}

/* Scratch: the counts, their scan, the levels of either. */
static size_t division_scratch(struct division division)
{
    const struct levels levels = levels_of_counts(division.counts);
    return 2 * array_bytes(division.counts) + levels_bytes(&levels);
}

static size_t sequence_scratch(const struct point *point)
{
    return division_scratch(by_sequence(point));
}

static size_t block_scratch(const struct point *point)
{
    return division_scratch(by_block(point));
}

static void *offsets_of(const struct run *run, struct division division)
{
    return (char *)run->scratch + array_bytes(division.counts);
}

static void *levels_scratch(const struct run *run, struct division division)
{
    return (char *)run->scratch + 2 * array_bytes(division.counts);
}

static struct launch start(const struct run *run)
{
    struct launch launch = emulate_start(run);
    launch.values =
        (unsigned)(run->point->load_width ? run->point->load_width : run->point->values_per_thread);
    launch.argument[0].in = run->input;
    return launch;
}

/* How the arrays of counts are worked on: 64-bit sums. */
static struct launch start_counts(const struct run *run, unsigned *values)
{
    struct launch launch = emulate_start(run);
    launch.threads = COUNT_THREADS;
    launch.values = COUNT_VALUES;
    launch.dtype = DTYPE_U64;
    launch.op = OP_SUM;
    emulate_values_index(COUNT_VALUES, values);
    return launch;
}

static void count_parts(const struct run *run, struct division division, launch_kernel *kernel)
{
    struct launch launch = start(run);
    launch.argument[1].out = run->scratch;
    launch.argument[2].value = run->point->n;
    launch.argument[3].value = division.length;
    emulate_launch(run, kernel, &launch, division.groups);
}

static void add_counts(const struct run *run, struct division division)
{
    struct group_reduce reduce = {
        .run = run,
        .levels = levels_of_counts(division.counts),
        .in = run->scratch,
        .out = run->count,
        .scratch = levels_scratch(run, division),
        .layout = LAYOUT_BLOCKED,
        .width = 1,
        .kernels = emulate_scan_kernels(run->point->isa, DTYPE_U64, OP_SUM),
        .local = LOCAL_RAKING,
    };
    reduce.launch = start_counts(run, &reduce.values);
    if (division.counts > 0)
        reduce_levels(&reduce);
    else if (run->worker == 0)
        *run->count = 0;
}

static void scan_counts(const struct run *run, struct division division)
{
    static const uint64_t nothing = 0;
    const uint64_t *const counts = run->scratch, *const offsets = offsets_of(run, division);
    struct group_scan scan = {
        .run = run,
        .levels = levels_of_counts(division.counts),
        .in = counts,
        .out = offsets_of(run, division),
        .initial = &nothing,
        .scratch = levels_scratch(run, division),
        .kernels = emulate_scan_kernels(run->point->isa, DTYPE_U64, OP_SUM),
        .local = LOCAL_RAKING,
    };
    scan.launch = start_counts(run, &scan.values);
    reduce_then_scan(&scan);
    const size_t last = division.counts - 1;
    if (run->worker == 0)
        *run->count = division.counts > 0 ? offsets[last] + counts[last] : 0;
}

static void move_parts(const struct run *run, struct division division, launch_kernel *kernel)
{
    struct launch launch = start(run);
    launch.argument[1].out = run->output;
    launch.argument[2].in = offsets_of(run, division);
    launch.argument[3].value = run->point->n;
    launch.argument[4].value = division.length;
    emulate_launch(run, kernel, &launch, division.groups);
}

static void count_sequence(const struct run *run)
{
    const struct division division = by_sequence(run->point);
    count_parts(run, division, kernels_of(run)->count_sequence);
    add_counts(run, division);
}

static void count_block(const struct run *run)
{
    const struct division division = by_block(run->point);
    count_parts(run, division, kernels_of(run)->count_block);
    add_counts(run, division);
}

static void compact_sequence(const struct run *run)
{
    const struct division division = by_sequence(run->point);
    count_parts(run, division, kernels_of(run)->count_sequence);
    scan_counts(run, division);
    move_parts(run, division, kernels_of(run)->move_sequence);
}

static void compact_block(const struct run *run)
{
    const struct division division = by_block(run->point);
    count_parts(run, division, kernels_of(run)->count_block);
    scan_counts(run, division);
    move_parts(run, division, kernels_of(run)->move_block);
}

static size_t tiles(const struct point *point)
{
    return divide_up(point->n, point_tile(point));
}

/* Scratch: the ticket, alone in its line, and the states, both zero at the start; then two counts a tile. */
static size_t states_bytes(const struct point *point)
{
    return CACHE_LINE + divide_up(tiles(point) * sizeof(uint32_t), CACHE_LINE) * CACHE_LINE;
}

static size_t lookback_scratch(const struct point *point)
{
    return states_bytes(point) + 2 * tiles(point) * sizeof(uint64_t);
}

static void clear_count(const struct run *run)
{
    if (run->worker == 0)
        *run->count = 0;
}

static void compact_lookback(const struct run *run)
{
    char *const scratch = run->scratch;
    struct launch launch = start(run);
    launch.argument[1].out = run->output;
    launch.argument[2].out = run->count;
    launch.argument[3].out = scratch;
    launch.argument[4].out = scratch + CACHE_LINE;
    launch.argument[5].out = scratch + states_bytes(run->point);
    launch.argument[6].value = run->point->n;
    launch.argument[7].value = tiles(run->point);
    clear_count(run);
    emulate_clear(run, scratch, states_bytes(run->point));
    emulate_launch(run, kernels_of(run)->lookback, &launch, tiles(run->point));
}

static void compact_aggregated_atomics(const struct run *run)
{
    struct launch launch = start(run);
    launch.argument[1].out = run->output;
    launch.argument[2].out = run->count;
    launch.argument[3].value = run->point->n;
    clear_count(run);
    emulate_join(run);
    emulate_launch(run, kernels_of(run)->atomics, &launch, tiles(run->point));
}

static bool supports_accesses(const struct point *point, struct error *why)
{
    struct point one = *point;
    one.values_per_thread = point->load_width;
    return emulate_supports(&one, why);
}

static const struct cost count_sequence_costs[] = {
    {"device_loads", "n + 512"}, {"device_stores", "513"}, {"launches", "2"}, {0}};
static const struct cost count_block_costs[] = {
    {"device_loads", "n + n/(Tw)"}, {"device_stores", "n/(Tw) + 1"}, {"launches", "2"}, {0}};
static const struct cost compact_sequence_costs[] = {
    {"device_loads", "2n + 1025"}, {"device_stores", "k + 1024"}, {"launches", "3"}, {0}};
static const struct cost compact_block_costs[] = {
    {"device_loads", "2n + 2n/(Tw) + 1"}, {"device_stores", "k + 2n/(Tw)"}, {"launches", "3"}, {0}};
static const struct cost compact_lookback_costs[] = {{"device_loads", "n + G - 1"},
                                                     {"device_stores", "k + 2G"},
                                                     {"atomics", "3G - 1"},
                                                     {"polls", "G - 1"},
                                                     {"launches", "1"},
                                                     {0}};
static const struct cost compact_aggregated_atomics_costs[] = {
    {"device_loads", "n"}, {"device_stores", "k"}, {"atomics", "GS"}, {"launches", "1"}, {0}};

#define WALK                                                                                               \
    "count_sequence: each simdgroup walks a sequence of its own, w elements a lane at a time; every lane " \
    "counts, shuffles add up\n"
#define BLOCKS                                                                                           \
    "count_block: each group takes a tile; for each of the w elements of an access the group counts by " \
    "ballots and adds these up\n"
#define RANKS "a lane's place is the number of valid lanes below it, by ballot and population count"
#define ADD_UP "reduce_tile: the counts are added up by the kernels of reductions"
#define SCAN_COUNTS "reduce_tile, scan_tile: the counts are scanned by the kernels of reduce-then-scan\n"
#define count_sequence_phases WALK ADD_UP
#define count_block_phases BLOCKS ADD_UP
#define compact_sequence_phases \
    WALK SCAN_COUNTS "move_sequence: each simdgroup walks its sequence again and writes; " RANKS
#define compact_block_phases \
    BLOCKS SCAN_COUNTS "move_block: each group loads its tile again and writes it; " RANKS
#define compact_lookback_phases                                                                              \
    "each group draws a ticket, which is the number of its tile, loads the tile and counts\n"                \
    "it publishes the count, walks back over those of earlier tiles until one has all before it, publishes " \
    "that with its own\nit writes the tile from registers; " RANKS
#define compact_aggregated_atomics_phases                                                           \
    "each group loads a tile; every simdgroup counts and draws room by one atomic\nit writes from " \
    "registers; " RANKS

/* Where 512 sequences are whole groups; one level of counts. */
#define SEQUENCES_HOLD "T a power of two, any n > 0"
#define BLOCKS_HOLD "n a multiple of Tw, n/(Tw) <= 2048"
#define TILES_HOLD FULL_TILES ", groups one after the other"
#define count_sequence_hold SEQUENCES_HOLD
#define count_block_hold BLOCKS_HOLD
#define compact_sequence_hold SEQUENCES_HOLD
#define compact_block_hold BLOCKS_HOLD
#define compact_lookback_hold TILES_HOLD
#define compact_aggregated_atomics_hold TILES_HOLD

#define ACCESSES THREADS_ANY "\nload_width is 1, 2 or 4"
#define count_sequence_requires ACCESSES
#define count_block_requires ACCESSES
#define compact_sequence_requires ACCESSES
#define compact_block_requires ACCESSES
#define compact_lookback_requires THREADS_ANY "\n" VALUES_ANY NEEDS_PROGRESS
#define compact_aggregated_atomics_requires THREADS_ANY "\n" VALUES_ANY "\nelements may come in any order"

#define PARTS_AXES (AXIS_BIT(AXIS_LOAD_WIDTH))
#define TILES_AXES (AXIS_BIT(AXIS_VALUES_PER_THREAD))
#define SELECTION(object, kind, spelling, extra, can, scratch, flow, from, ...)                              \
    const struct implementation group_##object = {.name = "group/" spelling,                                 \
                                                  .summary = flow,                                           \
                                                  .source = from,                                            \
                                                  .primitive = kind,                                         \
                                                  .family = FAMILY_GROUP,                                    \
                                                  .axes = GROUP_AXES | AXIS_BIT(AXIS_SELECTIVITY) | (extra), \
                                                  .dtypes = EVERY_DTYPE,                                     \
                                                  .supports = can,                                           \
                                                  .scratch_bytes = scratch,                                  \
                                                  .phases = object##_phases,                                 \
                                                  .preconditions = object##_requires,                        \
                                                  .costs_hold = object##_hold,                               \
                                                  .costs = object##_costs,                                   \
                                                  .run = object,                                             \
                                                  __VA_ARGS__};

#define METADATA "Parallel Stream Compaction: [4] Metadata Volume (2018)"
#define BILLETER "M. Billeter et al., Efficient Stream Compaction on Wide SIMD Many-Core Architectures (2009)"

SELECTION(count_sequence, PRIMITIVE_TALLY, "sequence", PARTS_AXES, supports_accesses, sequence_scratch,
          "a count for each of 512 sequences, one a simdgroup", METADATA, )
SELECTION(count_block, PRIMITIVE_TALLY, "block", PARTS_AXES, supports_accesses, block_scratch,
          "a count for each group's tile, over the group for each element of an access", METADATA, )
SELECTION(compact_sequence, PRIMITIVE_COMPACT, "sequence", PARTS_AXES, supports_accesses, sequence_scratch,
          "count sequences of simdgroups, scan the counts, move", BILLETER, )
SELECTION(compact_block, PRIMITIVE_COMPACT, "block", PARTS_AXES, supports_accesses, block_scratch,
          "count tiles of groups, scan the counts, move", METADATA, )
SELECTION(compact_lookback, PRIMITIVE_COMPACT, "lookback", TILES_AXES, emulate_supports, lookback_scratch,
          "one pass over ticketed tiles with look-back on their counts", "NVIDIA CUB, DeviceSelect", )
SELECTION(compact_aggregated_atomics, PRIMITIVE_COMPACT, "aggregated-atomics", TILES_AXES, emulate_supports,
          NULL, "one pass, each simdgroup drawing room by one atomic; in no order",
          "NVIDIA CUDA, warp-aggregated atomics", .unordered = true, )
