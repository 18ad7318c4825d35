/* SPDX-License-Identifier: MIT */
/* The limits on a device: what its memory allows for the same bytes, measured beside every point of it. */
#include "group/group.h"
#include "problem/primitive.h"

/* THREADS: of a group, unless its shape says. GROUPS: of a kernel that walks, enough for any device of today;
 * WIDE_GROUPS: of one that does all in one launch, with twice as many threads, of which one alone takes up to
 * STEPS_ALONE steps. */
enum { THREADS = 256, GROUPS = 2112, WIDE_GROUPS = GROUPS / 2, STEPS_ALONE = 2 };

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

#define ARRAYS(run) .in = (run)->input, .out = (run)->output, .n = (run)->point->n

static void copy_device_run(const struct run *run)
{
    const size_t bytes = run->point->n * dtype_size((enum dtype)run->point->dtype);
    run->engine->copy(run->device, run->output, run->input, bytes);
}

static void copy_group_run(const struct run *run)
{
    const struct limit_copy_arguments arguments = {ARRAYS(run)};
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

/* In one launch, of the input or of both. */
static void read_once_run(const struct run *run)
{
    const struct limit_read2_once_arguments arguments = {
        .x = run->input,
        .y = run->second ? run->second : run->input,
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
        ARRAYS(run),
        .folds = run->scratch,
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
    const double selectivity = (double)run->point->selectivity / SELECTIVITY_ONE;
    const struct limit_copy_first_arguments arguments = {
        ARRAYS(run),
        .folds = program_kept(run),
        .count = run->count,
        .taken = primitive_part(run->point->n, selectivity),
        .groups = groups_at_once(run, 2),
        .turn = program_turn(run),
    };
    program_launch(run, 0, &arguments, arguments.groups);
}

/* A fold a group, and its tag where there is one. */
static size_t folds_bytes(const struct point *point)
{
    (void)point;
    return GROUPS * 2 * sizeof(uint64_t);
}

static bool supports(const struct point *point, struct error *why)
{
    return point_on_device(point) ||
           error_set(why, EXIT_USAGE, "it runs on devices alone; expected engine cuda or opencl");
}

/* LIMIT(id, what is copied or read, name, summary, phases, run, its kernels and memory). */
#define LIMIT(id, moved, title, does, steps, work, ...)                                               \
    const struct implementation id = {DEVICE_LIMIT,    MOVES_##moved, .name = title, .summary = does, \
                                      .phases = steps, .run = work,   __VA_ARGS__};
#define DEVICE_LIMIT                                                                                  \
    .source = "scanbench", .family = FAMILY_LIMIT, .costs_hold = ANY_SIZE,                            \
    .preconditions = "the device has memory of its own: cuda:0, opencl:0", .engines = DEVICE_ENGINES, \
    .supports = supports
#define MOVES(kind, types, varies, ...)                                            \
    .primitive = PRIMITIVE_##kind, .dtypes = (types), .costs = COSTS(__VA_ARGS__), \
    .axes = AXIS_BIT(AXIS_DEVICE) | (varies)
#define MOVES_COPY MOVES(COPY, EVERY_DTYPE | EVERY_CONVERTED_DTYPE, 0, {"reads", "n"}, {"writes", "n"})
#define MOVES_BYTES MOVES(COPY, EVERY_DTYPE | EVERY_NARROW | EVERY_HALF, 0, {"reads", "n"}, {"writes", "n"})
#define MOVES_READ MOVES(READ, EVERY_DTYPE | EVERY_CONVERTED_DTYPE, 0, {"reads", "n"})
#define MOVES_READ_TWO MOVES(READ_TWO, EVERY_DTYPE | EVERY_HALF, 0, {"reads", "2n"})
#define MOVES_COPY_PART \
    MOVES(COPY_PART, EVERY_DTYPE | EVERY_NARROW, AXIS_BIT(AXIS_SELECTIVITY), {"reads", "n"}, {"writes", "k"})

/* The kernel of one launch, or of the first of two, with groups of so many threads that have so many accesses
 * of 16 bytes on their way: which shape is the fastest depends on the size, by how many groups it makes, how
 * much each has on its way and how many of them a processor holds. The bits count alone. */
#define LAUNCH(kernel_, threads, accesses) .kernel = &kernels.kernel_, .shape = {threads, accesses}
#define AT_ONCE(kernel, threads, accesses) \
    .kept_bytes = folds_bytes, USES({LAUNCH(kernel, threads, accesses)})
#define IN_TWO(...) .scratch_bytes = folds_bytes, USES({__VA_ARGS__}, {LAUNCH(limit_finish, THREADS, 1)})
#define FOLDED "each group folds what it reads"
#define FOLDED_AFTER "\nlimit_finish: one group folds the groups' folds"
#define FOLDED_BY_LAST FOLDED ", the last one waits for all folds and folds them"
#define READ_IN_TWO(id, moved, title, does, threads)                            \
    LIMIT(id, moved, title, does, "limit_read: " FOLDED FOLDED_AFTER, read_run, \
          IN_TWO(LAUNCH(limit_read, threads, 1)))
#define READ_AT_ONCE(id, moved, title, does, kernel, threads, accesses)       \
    LIMIT(id, moved, title, does, #kernel ": " FOLDED_BY_LAST, read_once_run, \
          AT_ONCE(kernel, threads, accesses))

LIMIT(limit_device_copy, BYTES, "limit/device-copy", "the driver's copy within the device's memory",
      "one copy by the driver", copy_device_run, USES({0}))
LIMIT(limit_group_copy, COPY, "limit/group-copy", "each group copies a tile, 16 bytes a thread",
      "limit_copy: each group copies a tile", copy_group_run, USES({LAUNCH(limit_copy, THREADS, 1)}))
LIMIT(limit_group_copy_early, COPY, "limit/group-copy-early",
      "as limit/group-copy, where the next launch may begin before this one ends",
      "limit_copy_early: each group copies a tile; of CUDA from sm_90 on the next launch is started during "
      "that "
      "time, and waits for its end",
      copy_group_run, USES({LAUNCH(limit_copy_early, THREADS, 1)}))
READ_IN_TWO(limit_group_read, READ, "limit/group-read",
            "groups walk the array, four tiles at a time, 16 bytes a thread", THREADS)
READ_IN_TWO(limit_group_read_small, READ, "limit/group-read-small",
            "as limit/group-read, with groups of half as many threads", THREADS / 2)
READ_IN_TWO(limit_group_read2, READ_TWO, "limit/group-read2",
            "groups walk two arrays, two tiles of each at a time, 16 bytes a thread", THREADS)
READ_AT_ONCE(limit_group_read_once, READ, "limit/group-read-once",
             "groups walk the array in one launch, two accesses of 16 bytes a thread at a time",
             limit_read_once, 2 * THREADS, 2)
READ_AT_ONCE(limit_group_read_once_small, READ, "limit/group-read-once-small",
             "as limit/group-read-once, with groups of half as many threads", limit_read_once, THREADS, 2)
READ_AT_ONCE(limit_group_read_once_small_deep, READ, "limit/group-read-once-small-deep",
             "as limit/group-read-once-small, four accesses at a time", limit_read_once, THREADS, 4)
READ_AT_ONCE(limit_group_read_once_deep, READ, "limit/group-read-once-deep",
             "as limit/group-read-once, twelve accesses at a time", limit_read_once, 2 * THREADS, 12)
READ_AT_ONCE(limit_group_read2_once, READ_TWO, "limit/group-read2-once",
             "groups walk two arrays, a tile of each at a time, in one launch", limit_read2_once, 2 * THREADS,
             1)
LIMIT(limit_group_compact, COPY_PART, "limit/group-compact",
      "groups read blocks of 512 and copy the selected share of each",
      "limit_copy_part: each group copies its blocks' shares and folds what it reads" FOLDED_AFTER,
      copy_part_run, IN_TWO(LAUNCH(limit_copy_part, THREADS, 1), .choose = build_part))
LIMIT(limit_group_compact_first, COPY_PART, "limit/group-compact-first",
      "groups walk the array, two tiles at a time, and copy the selected share in one piece",
      "limit_copy_first: each group folds what it reads and copies what is of the share, the last one\n"
      "waits for all folds and folds them",
      copy_first_run, AT_ONCE(limit_copy_first, 2 * THREADS, 1))
