/* SPDX-License-Identifier: MIT */
/* The limits on a device: what its memory allows for the same bytes, measured beside every point of it. */
#include "engine/program.h"
#include "group/levels.h"
#include "implementation/implementation.h"
#include "problem/primitive.h"

/* THREADS: of a group, unless its shape says. GROUPS: of a kernel that walks, enough for any device of today.
 */
enum { THREADS = 256, GROUPS = 2112 };
/* Of a kernel that does all in one launch: groups of twice as many threads, one of them up to so many steps.
 */
enum { WIDE_GROUPS = GROUPS / 2, STEPS_ALONE = 2 };

/* A tile is a block of the partial copy. */
static void build_part(const struct point *point, struct build *build)
{
    (void)point;
    build->threads = PART_BLOCK / build->values;
}

/* Of the first kernel: what a group has of an array at a time. */
static size_t tile_of(const struct run *run)
{
    const struct build build = program_build(run->point, run->point->implementation->kernels);
    return (size_t)build.threads * build.values;
}

static size_t at_most_groups(size_t tiles)
{
    return tiles < GROUPS ? tiles : GROUPS;
}

static void copy_device_run(const struct run *run)
{
    const size_t bytes = run->point->n * dtype_size((enum dtype)run->point->dtype);
    run->engine->copy(run->device, run->output, run->input, bytes);
}

static void copy_group_run(const struct run *run)
{
    const struct limit_copy_arguments arguments = {.in = run->input, .out = run->output, .n = run->point->n};
    program_launch(run, 0, &arguments, divide_up(run->point->n, tile_of(run)));
}

/* The second kernel of those that read. */
static void finish_read(const struct run *run, size_t groups)
{
    const struct limit_finish_arguments arguments = {
        .folds = run->scratch,
        .out = run->count ? run->scratch : run->output,
        .count = run->count ? run->count : run->scratch,
        .groups = groups,
        .counts = run->count != NULL,
    };
    program_launch(run, 1, &arguments, 1);
}

/* Groups that each read four tiles at a time: of the input, or of both inputs. */
static void read_run(const struct run *run)
{
    const size_t n = run->point->n, arrays = run->second ? 2 : 1;
    const struct limit_read_arguments arguments = {
        .x = run->input,
        .y = run->second ? run->second : run->input,
        .folds = run->scratch,
        .n = n,
        .groups = at_most_groups(divide_up(n, 4 / arrays * tile_of(run))),
        .apart = run->second == NULL,
    };
    program_launch(run, 0, &arguments, arguments.groups);
    finish_read(run, arguments.groups);
}

/* The groups of a launch that does all, each `tiles` at a time: one that walks is sooner done than two of
 * which one waits for the other. One at least, which has the fold of nothing. */
static size_t groups_at_once(const struct run *run, size_t tiles)
{
    const size_t groups = divide_up(run->point->n, tiles * tile_of(run));
    if (groups <= STEPS_ALONE)
        return 1;
    return groups < WIDE_GROUPS ? groups : WIDE_GROUPS;
}

static void read_once_run(const struct run *run)
{
    const struct limit_read_once_arguments arguments = {
        .x = run->input,
        .folds = program_kept(run),
        .out = run->output,
        .n = run->point->n,
        .groups = groups_at_once(run, 1),
        .turn = program_turn(run),
    };
    program_launch(run, 0, &arguments, arguments.groups);
}

static void read2_once_run(const struct run *run)
{
    const struct limit_read2_once_arguments arguments = {
        .x = run->input,
        .y = run->second,
        .folds = program_kept(run),
        .out = run->output,
        .n = run->point->n,
        .groups = groups_at_once(run, 1),
        .turn = program_turn(run),
    };
    program_launch(run, 0, &arguments, arguments.groups);
}

static void copy_part_run(const struct run *run)
{
    const size_t groups = at_most_groups(divide_up(run->point->n, PART_BLOCK));
    const struct limit_copy_part_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .folds = run->scratch,
        .n = run->point->n,
        .groups = groups,
        .selectivity = run->point->selectivity,
        .one = SELECTIVITY_ONE,
    };
    program_launch(run, 0, &arguments, groups);
    finish_read(run, groups);
}

/* In one piece, so that no tile is written apart from its place. */
static void copy_first_run(const struct run *run)
{
    const size_t n = run->point->n;
    const double selectivity = (double)run->point->selectivity / SELECTIVITY_ONE;
    const struct limit_copy_first_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .folds = program_kept(run),
        .count = run->count,
        .n = n,
        .taken = primitive_part(n, selectivity),
        .groups = groups_at_once(run, 2),
        .turn = program_turn(run),
    };
    program_launch(run, 0, &arguments, arguments.groups);
}

static size_t folds_bytes(const struct point *point)
{
    (void)point;
    return GROUPS * sizeof(uint64_t);
}

/* A fold and its tag. */
static size_t tagged_bytes(const struct point *point)
{
    (void)point;
    return GROUPS * 2 * sizeof(uint64_t);
}

static bool supports(const struct point *point, struct error *why)
{
    return point_on_device(point) ||
           error_set(why, EXIT_USAGE, "it runs on devices alone; expected engine cuda or opencl");
}

/* What all of them have. DEVICE_AXES: the axes of those that copy no share. */
#define DEVICE_AXES (AXIS_BIT(AXIS_ENGINE) | AXIS_BIT(AXIS_DEVICE))
#define DEVICE_LIMIT(title, does)                                                                         \
    .name = title, .summary = does, .source = "scanbench", .family = FAMILY_LIMIT, .dtypes = EVERY_DTYPE, \
    .costs_hold = ANY_SIZE, .preconditions = "the engine has a device of its own: cuda, opencl",          \
    .engines = DEVICE_ENGINES, .supports = supports
#define COPIES \
    .primitive = PRIMITIVE_COPY, .axes = DEVICE_AXES, .costs = COSTS({"reads", "n"}, {"writes", "n"})
#define READS .primitive = PRIMITIVE_READ, .axes = DEVICE_AXES, .costs = COSTS({"reads", "n"})
#define READS_TWO .primitive = PRIMITIVE_READ_TWO, .axes = DEVICE_AXES, .costs = COSTS({"reads", "2n"})
#define COPIES_PART                                                                     \
    .primitive = PRIMITIVE_COPY_PART, .axes = DEVICE_AXES | AXIS_BIT(AXIS_SELECTIVITY), \
    .costs = COSTS({"reads", "n"}, {"writes", "k"})

/* The kernel of one launch, or of the first of two, with groups of so many threads that have so many accesses
 * of 16 bytes on their way. The bits count alone. */
#define LAUNCH(kernel_, threads, accesses) .kernel = &kernels.kernel_, .shape = {threads, accesses}
#define AT_ONCE(kernel, threads, accesses) \
    .kept_bytes = tagged_bytes, USES({LAUNCH(kernel, threads, accesses)})
#define IN_TWO(...) .scratch_bytes = folds_bytes, USES({__VA_ARGS__}, {LAUNCH(limit_finish, THREADS, 1)})
#define FOLDED "each group folds what it reads"
#define FOLDED_BY_LAST FOLDED ", the last one waits for all folds and folds them"
#define FOLDED_AFTER "\nlimit_finish: one group folds the groups' folds"

const struct implementation limit_device_copy = {
    DEVICE_LIMIT("limit/device-copy", "the driver's copy within the device's memory"),
    COPIES,
    .phases = "one copy by the driver",
    USES({0}),
    .run = copy_device_run,
};

const struct implementation limit_group_copy = {
    DEVICE_LIMIT("limit/group-copy", "each group copies a tile, 16 bytes a thread"),
    COPIES,
    .phases = "limit_copy: each group copies a tile",
    USES({LAUNCH(limit_copy, THREADS, 1)}),
    .run = copy_group_run,
};

const struct implementation limit_group_copy_early = {
    DEVICE_LIMIT("limit/group-copy-early",
                 "as limit/group-copy, where the next launch may begin before this one ends"),
    COPIES,
    .phases = "limit_copy_early: each group copies a tile; of CUDA from sm_90 on the next launch is started "
              "during that time, and waits for its end",
    USES({LAUNCH(limit_copy_early, THREADS, 1)}),
    .run = copy_group_run,
};

/* Which one is the fastest depends on the size, by how many groups it makes, how much each has on its way and
 * how many of them a processor holds. */
#define READ_LIMIT(id, name, does, reads, threads)                                  \
    const struct implementation id = {DEVICE_LIMIT(name, does), reads,              \
                                      .phases = "limit_read: " FOLDED FOLDED_AFTER, \
                                      IN_TWO(LAUNCH(limit_read, threads, 1)), .run = read_run}
#define READ_ONCE_LIMIT(id, name, does, threads, accesses)                          \
    const struct implementation id = {DEVICE_LIMIT(name, does), READS,              \
                                      .phases = "limit_read_once: " FOLDED_BY_LAST, \
                                      AT_ONCE(limit_read_once, threads, accesses), .run = read_once_run}

READ_LIMIT(limit_group_read, "limit/group-read",
           "groups walk the array, four tiles at a time, 16 bytes a thread", READS, THREADS);
READ_LIMIT(limit_group_read_small, "limit/group-read-small",
           "as limit/group-read, with groups of half as many threads", READS, THREADS / 2);
READ_LIMIT(limit_group_read2, "limit/group-read2",
           "groups walk two arrays, two tiles of each at a time, 16 bytes a thread", READS_TWO, THREADS);
READ_ONCE_LIMIT(limit_group_read_once, "limit/group-read-once",
                "groups walk the array in one launch, two accesses of 16 bytes a thread at a time",
                2 * THREADS, 2);
READ_ONCE_LIMIT(limit_group_read_once_small, "limit/group-read-once-small",
                "as limit/group-read-once, with groups of half as many threads", THREADS, 2);
READ_ONCE_LIMIT(limit_group_read_once_small_deep, "limit/group-read-once-small-deep",
                "as limit/group-read-once-small, four accesses at a time", THREADS, 4);
READ_ONCE_LIMIT(limit_group_read_once_deep, "limit/group-read-once-deep",
                "as limit/group-read-once, twelve accesses at a time", 2 * THREADS, 12);

const struct implementation limit_group_read2_once = {
    DEVICE_LIMIT("limit/group-read2-once", "groups walk two arrays, a tile of each at a time, in one launch"),
    READS_TWO,
    .phases = "limit_read2_once: " FOLDED_BY_LAST,
    AT_ONCE(limit_read2_once, 2 * THREADS, 1),
    .run = read2_once_run,
};

const struct implementation limit_group_compact = {
    DEVICE_LIMIT("limit/group-compact", "groups read blocks of 512 and copy the selected share of each"),
    COPIES_PART,
    .phases = "limit_copy_part: each group copies its blocks' shares and folds what it reads" FOLDED_AFTER,
    IN_TWO(LAUNCH(limit_copy_part, THREADS, 1), .choose = build_part),
    .run = copy_part_run,
};

const struct implementation limit_group_compact_first = {
    DEVICE_LIMIT("limit/group-compact-first",
                 "groups walk the array, two tiles at a time, and copy the selected share in one piece"),
    COPIES_PART,
    .phases =
        "limit_copy_first: each group folds what it reads and copies what is of the share, the last one\n"
        "waits for all folds and folds them",
    AT_ONCE(limit_copy_first, 2 * THREADS, 1),
    .run = copy_first_run,
};
