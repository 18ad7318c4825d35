/* SPDX-License-Identifier: MIT */
/* Dot products over groups that walk their inputs in strides of all groups: partials added by a second
 * launch, or all in one. */
#include "base/buffer.h"
#include "group/group.h"

enum { TAG_BYTES = 2 }; /* of payload in a tagged word */

/* Of the arguments of a kernel what a run gives to all. */
#define DOT_ARGUMENTS(run) \
    .x = (run)->input, .y = (run)->second, .n = (run)->point->n, .groups = (run)->point->groups

static void two_pass(const struct run *run)
{
    const size_t groups = run->point->groups;
    const struct dot_first_arguments first = {
        DOT_ARGUMENTS(run),
        .partials = run->scratch,
    };
    const struct dot_second_arguments second = {
        .partials = run->scratch,
        .result = run->output,
        .n = groups,
    };
    program_launch(run, 0, &first, groups);
    program_launch(run, 1, &second, 1);
}

static size_t partials_scratch(const struct point *point)
{
    return round_up(point->groups * sum_bytes(point), CACHE_LINE);
}

static void two_pass_device(const struct run *run)
{
    const size_t groups = run->point->groups;
    char *const words = (char *)run->scratch + partials_scratch(run->point);
    const struct dot_first_device_arguments first = {
        DOT_ARGUMENTS(run),
        .scratch = words,
        .partials = run->scratch,
    };
    const struct dot_second_device_arguments second = {
        .partials = run->scratch,
        .scratch = words,
        .result = run->output,
        .n = groups,
    };
    program_launch(run, 0, &first, groups);
    program_launch(run, 1, &second, 1);
}

static size_t two_pass_device_scratch(const struct point *point)
{
    const size_t words = point->groups * point->threads_per_group;
    return partials_scratch(point) + words * sum_bytes(point);
}

/* The arguments of the kernel that adds as the device does are the same. */
static void exchange(const struct run *run)
{
    const struct dot_exchange_arguments arguments = {
        DOT_ARGUMENTS(run),
        .result = run->output,
    };
    run->engine->clear(run, run->output, dtype_size(run->point->dtype));
    program_launch(run, 0, &arguments, run->point->groups);
}

/* Scratch: the ticket, alone in its line, then what the groups publish. */
static void counter(const struct run *run)
{
    const struct dot_counter_arguments arguments = {
        DOT_ARGUMENTS(run),
        .partials = (char *)run->scratch + CACHE_LINE,
        .ticket = run->scratch,
        .result = run->output,
    };
    run->engine->clear(run, run->scratch, CACHE_LINE);
    program_launch(run, 0, &arguments, run->point->groups);
}

static size_t counter_scratch(const struct point *point)
{
    return CACHE_LINE + partials_scratch(point);
}

static size_t tagged_bytes(const struct point *point)
{
    return point->groups * (sum_bytes(point) / TAG_BYTES) * sizeof(uint32_t);
}

/* The same; the tags are zero at the start. */
static void tagged(const struct run *run)
{
    const struct dot_tagged_arguments arguments = {
        DOT_ARGUMENTS(run),
        .tagged = (uint32_t *)((char *)run->scratch + CACHE_LINE),
        .ticket = run->scratch,
        .result = run->output,
    };
    run->engine->clear(run, run->scratch, CACHE_LINE + tagged_bytes(run->point));
    program_launch(run, 0, &arguments, run->point->groups);
}

static size_t tagged_scratch(const struct point *point)
{
    return CACHE_LINE + tagged_bytes(point);
}

/* A product and an addition a stride, the fold in a group, and the partials in the same way or one by one. */
static size_t roundings(const struct point *point)
{
    const size_t strides = divide_up(point->n, point->threads_per_group * point->groups);
    return strides + 2 * (point->threads_per_group + point->groups) + 4;
}

static bool supports(const struct point *point, struct error *why)
{
    struct point one = *point;
    one.values_per_thread = 1;
    if (!geometry_supports_halving(&one, why))
        return false;
    if (point->groups > 1 && point->groups > divide_up(point->n, point->threads_per_group))
        return error_set(why, EXIT_USAGE, "there are more groups than n / threads_per_group");
    return true;
}

static const struct cost shuffle_costs[] = {{"adds", "6T - 32"},
                                            {"shuffles", "5S"},
                                            {"shared_loads", "3T - 64"},
                                            {"shared_stores", "2T - 32"},
                                            {"barriers", "L - 4"},
                                            {"steps", "L"},
                                            {"shared_words", "TB/4"},
                                            {"bank_conflicts", "B = 8 ? 5S - 3 : 0"},
                                            {0}};
static const struct cost simd_sum_costs[] = {{"adds", "5T + 160"},
                                             {"shuffles", "5(S + 1)"},
                                             {"shared_loads", "32"},
                                             {"shared_stores", "32 + S"},
                                             {"barriers", "2"},
                                             {"steps", "11"},
                                             {"shared_words", "8B"},
                                             {"bank_conflicts", "B = 8 ? 2 : 0"},
                                             {0}};

#define STRIDES "every group walks both inputs in strides of all groups; each thread adds up its products\n"
#define SECOND "\nsecond launch: one group adds up the partials in the same way"
#define FOLD_DEVICE "in a group: a log-step fold of the threads' sums in device memory"
#define FOLD_SHARED                                                                                        \
    "in a group: a log-step fold in shared memory, with group barriers while whole subgroups are active, " \
    "then subgroup barriers"
#define FOLD_SHUFFLE \
    "in a group: a log-step fold in shared memory while whole subgroups are active, then 5 xor shuffles"
#define FOLD_SIMD_SUM "in a group: every subgroup sums its lanes by shuffles, the first one the sums"
#define EXCHANGES                                                                                       \
    "\nthe group adds its sum to the result by exchanges alone: take what is there, add, put it back, " \
    "and add whatever that overwrote; a retry is 2 exchanges more"
#define DOT_HOLD "any n > 0, groups one after the other"
#define NEEDS THREADS_HALVED "\ngroups is at most n / threads_per_group"

#define DOT                                                                                     \
    .source = "S. Yamanishi, AppleNumericalComputing, dot product", .primitive = PRIMITIVE_DOT, \
    .axes = GROUP_AXES | AXIS_BIT(AXIS_GROUPS), .supports = supports, .roundings = roundings
#define TWO_PASSES(function)                                                                        \
    DOT, .dtypes = EVERY_FLOAT | EVERY_HALF, .deterministic = true, .preconditions = NEEDS,         \
         .costs_hold = DOT_HOLD,                                                                    \
         .costs = COSTS({"device_loads", "2n + G"}, {"device_stores", "G + 1"}, {"launches", "2"}), \
         .scratch_bytes = partials_scratch, .run = two_pass,                                        \
         GROUP_USES({&kernels.dot_first, .local = function}, {&kernels.dot_second, .local = function})
/* Sums of halves are as wide as those of their inputs, which the words that are exchanged are not. */
#define EXCHANGED(function)                                                                             \
    DOT, .dtypes = EVERY_FLOAT, .preconditions = NEEDS, .costs_hold = DOT_HOLD,                         \
         .costs = COSTS({"device_loads", "2n"}, {"atomics", "2G"}, {"launches", "1"}), .run = exchange, \
         GROUP_USES({&kernels.dot_exchange, .local = function})
/* A group alone is the last one too, and folds twice. */
#define LAST_FOLDS(kernel)                                                                            \
    DOT, .dtypes = EVERY_FLOAT | EVERY_HALF, .deterministic = true, .costs_hold = DOT_HOLD ", G > 1", \
         .tile_costs = shuffle_costs, GROUP_USES({&kernels.kernel, .local = "dot_shuffle"})

const struct implementation group_dot_two_pass_device = {
    DOT,
    .dtypes = EVERY_FLOAT | EVERY_HALF,
    GROUP_USES({.kernel = &kernels.dot_first_device}, {.kernel = &kernels.dot_second_device}),
    .name = "group/two-pass/device",
    .summary = "fold in device memory, then a group for the partials",
    .deterministic = true,
    .phases = STRIDES FOLD_DEVICE SECOND,
    .preconditions = NEEDS,
    .costs_hold = DOT_HOLD,
    .costs = COSTS({"device_loads", "2n + G + (G + 1)(2T - 1)"}, {"device_stores", "2T(G + 1)"},
                   {"launches", "2"}),
    .scratch_bytes = two_pass_device_scratch,
    .run = two_pass_device,
};

const struct implementation group_dot_two_pass_shared = {
    TWO_PASSES("dot_shared"),
    .name = "group/two-pass/shared",
    .summary = "fold in shared memory, then a group for the partials",
    .phases = STRIDES FOLD_SHARED SECOND,
    /* Words of 8 bytes take two banks each, so that half a subgroup fills the banks. */
    .tile_costs = COSTS({"adds", "T - 1"}, {"shared_loads", "2T - 1"}, {"shared_stores", "2T - 1"},
                        {"barriers", "L - 4"}, {"simd_barriers", "5S"}, {"steps", "L"},
                        {"shared_words", "TB/4"}, {"bank_conflicts", "B = 8 ? 4S - 3 : 0"}),
};

const struct implementation group_dot_two_pass_shuffle = {
    TWO_PASSES("dot_shuffle"),
    .name = "group/two-pass/shuffle",
    .summary = "fold to a subgroup in shared memory, shuffles, then a group for the partials",
    .phases = STRIDES FOLD_SHUFFLE SECOND,
    .tile_costs = shuffle_costs,
};

const struct implementation group_dot_two_pass_simd_sum = {
    TWO_PASSES("dot_simd_sum"),
    .name = "group/two-pass/simd-sum",
    .summary = "sums of subgroups, their sum, then a group for the partials",
    .phases = STRIDES FOLD_SIMD_SUM SECOND,
    .tile_costs = simd_sum_costs,
};

const struct implementation group_dot_one_pass_shuffle = {
    EXCHANGED("dot_shuffle"),
    .name = "group/one-pass/shuffle",
    .summary = "as two-pass/shuffle, then added by atomic exchanges",
    .phases = STRIDES FOLD_SHUFFLE EXCHANGES,
    .tile_costs = shuffle_costs,
};

const struct implementation group_dot_one_pass_simd_sum = {
    EXCHANGED("dot_simd_sum"),
    .name = "group/one-pass/simd-sum",
    .summary = "as two-pass/simd-sum, then added by atomic exchanges",
    .phases = STRIDES FOLD_SIMD_SUM EXCHANGES,
    .tile_costs = simd_sum_costs,
};

const struct implementation group_dot_one_pass_simd_sum_add = {
    DOT,
    .dtypes = EVERY_FLOAT,
    .name = "group/one-pass/simd-sum/atomic-add",
    .summary = "as one-pass/simd-sum, but added by the device's own atomic",
    .engines = ENGINE_BIT(ENGINE_EMULATE) | ENGINE_BIT(ENGINE_MODEL) | ENGINE_BIT(ENGINE_CUDA),
    .phases = STRIDES FOLD_SIMD_SUM "\nthe group adds its sum to the result by one atomic",
    .preconditions = NEEDS "\natomic addition of floats, which OpenCL does not promise",
    .costs_hold = DOT_HOLD,
    .costs = COSTS({"device_loads", "2n"}, {"atomics", "G"}, {"launches", "1"}),
    .tile_costs = simd_sum_costs,
    GROUP_USES({&kernels.dot_add, .local = "dot_simd_sum"}),
    .run = exchange,
};

const struct implementation group_dot_one_pass_thread_counter = {
    LAST_FOLDS(dot_counter),
    .name = "group/one-pass/thread-counter",
    .summary = "plain partials, added by whoever draws the last ticket; needs a device fence",
    .phases = STRIDES FOLD_SHUFFLE
    "\nthe group stores its sum and draws a ticket; who draws the last one adds up the sums of all",
    .preconditions =
        NEEDS "\na fence of the whole device, which orders a group's sum before its ticket: without it the "
              "result is wrong",
    .costs =
        COSTS({"device_loads", "2n + G"}, {"device_stores", "G + 1"}, {"atomics", "G"}, {"launches", "1"}),
    .scratch_bytes = counter_scratch,
    .run = counter,
};

const struct implementation group_dot_one_pass_tagged = {
    LAST_FOLDS(dot_tagged),
    .name = "group/one-pass/tagged",
    .summary = "partials in tagged atomic words, added by whoever draws the last ticket",
    .phases = STRIDES FOLD_SHUFFLE
    "\nthe group publishes its sum in tagged atomic words of 16 bits and draws a ticket; who draws the last "
    "one waits for the tags, whose stores were issued before, and adds up the sums",
    .preconditions = NEEDS "\nno fence",
    .costs = COSTS({"device_loads", "2n"}, {"device_stores", "1"}, {"atomics", "G + GB/2"}, {"polls", "GB/2"},
                   {"launches", "1"}),
    .scratch_bytes = tagged_scratch,
    .run = tagged,
};
