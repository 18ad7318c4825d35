/* SPDX-License-Identifier: MIT */
/* The limits on a device: what its memory allows for the same bytes, measured beside every point of it. */
#include "engine/program.h"
#include "group/levels.h"
#include "implementation/implementation.h"
#include "problem/primitive.h"

/* ACCESS_BYTES: what a thread loads at once. GROUPS: of a kernel that walks, enough for any device of today.
 */
enum { THREADS = 256, ACCESS_BYTES = 16, GROUPS = 2112 };
/* Of a kernel that does all in one launch: groups of twice as many threads, one of them up to so many steps.
 */
enum { WIDE_GROUPS = GROUPS / 2, STEPS_ALONE = 2 };

/* The bits count alone: elements are unsigned ones of the same size. `accesses`: that a thread begins at
 * once. */
static void build_shape(const struct point *point, struct build *build, unsigned threads, unsigned accesses)
{
    const size_t size = dtype_size((enum dtype)point->dtype);
    build->dtype = size == sizeof(uint32_t) ? DTYPE_U32 : DTYPE_U64;
    build->op = OP_SUM;
    build->threads = threads;
    build->values = accesses * (unsigned)(ACCESS_BYTES / size);
}

#define SHAPE(name, threads, accesses)                               \
    static void name(const struct point *point, struct build *build) \
    {                                                                \
        build_shape(point, build, threads, accesses);                \
    }
SHAPE(build_limit, THREADS, 1)
SHAPE(build_small, THREADS / 2, 1) /* of which more groups run at once */
SHAPE(build_wide, 2 * THREADS, 1)  /* for kernels that do all in one launch */
/* Of the kernel that reads all in one launch. Which one is the fastest depends on the size, by how many
 * groups it makes, how much each has on its way and how many of them a processor holds. */
SHAPE(build_once, 2 * THREADS, 2)
SHAPE(build_once_small, THREADS, 2)
SHAPE(build_once_small_deep, THREADS, 4)
SHAPE(build_once_deep, 2 * THREADS, 12)

/* A tile is a block of the partial copy. */
static void build_part(const struct point *point, struct build *build)
{
    build_limit(point, build);
    build->threads = PART_BLOCK / build->values;
}

/* Of the first kernel: what a group has of an array at a time. */
static size_t tile_of(const struct run *run)
{
    struct build build = {0};
    run->point->implementation->kernels[0].choose(run->point, &build);
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

static size_t no_roundings(const struct point *point)
{
    (void)point;
    return 0;
}

static bool supports(const struct point *point, struct error *why)
{
    return point_on_device(point) ||
           error_set(why, EXIT_USAGE, "it runs on devices alone; expected engine cuda or opencl");
}

static const struct kernel_use no_uses[] = {{0}};
static const struct kernel_use copy_uses[] = {{&kernels.limit_copy, build_limit}, {0}};
static const struct kernel_use copy_early_uses[] = {{&kernels.limit_copy_early, build_limit}, {0}};
static const struct kernel_use read_uses[] = {
    {&kernels.limit_read, build_limit}, {&kernels.limit_finish, build_limit}, {0}};
static const struct kernel_use read_small_uses[] = {
    {&kernels.limit_read, build_small}, {&kernels.limit_finish, build_limit}, {0}};
static const struct kernel_use read_once_uses[] = {{&kernels.limit_read_once, build_once}, {0}};
static const struct kernel_use read_once_small_uses[] = {{&kernels.limit_read_once, build_once_small}, {0}};
static const struct kernel_use read_once_small_deep_uses[] = {
    {&kernels.limit_read_once, build_once_small_deep}, {0}};
static const struct kernel_use read_once_deep_uses[] = {{&kernels.limit_read_once, build_once_deep}, {0}};
static const struct kernel_use read2_once_uses[] = {{&kernels.limit_read2_once, build_wide}, {0}};
static const struct kernel_use copy_first_uses[] = {{&kernels.limit_copy_first, build_wide}, {0}};
static const struct kernel_use copy_part_uses[] = {
    {&kernels.limit_copy_part, build_part}, {&kernels.limit_finish, build_limit}, {0}};

static const struct cost copy_costs[] = {{"reads", "n"}, {"writes", "n"}, {0}};
static const struct cost read_costs[] = {{"reads", "n"}, {0}};
static const struct cost read_two_costs[] = {{"reads", "2n"}, {0}};
static const struct cost copy_part_costs[] = {{"reads", "n"}, {"writes", "k"}, {0}};

/* What all of them have. DEVICE_AXES: the axes of those that copy no share. */
#define DEVICE_AXES (AXIS_BIT(AXIS_ENGINE) | AXIS_BIT(AXIS_DEVICE))
#define DEVICE_LIMIT                                                                                \
    .source = "scanbench", .family = FAMILY_LIMIT, .dtypes = EVERY_DTYPE, .costs_hold = ANY_SIZE,   \
    .preconditions = "the engine has a device of its own: cuda, opencl", .engines = DEVICE_ENGINES, \
    .supports = supports, .roundings = no_roundings, .prepare = program_prepare, .finish = program_finish

const struct implementation limit_device_copy = {
    DEVICE_LIMIT,
    .name = "limit/device-copy",
    .summary = "the driver's copy within the device's memory",
    .primitive = PRIMITIVE_COPY,
    .axes = DEVICE_AXES,
    .phases = "one copy by the driver",
    .costs = copy_costs,
    .kernels = no_uses,
    .run = copy_device_run,
};

const struct implementation limit_group_copy = {
    DEVICE_LIMIT,
    .name = "limit/group-copy",
    .summary = "each group copies a tile, 16 bytes a thread",
    .primitive = PRIMITIVE_COPY,
    .axes = DEVICE_AXES,
    .phases = "limit_copy: each group copies a tile",
    .costs = copy_costs,
    .kernels = copy_uses,
    .run = copy_group_run,
};

const struct implementation limit_group_copy_early = {
    DEVICE_LIMIT,
    .name = "limit/group-copy-early",
    .summary = "as limit/group-copy, where the next launch may begin before this one ends",
    .primitive = PRIMITIVE_COPY,
    .axes = DEVICE_AXES,
    .phases = "limit_copy_early: each group copies a tile; of CUDA from sm_90 on the next launch is started "
              "meanwhile, and waits for its end",
    .costs = copy_costs,
    .kernels = copy_early_uses,
    .run = copy_group_run,
};

const struct implementation limit_group_read = {
    DEVICE_LIMIT,
    .name = "limit/group-read",
    .summary = "groups walk the array, four tiles at a time, 16 bytes a thread",
    .primitive = PRIMITIVE_READ,
    .axes = DEVICE_AXES,
    .phases = "limit_read: each group folds what it reads\nlimit_finish: one group folds the groups' folds",
    .costs = read_costs,
    .scratch_bytes = folds_bytes,
    .kernels = read_uses,
    .run = read_run,
};

const struct implementation limit_group_read_small = {
    DEVICE_LIMIT,
    .name = "limit/group-read-small",
    .summary = "as limit/group-read, with groups of half as many threads",
    .primitive = PRIMITIVE_READ,
    .axes = DEVICE_AXES,
    .phases = "limit_read: each group folds what it reads\nlimit_finish: one group folds the groups' folds",
    .costs = read_costs,
    .scratch_bytes = folds_bytes,
    .kernels = read_small_uses,
    .run = read_run,
};

const struct implementation limit_group_read2 = {
    DEVICE_LIMIT,
    .name = "limit/group-read2",
    .summary = "groups walk two arrays, two tiles of each at a time, 16 bytes a thread",
    .primitive = PRIMITIVE_READ_TWO,
    .axes = DEVICE_AXES,
    .phases = "limit_read: each group folds what it reads\nlimit_finish: one group folds the groups' folds",
    .costs = read_two_costs,
    .scratch_bytes = folds_bytes,
    .kernels = read_uses,
    .run = read_run,
};

const struct implementation limit_group_compact = {
    DEVICE_LIMIT,
    .name = "limit/group-compact",
    .summary = "groups read blocks of 512 and copy the selected share of each",
    .primitive = PRIMITIVE_COPY_PART,
    .axes = DEVICE_AXES | AXIS_BIT(AXIS_SELECTIVITY),
    .phases = "limit_copy_part: each group copies its blocks' shares and folds what it reads\n"
              "limit_finish: one group folds the groups' folds",
    .costs = copy_part_costs,
    .scratch_bytes = folds_bytes,
    .kernels = copy_part_uses,
    .run = copy_part_run,
};

const struct implementation limit_group_compact_first = {
    DEVICE_LIMIT,
    .name = "limit/group-compact-first",
    .summary = "groups walk the array, two tiles at a time, and copy the selected share in one piece",
    .primitive = PRIMITIVE_COPY_PART,
    .axes = DEVICE_AXES | AXIS_BIT(AXIS_SELECTIVITY),
    .phases =
        "limit_copy_first: each group folds what it reads and copies what is of the share, the last one\n"
        "waits for all folds and folds them",
    .costs = copy_part_costs,
    .kept_bytes = tagged_bytes,
    .kernels = copy_first_uses,
    .run = copy_first_run,
};

#define READ_ONCE                                                                                          \
    DEVICE_LIMIT, .primitive = PRIMITIVE_READ, .axes = DEVICE_AXES,                                        \
                  .phases = "limit_read_once: each group folds what it reads, the last one waits for all " \
                            "folds and folds them",                                                        \
                  .costs = read_costs, .kept_bytes = tagged_bytes, .run = read_once_run

const struct implementation limit_group_read_once = {
    READ_ONCE,
    .name = "limit/group-read-once",
    .summary = "groups walk the array in one launch, two accesses of 16 bytes a thread at a time",
    .kernels = read_once_uses,
};

const struct implementation limit_group_read_once_small = {
    READ_ONCE,
    .name = "limit/group-read-once-small",
    .summary = "as limit/group-read-once, with groups of half as many threads",
    .kernels = read_once_small_uses,
};

const struct implementation limit_group_read_once_small_deep = {
    READ_ONCE,
    .name = "limit/group-read-once-small-deep",
    .summary = "as limit/group-read-once-small, four accesses at a time",
    .kernels = read_once_small_deep_uses,
};

const struct implementation limit_group_read_once_deep = {
    READ_ONCE,
    .name = "limit/group-read-once-deep",
    .summary = "as limit/group-read-once, twelve accesses at a time",
    .kernels = read_once_deep_uses,
};

const struct implementation limit_group_read2_once = {
    DEVICE_LIMIT,
    .name = "limit/group-read2-once",
    .summary = "groups walk two arrays, a tile of each at a time, in one launch",
    .primitive = PRIMITIVE_READ_TWO,
    .axes = DEVICE_AXES,
    .phases =
        "limit_read2_once: each group folds what it reads, the last one waits for all folds and folds them",
    .costs = read_two_costs,
    .kept_bytes = tagged_bytes,
    .kernels = read2_once_uses,
    .run = read2_once_run,
};
