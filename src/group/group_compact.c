/* SPDX-License-Identifier: MIT */
/* Counts and compactions over groups: a count a simdgroup's sequence or a group's tile, scanned, then moved;
 * or all in one pass. */
#include "engine/program.h"
#include "group/geometry.h"
#include "group/group_reduce.h"
#include "group/locals.h"
#include "group/look.h"
#include "group/reduce_then_scan.h"
#include "implementation/implementation.h"
#include "kernels/lanes.h"

/* Sequences that simdgroups own; the tiles in which counts are scanned and added. */
enum { SEQUENCES = 512, COUNT_THREADS = 256, COUNT_VALUES = 8, CACHE_LINE = 64 };

/* RUN_BITS: of a run's number, beside a count. STAGED_BYTES: the most that a group gathers in shared memory.
 */
enum { RUN_BITS = 22, STAGED_BYTES = 32 << 10 };

/* How the elements are divided: `counts` parts, one a simdgroup or one a group. */
struct division {
    size_t groups, counts;
    size_t length; /* elements a part */
};

static struct division by_sequence(const struct point *point)
{
    const size_t simdgroups = point->threads_per_group / LANES;
    const size_t groups = divide_up(SEQUENCES, simdgroups);
    const size_t step = LANES * point->load_width;
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

/* How the arrays of counts are worked on: 64-bit sums. */
static void build_counts(struct build *build, const char *local)
{
    build->threads = COUNT_THREADS;
    build->values = COUNT_VALUES;
    build->dtype = DTYPE_U64;
    build->op = OP_SUM;
    build->local = local;
}

static void build_counts_scan(const struct point *point, struct build *build)
{
    (void)point;
    build_counts(build, local_scan_functions[LOCAL_RAKING]);
}

static void build_counts_reduce(const struct point *point, struct build *build)
{
    (void)point;
    build_counts(build, local_reduce_functions[LOCAL_RAKING]);
}

/* Accesses of load_width elements. */
static void build_accesses(const struct point *point, struct build *build)
{
    build->values = (unsigned)point->load_width;
}

/* The kernels of the four that count parts first: each has those that its steps take. */
enum { COUNT_PARTS, REDUCE_COUNTS, SCAN_COUNTS, MOVE_PARTS };
static const struct kernel_use count_sequence_uses[] = {
    [COUNT_PARTS] = {&kernels.count_sequence, build_accesses},
    [REDUCE_COUNTS] = {&kernels.reduce_tile, build_counts_reduce},
    {0},
};
static const struct kernel_use count_block_uses[] = {
    [COUNT_PARTS] = {&kernels.count_block, build_accesses},
    [REDUCE_COUNTS] = {&kernels.reduce_tile, build_counts_reduce},
    {0},
};
static const struct kernel_use count_atomic_uses[] = {{&kernels.count_atomic, NULL}, {0}};
static const struct kernel_use compact_sequence_uses[] = {
    [COUNT_PARTS] = {&kernels.count_sequence, build_accesses},
    [REDUCE_COUNTS] = {&kernels.reduce_tile, build_counts_reduce},
    [SCAN_COUNTS] = {&kernels.scan_tile, build_counts_scan},
    [MOVE_PARTS] = {&kernels.move_sequence, build_accesses},
    {0},
};
static const struct kernel_use compact_block_uses[] = {
    [COUNT_PARTS] = {&kernels.count_block, build_accesses},
    [REDUCE_COUNTS] = {&kernels.reduce_tile, build_counts_reduce},
    [SCAN_COUNTS] = {&kernels.scan_tile, build_counts_scan},
    [MOVE_PARTS] = {&kernels.move_block, build_accesses},
    {0},
};
static const struct kernel_use compact_lookback_uses[] = {{&kernels.compact_lookback, NULL}, {0}};
static const struct kernel_use compact_lookback_simdgroup_uses[] = {
    {&kernels.compact_lookback_simdgroup, NULL}, {0}};
static const struct kernel_use compact_one_round_uses[] = {{&kernels.compact_one_round, NULL}, {0}};
static const struct kernel_use compact_aggregated_atomics_uses[] = {{&kernels.compact_atomics, NULL}, {0}};

static void count_sequences(const struct run *run, struct division division)
{
    const struct count_sequence_arguments arguments = {
        .in = run->input,
        .counts = run->scratch,
        .n = run->point->n,
        .length = division.length,
    };
    program_launch(run, COUNT_PARTS, &arguments, division.groups);
}

static void count_blocks(const struct run *run, struct division division)
{
    const struct count_block_arguments arguments = {
        .in = run->input,
        .counts = run->scratch,
        .n = run->point->n,
    };
    program_launch(run, COUNT_PARTS, &arguments, division.groups);
}

/* Leave the count of a run, by one worker. */
static void write_count(const struct run *run, uint64_t count)
{
    if (run->worker == 0)
        run->engine->copy_in(run->device, run->count, &count, sizeof count);
}

static void add_counts(const struct run *run, struct division division)
{
    const struct group_reduce reduce = {
        .run = run,
        .levels = levels_of_counts(division.counts),
        .in = run->scratch,
        .out = run->count,
        .scratch = levels_scratch(run, division),
        .layout = LAYOUT_BLOCKED,
        .width = 1,
        .reduce_tile = program_kernel(run, REDUCE_COUNTS),
    };
    if (division.counts > 0)
        reduce_levels(&reduce);
    else
        write_count(run, 0);
}

static void scan_counts(const struct run *run, struct division division)
{
    static const uint64_t nothing = 0;
    const struct group_scan scan = {
        .run = run,
        .levels = levels_of_counts(division.counts),
        .in = run->scratch,
        .out = offsets_of(run, division),
        .initial = &nothing,
        .scratch = levels_scratch(run, division),
        .reduce_tile = program_kernel(run, REDUCE_COUNTS),
        .scan_tile = program_kernel(run, SCAN_COUNTS),
    };
    reduce_then_scan(&scan);
}

static void count_sequence(const struct run *run)
{
    const struct division division = by_sequence(run->point);
    count_sequences(run, division);
    add_counts(run, division);
}

static void count_block(const struct run *run)
{
    const struct division division = by_block(run->point);
    count_blocks(run, division);
    add_counts(run, division);
}

static void count_atomic(const struct run *run)
{
    const struct count_atomic_arguments arguments = {
        .in = run->input,
        .total = run->count,
        .n = run->point->n,
    };
    write_count(run, 0);
    run->engine->join(run);
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

static void compact_sequence(const struct run *run)
{
    const struct division division = by_sequence(run->point);
    const struct move_sequence_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .total = run->count,
        .counts = run->scratch,
        .offsets = offsets_of(run, division),
        .n = run->point->n,
        .length = division.length,
        .sequences = division.counts,
    };
    count_sequences(run, division);
    scan_counts(run, division);
    program_launch(run, MOVE_PARTS, &arguments, division.groups);
}

static void compact_block(const struct run *run)
{
    const struct division division = by_block(run->point);
    const struct move_block_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .total = run->count,
        .offsets = offsets_of(run, division),
        .n = run->point->n,
        .blocks = division.groups,
    };
    if (division.groups == 0) {
        write_count(run, 0);
        return;
    }
    count_blocks(run, division);
    scan_counts(run, division);
    program_launch(run, MOVE_PARTS, &arguments, division.groups);
}

/* Scratch: the ticket, alone in its line, and the states, both zero at the start; then two counts a tile. */
static size_t states_bytes(const struct point *point)
{
    return CACHE_LINE + divide_up(point_tiles(point) * sizeof(uint32_t), CACHE_LINE) * CACHE_LINE;
}

static size_t lookback_scratch(const struct point *point)
{
    return states_bytes(point) + 2 * point_tiles(point) * sizeof(uint64_t);
}

static void compact_lookback(const struct run *run)
{
    char *const scratch = run->scratch;
    const struct compact_lookback_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .total = run->count,
        .ticket = (uint32_t *)scratch,
        .state = (uint32_t *)(scratch + CACHE_LINE),
        .counts = (size_t *)(scratch + states_bytes(run->point)),
        .n = run->point->n,
        .tiles = point_tiles(run->point),
    };
    write_count(run, 0);
    run->engine->clear(run, scratch, states_bytes(run->point));
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

/* A word a tile after the ticket, alone in its line. */
static size_t lookback_simdgroup_kept(const struct point *point)
{
    return CACHE_LINE + point_tiles(point) * sizeof(uint64_t);
}

static void compact_lookback_simdgroup(const struct run *run)
{
    char *const kept = program_kept(run);
    const struct compact_lookback_simdgroup_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .total = run->count,
        .ticket = (uint32_t *)kept,
        .states = (size_t *)(kept + CACHE_LINE),
        .n = run->point->n,
        .tiles = point_tiles(run->point),
        .turn = program_turn(run) & ((1u << RUN_BITS) - 1),
        .first_look = FIRST_LOOK_NS,
        .next_look = NEXT_LOOK_NS,
    };
    if (arguments.tiles == 0)
        write_count(run, 0);
    program_launch(run, 0, &arguments, arguments.tiles);
}

static size_t one_round_kept(const struct point *point)
{
    return point_tiles(point) * sizeof(uint64_t);
}

static void compact_one_round(const struct run *run)
{
    const struct compact_one_round_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .total = run->count,
        .counts = program_kept(run),
        .n = run->point->n,
        .tiles = point_tiles(run->point),
        .turn = program_turn(run) & ((1u << RUN_BITS) - 1),
    };
    if (arguments.tiles == 0)
        write_count(run, 0);
    program_launch(run, 0, &arguments, arguments.tiles);
}

/* The tile stands in shared memory, of which a group has 48 KiB at least. */
static bool supports_staged(const struct point *point, struct error *why)
{
    return geometry_supports(point, why) &&
           (point_tile(point) * dtype_size((enum dtype)point->dtype) <= STAGED_BYTES ||
            error_set(why, EXIT_USAGE, "a tile is at most %d KiB", STAGED_BYTES >> 10));
}

static void compact_aggregated_atomics(const struct run *run)
{
    const struct compact_atomics_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .total = run->count,
        .n = run->point->n,
    };
    write_count(run, 0);
    run->engine->join(run);
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

static bool supports_accesses(const struct point *point, struct error *why)
{
    struct point one = *point;
    one.values_per_thread = point->load_width;
    return geometry_supports(&one, why);
}

static const struct cost count_sequence_costs[] = {
    {"device_loads", "n + 512"}, {"device_stores", "513"}, {"launches", "2"}, {0}};
static const struct cost count_block_costs[] = {
    {"device_loads", "n + n/(Tw)"}, {"device_stores", "n/(Tw) + 1"}, {"launches", "2"}, {0}};
static const struct cost count_atomic_costs[] = {
    {"device_loads", "n"}, {"atomics", "G"}, {"launches", "1"}, {0}};
static const struct cost compact_sequence_costs[] = {
    {"device_loads", "2n + 1027"}, {"device_stores", "k + 1025"}, {"launches", "3"}, {0}};
static const struct cost compact_block_costs[] = {
    {"device_loads", "2n + 2n/(Tw) + 2"}, {"device_stores", "k + 2n/(Tw) + 1"}, {"launches", "3"}, {0}};
static const struct cost compact_lookback_costs[] = {{"device_loads", "n + G - 1"},
                                                     {"device_stores", "k + 2G"},
                                                     {"atomics", "3G - 1"},
                                                     {"polls", "G - 1"},
                                                     {"launches", "1"},
                                                     {0}};
static const struct cost compact_lookback_simdgroup_costs[] = {
    {"device_loads", "n"}, {"device_stores", "k + 1"},
    {"atomics", "3G"},     {"polls", "G < 33 ? G(G - 1)/2 : 32G - 528"},
    {"launches", "1"},     {0}};
static const struct cost compact_one_round_costs[] = {{"device_loads", "n"}, {"device_stores", "k + 1"},
                                                      {"atomics", "G"},      {"polls", "G(G - 1)/2"},
                                                      {"launches", "1"},     {0}};
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

/* Where 512 sequences are whole groups; one level of counts. */
#define SEQUENCES_HOLD "T a power of two, any n > 0"
#define BLOCKS_HOLD "n a multiple of Tw, n/(Tw) <= 2048"
#define TILES_HOLD FULL_TILES ", groups one after the other"

#define ACCESSES THREADS_ANY "\nload_width is 1, 2 or 4"

#define METADATA "Parallel Stream Compaction: [4] Metadata Volume (2018)"
#define BILLETER "M. Billeter et al., Efficient Stream Compaction on Wide SIMD Many-Core Architectures (2009)"

const struct implementation group_count_sequence = {
    .name = "group/sequence",
    .summary = "a count for each of 512 sequences, one a simdgroup",
    .source = METADATA,
    .primitive = PRIMITIVE_TALLY,
    .family = FAMILY_GROUP,
    .axes = GROUP_AXES | AXIS_BIT(AXIS_SELECTIVITY) | AXIS_BIT(AXIS_LOAD_WIDTH),
    .dtypes = EVERY_DTYPE,
    .phases = WALK ADD_UP,
    .preconditions = ACCESSES,
    .costs_hold = SEQUENCES_HOLD,
    .costs = count_sequence_costs,
    .supports = supports_accesses,
    .scratch_bytes = sequence_scratch,
    .kernels = count_sequence_uses,
    .prepare = program_prepare,
    .finish = program_finish,
    .run = count_sequence,
};

const struct implementation group_count_block = {
    .name = "group/block",
    .summary = "a count for each group's tile, over the group for each element of an access",
    .source = METADATA,
    .primitive = PRIMITIVE_TALLY,
    .family = FAMILY_GROUP,
    .axes = GROUP_AXES | AXIS_BIT(AXIS_SELECTIVITY) | AXIS_BIT(AXIS_LOAD_WIDTH),
    .dtypes = EVERY_DTYPE,
    .phases = BLOCKS ADD_UP,
    .preconditions = ACCESSES,
    .costs_hold = BLOCKS_HOLD,
    .costs = count_block_costs,
    .supports = supports_accesses,
    .scratch_bytes = block_scratch,
    .kernels = count_block_uses,
    .prepare = program_prepare,
    .finish = program_finish,
    .run = count_block,
};

const struct implementation group_count_atomic = {
    .name = "group/atomic",
    .summary = "a count for each group's tile, added to the total by one atomic",
    .source = "scanbench",
    .primitive = PRIMITIVE_TALLY,
    .family = FAMILY_GROUP,
    .axes = GROUP_AXES | AXIS_BIT(AXIS_SELECTIVITY) | AXIS_BIT(AXIS_VALUES_PER_THREAD),
    .dtypes = EVERY_DTYPE,
    .phases = "each group takes a tile in rows of 16 bytes a lane, all loaded at once; every thread counts\n"
              "the group adds these up, and one atomic adds its count to the total",
    .preconditions = THREADS_ANY "\n" VALUES_ANY,
    .costs_hold = FULL_TILES,
    .costs = count_atomic_costs,
    .supports = geometry_supports,
    .kernels = count_atomic_uses,
    .prepare = program_prepare,
    .finish = program_finish,
    .run = count_atomic,
};

const struct implementation group_compact_sequence = {
    .name = "group/sequence",
    .summary = "count sequences of simdgroups, scan the counts, move",
    .source = BILLETER,
    .primitive = PRIMITIVE_COMPACT,
    .family = FAMILY_GROUP,
    .axes = GROUP_AXES | AXIS_BIT(AXIS_SELECTIVITY) | AXIS_BIT(AXIS_LOAD_WIDTH),
    .dtypes = EVERY_DTYPE,
    .phases = WALK SCAN_COUNTS "move_sequence: each simdgroup walks its sequence again and writes; " RANKS,
    .preconditions = ACCESSES,
    .costs_hold = SEQUENCES_HOLD,
    .costs = compact_sequence_costs,
    .supports = supports_accesses,
    .scratch_bytes = sequence_scratch,
    .kernels = compact_sequence_uses,
    .prepare = program_prepare,
    .finish = program_finish,
    .run = compact_sequence,
};

const struct implementation group_compact_block = {
    .name = "group/block",
    .summary = "count tiles of groups, scan the counts, move",
    .source = METADATA,
    .primitive = PRIMITIVE_COMPACT,
    .family = FAMILY_GROUP,
    .axes = GROUP_AXES | AXIS_BIT(AXIS_SELECTIVITY) | AXIS_BIT(AXIS_LOAD_WIDTH),
    .dtypes = EVERY_DTYPE,
    .phases = BLOCKS SCAN_COUNTS "move_block: each group loads its tile again and writes it; " RANKS,
    .preconditions = ACCESSES,
    .costs_hold = BLOCKS_HOLD,
    .costs = compact_block_costs,
    .supports = supports_accesses,
    .scratch_bytes = block_scratch,
    .kernels = compact_block_uses,
    .prepare = program_prepare,
    .finish = program_finish,
    .run = compact_block,
};

const struct implementation group_compact_lookback = {
    .name = "group/lookback",
    .summary = "one pass over ticketed tiles with look-back on their counts",
    .source = "NVIDIA CUB, DeviceSelect",
    .primitive = PRIMITIVE_COMPACT,
    .family = FAMILY_GROUP,
    .axes = GROUP_AXES | AXIS_BIT(AXIS_SELECTIVITY) | AXIS_BIT(AXIS_VALUES_PER_THREAD),
    .dtypes = EVERY_DTYPE,
    .phases = "each group draws a ticket, which is the number of its tile, loads the tile and counts\n"
              "it publishes the count, walks back over those of earlier tiles until one has all before it, "
              "publishes "
              "that with its own\nit writes the tile from registers; " RANKS,
    .preconditions = THREADS_ANY "\n" VALUES_ANY NEEDS_PROGRESS,
    .costs_hold = TILES_HOLD,
    .costs = compact_lookback_costs,
    .supports = geometry_supports,
    .scratch_bytes = lookback_scratch,
    .kernels = compact_lookback_uses,
    .prepare = program_prepare,
    .finish = program_finish,
    .run = compact_lookback,
};

const struct implementation group_compact_lookback_simdgroup = {
    .name = "group/lookback-simdgroup",
    .summary = "one pass over ticketed tiles, a simdgroup looking back over 32 counts, staged",
    .source = "NVIDIA CUB, DeviceSelect",
    .primitive = PRIMITIVE_COMPACT,
    .family = FAMILY_GROUP,
    .axes = GROUP_AXES | AXIS_BIT(AXIS_SELECTIVITY) | AXIS_BIT(AXIS_VALUES_PER_THREAD),
    .dtypes = EVERY_DTYPE,
    .phases =
        "each group draws a ticket, which is the number of its tile, loads the tile and counts\n"
        "it publishes the count with its state and the number of the run in one word that nobody clears\n"
        "it gathers what is kept in shared memory; " RANKS "\nthe first simdgroup looks at 32 earlier "
        "tiles at a time until one has all before it, and publishes that with its own\nall write what is "
        "gathered, side by side",
    .preconditions = THREADS_ANY
    "\n" VALUES_ANY
    "\na tile of at most 32 KiB\na group that has started goes on running: the device promises progress to "
    "resident groups\nno fence: a word that has the number of the run has its count",
    .costs_hold = TILES_HOLD,
    .costs = compact_lookback_simdgroup_costs,
    .supports = supports_staged,
    .kept_bytes = lookback_simdgroup_kept,
    .kernels = compact_lookback_simdgroup_uses,
    .prepare = program_prepare,
    .finish = program_finish,
    .run = compact_lookback_simdgroup,
};

const struct implementation group_compact_one_round = {
    .name = "group/one-round",
    .summary = "one pass over as many tiles as run at once, each held in registers",
    .source = "scanbench",
    .primitive = PRIMITIVE_COMPACT,
    .family = FAMILY_GROUP,
    .axes = GROUP_AXES | AXIS_BIT(AXIS_SELECTIVITY) | AXIS_BIT(AXIS_VALUES_PER_THREAD),
    .dtypes = EVERY_DTYPE,
    .phases =
        "each group loads its tile and counts\nit publishes the count with the number of the run, in one "
        "word that nobody clears\neach thread waits for the count of one group before; the group adds "
        "these up\nit writes the tile from registers; " RANKS,
    .preconditions = THREADS_ANY "\n" VALUES_ANY ONE_ROUND,
    .costs_hold = TILES_HOLD,
    .costs = compact_one_round_costs,
    .supports = geometry_supports_one_round,
    .resident_groups = point_tiles,
    .kept_bytes = one_round_kept,
    .kernels = compact_one_round_uses,
    .prepare = program_prepare,
    .finish = program_finish,
    .run = compact_one_round,
};

const struct implementation group_compact_aggregated_atomics = {
    .name = "group/aggregated-atomics",
    .summary = "one pass, each simdgroup drawing room by one atomic; in no order",
    .source = "NVIDIA CUDA, warp-aggregated atomics",
    .primitive = PRIMITIVE_COMPACT,
    .family = FAMILY_GROUP,
    .axes = GROUP_AXES | AXIS_BIT(AXIS_SELECTIVITY) | AXIS_BIT(AXIS_VALUES_PER_THREAD),
    .dtypes = EVERY_DTYPE,
    .unordered = true,
    .phases = "each group loads a tile; every simdgroup counts and draws room by one atomic\nit writes from "
              "registers; " RANKS,
    .preconditions = THREADS_ANY "\n" VALUES_ANY "\nelements may come in any order",
    .costs_hold = TILES_HOLD,
    .costs = compact_aggregated_atomics_costs,
    .supports = geometry_supports,
    .kernels = compact_aggregated_atomics_uses,
    .prepare = program_prepare,
    .finish = program_finish,
    .run = compact_aggregated_atomics,
};
