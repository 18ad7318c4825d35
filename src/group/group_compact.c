/* SPDX-License-Identifier: MIT */
/* Counts over groups, and compactions that count first: a count a subgroup's sequence or a group's tile,
 * scanned, then moved. */
#include "base/buffer.h"
#include "group/group.h"
#include "kernels/count_word.h"
#include "kernels/lanes.h"

/* The tiles in which counts are scanned and added. */
enum { COUNT_THREADS = 256, COUNT_VALUES = 8 };

uint32_t count_turn(const struct run *run)
{
    return program_turn(run) & ((1u << COUNT_RUN_BITS) - 1);
}

/* How the elements are divided: `counts` parts, one a subgroup or one a group. */
struct division {
    size_t groups, counts;
    size_t length; /* elements a part */
};

/* What an implementation makes them: a sequence for each subgroup, or the tiles of groups. */
enum { SEQUENCES_OF_SUBGROUPS, TILES_OF_GROUPS };

static struct division division_of(const struct point *point)
{
    if (point->implementation->variant == TILES_OF_GROUPS) {
        const size_t tile = point->threads_per_group * point->vector_width,
                     groups = divide_up(point->n, tile);
        return (struct division){groups, groups, tile};
    }
    const size_t sequences = point->groups * point->threads_per_group / LANES;
    const size_t step = LANES * point->vector_width;
    return (struct division){point->groups, sequences, round_up(divide_up(point->n, sequences), step)};
}

static struct levels levels_of_counts(size_t counts)
{
    return (struct levels){counts, COUNT_THREADS * COUNT_VALUES, sizeof(uint64_t)};
}

static size_t array_bytes(size_t counts)
{
    return round_up(counts * sizeof(uint64_t), CACHE_LINE);
}

/* Scratch: the counts, their scan, the levels of either. */
static size_t division_scratch(const struct point *point)
{
    const size_t counts = division_of(point).counts;
    const struct levels levels = levels_of_counts(counts);
    return 2 * array_bytes(counts) + levels_bytes(&levels);
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

/* Accesses of vector_width elements. */
static void build_accesses(const struct point *point, struct build *build)
{
    build->values = (unsigned)point->vector_width;
}

/* The kernels of the four that count parts first: each has those that its steps take. */
enum { COUNT_PARTS, REDUCE_COUNTS, SCAN_COUNTS, MOVE_PARTS };
/* Those that count parts too: one has no length. */
static void count_parts(const struct run *run, struct division division)
{
    const struct count_sequence_arguments arguments = {
        .in = run->input,
        .counts = run->scratch,
        .n = run->point->n,
        .length = division.length,
    };
    program_launch(run, COUNT_PARTS, &arguments, division.groups);
}

static void add_counts(const struct run *run, struct division division)
{
    const struct group_reduce reduce = {
        .run = run,
        .levels = levels_of_counts(division.counts),
        .in = run->scratch,
        .out = run->count,
        .scratch = levels_scratch(run, division),
        .width = 1,
        .reduce_tile = program_kernel(run, REDUCE_COUNTS),
    };
    if (division.counts > 0)
        reduce_levels(&reduce);
    else
        program_clear_count(run);
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

static void count_run(const struct run *run)
{
    const struct division division = division_of(run->point);
    count_parts(run, division);
    add_counts(run, division);
}

static void count_atomic(const struct run *run)
{
    const struct count_atomic_arguments arguments = {
        .in = run->input,
        .total = (uint32_t *)run->count,
        .n = run->point->n,
    };
    program_clear_count(run);
    run->engine->join(run);
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

static void count_counted(const struct run *run)
{
    const struct count_atomic_counted_arguments arguments = {
        .in = run->input,
        .word = program_kept(run),
        .total = run->count,
        .n = run->point->n,
        .groups = point_tiles(run->point),
    };
    if (arguments.groups > 0)
        program_launch(run, 0, &arguments, arguments.groups);
    else
        program_clear_count(run);
}

/* The count and the groups that have added to it have a word together; exports and what it needs name its
 * halves. */
_Static_assert(COUNTED_GROUPS_BITS == 28, "n below 2^36, and fewer than 2^28 tiles");
static bool supports_counted(const struct point *point, struct error *why)
{
    enum { COUNTED_BITS = 64 - COUNTED_GROUPS_BITS };
    return geometry_supports(point, why) &&
           ((point->n >> COUNTED_BITS == 0 && point_tiles(point) >> COUNTED_GROUPS_BITS == 0) ||
            error_set(why, EXIT_USAGE, "n is below 2^%d, and has fewer than 2^%d tiles", COUNTED_BITS,
                      COUNTED_GROUPS_BITS));
}

static void compact_sequence(const struct run *run)
{
    const struct division division = division_of(run->point);
    const struct move_sequence_arguments arguments = {
        COMPACT_ARGUMENTS(run),    .counts = run->scratch,       .offsets = offsets_of(run, division),
        .length = division.length, .sequences = division.counts,
    };
    count_parts(run, division);
    scan_counts(run, division);
    program_launch(run, MOVE_PARTS, &arguments, division.groups);
}

static void compact_block(const struct run *run)
{
    const struct division division = division_of(run->point);
    const struct move_block_arguments arguments = {
        COMPACT_ARGUMENTS(run),
        .offsets = offsets_of(run, division),
        .blocks = division.groups,
    };
    if (division.groups == 0) {
        program_clear_count(run);
        return;
    }
    count_parts(run, division);
    scan_counts(run, division);
    program_launch(run, MOVE_PARTS, &arguments, division.groups);
}

static bool supports_accesses(const struct point *point, struct error *why)
{
    struct point one = *point;
    one.values_per_thread = point->vector_width;
    return geometry_supports(&one, why);
}

#define WALK                                                                                              \
    "count_sequence: each subgroup walks a sequence of its own, w elements a lane at a time; every lane " \
    "counts, shuffles add up\n"
#define BLOCKS                                                                                           \
    "count_block: each group takes a tile; for each of the w elements of an access the group counts by " \
    "ballots and adds these up\n"
#define ADD_UP "reduce_tile: the counts are added up by the kernels of reductions"
#define COUNTS_SCANNED "reduce_tile, scan_tile: the counts are scanned by the kernels of reduce-then-scan\n"

#define METADATA "Parallel Stream Compaction: [4] Metadata Volume (2018)"
#define BILLETER "M. Billeter et al., Efficient Stream Compaction on Wide SIMD Many-Core Architectures (2009)"
/* Costs hold for one level of counts. */
#define BY_SEQUENCE                                                                    \
    PARTS(AXIS_BIT(AXIS_GROUPS)), .costs_hold = "any n > 0, GS <= 2048", .groups = 64, \
                                  .variant = SEQUENCES_OF_SUBGROUPS
#define BY_BLOCK                                                                      \
    PARTS(0), .source = METADATA, .costs_hold = "n a multiple of Tw, n/(Tw) <= 2048", \
              .variant = TILES_OF_GROUPS
#define PARTS(own_axes)                                                                    \
    GROUP_SELECTION(AXIS_BIT(AXIS_VECTOR_WIDTH) | (own_axes)),                             \
        .deterministic = true, .preconditions = THREADS_ANY "\nvector_width is 1, 2 or 4", \
        .supports = supports_accesses, .scratch_bytes = division_scratch

const struct implementation group_count_sequence = {
    BY_SEQUENCE,
    .name = "group/sequence",
    .summary = "a count for each sequence, of which a subgroup has one",
    .source = METADATA,
    .primitive = PRIMITIVE_TALLY,
    .phases = WALK ADD_UP,
    .costs = COSTS({"device_loads", "n + GS"}, {"device_stores", "GS + 1"}, {"launches", "2"}),
    GROUP_USES([COUNT_PARTS] = {&kernels.count_sequence, .choose = build_accesses},
               [REDUCE_COUNTS] = {&kernels.reduce_tile, .choose = build_counts_reduce}),
    .run = count_run,
};

const struct implementation group_count_block = {
    BY_BLOCK,
    .name = "group/block",
    .summary = "a count for each group's tile, over the group for each element of an access",
    .primitive = PRIMITIVE_TALLY,
    .phases = BLOCKS ADD_UP,
    .costs = COSTS({"device_loads", "n + n/(Tw)"}, {"device_stores", "n/(Tw) + 1"}, {"launches", "2"}),
    GROUP_USES([COUNT_PARTS] = {&kernels.count_block, .choose = build_accesses},
               [REDUCE_COUNTS] = {&kernels.reduce_tile, .choose = build_counts_reduce}),
    .run = count_run,
};

const struct implementation group_count_atomic = {
    GROUP_SELECTION(AXIS_BIT(AXIS_VALUES_PER_THREAD)),
    .name = "group/atomic",
    .summary = "a count for each group's tile, added to the total by one atomic",
    .source = "scanbench",
    .primitive = PRIMITIVE_TALLY,
    .deterministic = true,
    .phases = "each group takes a tile in rows of 16 bytes a lane, all loaded at once; every thread counts\n"
              "the group adds these up, and one atomic adds its count to the total",
    .preconditions = THREADS_ANY "\n" VALUES_ANY,
    .costs_hold = FULL_TILES,
    .costs = COSTS({"device_loads", "n"}, {"atomics", "G"}, {"launches", "1"}),
    .supports = geometry_supports,
    GROUP_USES({.kernel = &kernels.count_atomic}),
    .run = count_atomic,
};

const struct implementation group_count_counted = {
    GROUP_SELECTION(AXIS_BIT(AXIS_VALUES_PER_THREAD)),
    .name = "group/atomic/counted",
    .summary = "a count for each group's tile, added to a word that counts the groups too and that the last "
               "one clears",
    .source = "scanbench",
    .primitive = PRIMITIVE_TALLY,
    .deterministic = true,
    .phases =
        "each group takes a tile in rows of 16 bytes a lane, all loaded at once; every thread counts\n"
        "the group adds these up, and one atomic adds its count to the high bits of a word, and 1 to its "
        "low ones\nwho finds all groups there leaves the total, and 0 for the next launch",
    .preconditions = THREADS_ANY "\n" VALUES_ANY "\nn is below 2^36, and has fewer than 2^28 tiles",
    .costs_hold = FULL_TILES,
    .costs = COSTS({"device_loads", "n"}, {"device_stores", "1"}, {"atomics", "G + 1"}, {"launches", "1"}),
    .supports = supports_counted,
    .kept_bytes = counted_kept_bytes,
    GROUP_USES({.kernel = &kernels.count_atomic_counted}),
    .run = count_counted,
};

const struct implementation group_compact_sequence = {
    BY_SEQUENCE,
    .name = "group/sequence",
    .summary = "count sequences of subgroups, scan the counts, move",
    .source = BILLETER,
    .primitive = PRIMITIVE_COMPACT,
    .phases = WALK COUNTS_SCANNED "move_sequence: each subgroup walks its sequence again and writes; " RANKS,
    .costs = COSTS({"device_loads", "2n + 2GS + 3"}, {"device_stores", "k + 2GS + 1"}, {"launches", "3"}),
    GROUP_USES([COUNT_PARTS] = {&kernels.count_sequence, .choose = build_accesses},
               [REDUCE_COUNTS] = {&kernels.reduce_tile, .choose = build_counts_reduce},
               [SCAN_COUNTS] = {&kernels.scan_tile, .choose = build_counts_scan},
               [MOVE_PARTS] = {&kernels.move_sequence, .choose = build_accesses}),
    .run = compact_sequence,
};

const struct implementation group_compact_block = {
    BY_BLOCK,
    .name = "group/block",
    .summary = "count tiles of groups, scan the counts, move",
    .primitive = PRIMITIVE_COMPACT,
    .phases = BLOCKS COUNTS_SCANNED "move_block: each group loads its tile again and writes it; " RANKS,
    .costs =
        COSTS({"device_loads", "2n + 2n/(Tw) + 2"}, {"device_stores", "k + 2n/(Tw) + 1"}, {"launches", "3"}),
    GROUP_USES([COUNT_PARTS] = {&kernels.count_block, .choose = build_accesses},
               [REDUCE_COUNTS] = {&kernels.reduce_tile, .choose = build_counts_reduce},
               [SCAN_COUNTS] = {&kernels.scan_tile, .choose = build_counts_scan},
               [MOVE_PARTS] = {&kernels.move_block, .choose = build_accesses}),
    .run = compact_block,
};
