/* SPDX-License-Identifier: MIT */
/* Dot products over groups that walk their inputs in strides of all groups: partials added by a second
 * launch, or all in one. */
#include "engine/program.h"
#include "group/geometry.h"
#include "group/levels.h"
#include "group/locals.h"
#include "implementation/implementation.h"

enum { CACHE_LINE = 64, TAG_BYTES = 2 }; /* of payload in a tagged word */

static size_t round_up(size_t bytes)
{
    return divide_up(bytes, CACHE_LINE) * CACHE_LINE;
}

static void build_shared(const struct point *point, struct build *build)
{
    (void)point;
    build->local = "dot_shared";
}

static void build_shuffle(const struct point *point, struct build *build)
{
    (void)point;
    build->local = "dot_shuffle";
}

static void build_simd_sum(const struct point *point, struct build *build)
{
    (void)point;
    build->local = "dot_simd_sum";
}

static void two_pass(const struct run *run)
{
    const size_t groups = run->point->groups;
    const struct dot_first_arguments first = {
        .x = run->input,
        .y = run->second,
        .partials = run->scratch,
        .n = run->point->n,
        .groups = groups,
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
    return round_up(point->groups * dtype_size(point->dtype));
}

static void two_pass_device(const struct run *run)
{
    const size_t groups = run->point->groups;
    char *const words = (char *)run->scratch + partials_scratch(run->point);
    const struct dot_first_device_arguments first = {
        .x = run->input,
        .y = run->second,
        .scratch = words,
        .partials = run->scratch,
        .n = run->point->n,
        .groups = groups,
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
    return partials_scratch(point) + words * dtype_size(point->dtype);
}

static void exchange(const struct run *run)
{
    const struct dot_exchange_arguments arguments = {
        .x = run->input,
        .y = run->second,
        .result = run->output,
        .n = run->point->n,
        .groups = run->point->groups,
    };
    run->engine->clear(run, run->output, dtype_size(run->point->dtype));
    program_launch(run, 0, &arguments, run->point->groups);
}

/* Scratch: the ticket, alone in its line, then what the groups publish. */
static void counter(const struct run *run)
{
    const struct dot_counter_arguments arguments = {
        .x = run->input,
        .y = run->second,
        .partials = (char *)run->scratch + CACHE_LINE,
        .ticket = run->scratch,
        .result = run->output,
        .n = run->point->n,
        .groups = run->point->groups,
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
    return point->groups * (dtype_size(point->dtype) / TAG_BYTES) * sizeof(uint32_t);
}

/* The same; the tags are zero at the start. */
static void tagged(const struct run *run)
{
    const struct dot_tagged_arguments arguments = {
        .x = run->input,
        .y = run->second,
        .tagged = (uint32_t *)((char *)run->scratch + CACHE_LINE),
        .ticket = run->scratch,
        .result = run->output,
        .n = run->point->n,
        .groups = run->point->groups,
    };
    run->engine->clear(run, run->scratch, CACHE_LINE + tagged_bytes(run->point));
    program_launch(run, 0, &arguments, run->point->groups);
}

static size_t tagged_scratch(const struct point *point)
{
    return CACHE_LINE + tagged_bytes(point);
}

static const struct kernel_use device_uses[] = {
    {&kernels.dot_first_device, NULL}, {&kernels.dot_second_device, NULL}, {0}};
static const struct kernel_use shared_uses[] = {
    {&kernels.dot_first, build_shared}, {&kernels.dot_second, build_shared}, {0}};
static const struct kernel_use shuffle_uses[] = {
    {&kernels.dot_first, build_shuffle}, {&kernels.dot_second, build_shuffle}, {0}};
static const struct kernel_use simd_sum_uses[] = {
    {&kernels.dot_first, build_simd_sum}, {&kernels.dot_second, build_simd_sum}, {0}};
static const struct kernel_use exchange_shuffle_uses[] = {{&kernels.dot_exchange, build_shuffle}, {0}};
static const struct kernel_use exchange_simd_sum_uses[] = {{&kernels.dot_exchange, build_simd_sum}, {0}};
static const struct kernel_use counter_uses[] = {{&kernels.dot_counter, build_shuffle}, {0}};
static const struct kernel_use tagged_uses[] = {{&kernels.dot_tagged, build_shuffle}, {0}};

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

/* Words of 8 bytes take two banks each, so that half a simdgroup fills the banks. */
static const struct cost shared_costs[] = {{"adds", "T - 1"},
                                           {"shared_loads", "2T - 1"},
                                           {"shared_stores", "2T - 1"},
                                           {"barriers", "L - 4"},
                                           {"simd_barriers", "5S"},
                                           {"steps", "L"},
                                           {"shared_words", "TB/4"},
                                           {"bank_conflicts", "B = 8 ? 4S - 3 : 0"},
                                           {0}};
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

static const struct cost device_run[] = {
    {"device_loads", "2n + G + (G + 1)(2T - 1)"}, {"device_stores", "2T(G + 1)"}, {"launches", "2"}, {0}};
static const struct cost two_pass_run[] = {
    {"device_loads", "2n + G"}, {"device_stores", "G + 1"}, {"launches", "2"}, {0}};
static const struct cost exchange_run[] = {{"device_loads", "2n"}, {"atomics", "2G"}, {"launches", "1"}, {0}};
static const struct cost counter_run[] = {
    {"device_loads", "2n + G"}, {"device_stores", "G + 1"}, {"atomics", "G"}, {"launches", "1"}, {0}};
static const struct cost tagged_run[] = {{"device_loads", "2n"},  {"device_stores", "1"},
                                         {"atomics", "G + GB/2"}, {"polls", "GB/2"},
                                         {"launches", "1"},       {0}};

#define STRIDES "every group walks both inputs in strides of all groups; each thread adds up its products\n"
#define SECOND "\nsecond launch: one group adds up the partials in the same way"
#define FOLD_DEVICE "in a group: a log-step fold of the threads' sums in device memory"
#define FOLD_SHARED                                                                                         \
    "in a group: a log-step fold in shared memory, with group barriers while whole simdgroups are active, " \
    "then simdgroup barriers"
#define FOLD_SHUFFLE \
    "in a group: a log-step fold in shared memory while whole simdgroups are active, then 5 xor shuffles"
#define FOLD_SIMD_SUM "in a group: every simdgroup sums its lanes by shuffles, the first one the sums"
#define EXCHANGES                                                                                       \
    "\nthe group adds its sum to the result by exchanges alone: take what is there, add, put it back, " \
    "and add whatever that overwrote; a retry is 2 exchanges more"
#define NEEDS THREADS_HALVED "\ngroups is at most n / threads_per_group"

#define DOT(object, function, uses, spelling, scratch, flow, steps, requires, within, traffic) \
    const struct implementation group_dot_##object = {                                         \
        .name = "group/" spelling,                                                             \
        .summary = flow,                                                                       \
        .source = "S. Yamanishi, AppleNumericalComputing, dot product",                        \
        .primitive = PRIMITIVE_DOT,                                                            \
        .family = FAMILY_GROUP,                                                                \
        .axes = GROUP_AXES | AXIS_BIT(AXIS_GROUPS),                                            \
        .dtypes = EVERY_FLOAT,                                                                 \
        .phases = STRIDES steps,                                                               \
        .preconditions = requires,                                                             \
        .costs_hold = "any n > 0, groups one after the other",                                 \
        .costs = traffic,                                                                      \
        .tile_costs = within,                                                                  \
        .supports = supports,                                                                  \
        .scratch_bytes = scratch,                                                              \
        .roundings = roundings,                                                                \
        .kernels = uses,                                                                       \
        .prepare = program_prepare,                                                            \
        .finish = program_finish,                                                              \
        .run = function,                                                                       \
    };

DOT(two_pass_device, two_pass_device, device_uses, "two-pass/device", two_pass_device_scratch,
    "fold in device memory, then a group for the partials", FOLD_DEVICE SECOND, NEEDS, NULL, device_run)
DOT(two_pass_shared, two_pass, shared_uses, "two-pass/shared", partials_scratch,
    "fold in shared memory, then a group for the partials", FOLD_SHARED SECOND, NEEDS, shared_costs,
    two_pass_run)
DOT(two_pass_shuffle, two_pass, shuffle_uses, "two-pass/shuffle", partials_scratch,
    "fold to a simdgroup in shared memory, shuffles, then a group for the partials", FOLD_SHUFFLE SECOND,
    NEEDS, shuffle_costs, two_pass_run)
DOT(two_pass_simd_sum, two_pass, simd_sum_uses, "two-pass/simd-sum", partials_scratch,
    "sums of simdgroups, their sum, then a group for the partials", FOLD_SIMD_SUM SECOND, NEEDS,
    simd_sum_costs, two_pass_run)
DOT(one_pass_shuffle, exchange, exchange_shuffle_uses, "one-pass/shuffle", NULL,
    "as two-pass/shuffle, then added by atomic exchanges", FOLD_SHUFFLE EXCHANGES, NEEDS, shuffle_costs,
    exchange_run)
DOT(one_pass_simd_sum, exchange, exchange_simd_sum_uses, "one-pass/simd-sum", NULL,
    "as two-pass/simd-sum, then added by atomic exchanges", FOLD_SIMD_SUM EXCHANGES, NEEDS, simd_sum_costs,
    exchange_run)
DOT(one_pass_thread_counter, counter, counter_uses, "one-pass/thread-counter", counter_scratch,
    "plain partials, added by whoever draws the last ticket; needs a device fence",
    FOLD_SHUFFLE
    "\nthe group stores its sum and draws a ticket; who draws the last one adds up the sums of all",
    NEEDS "\na fence of the whole device, which orders a group's sum before its ticket: without it the "
          "result is wrong",
    shuffle_costs, counter_run)
DOT(one_pass_tagged, tagged, tagged_uses, "one-pass/tagged", tagged_scratch,
    "partials in tagged atomic words, added by whoever draws the last ticket",
    FOLD_SHUFFLE
    "\nthe group publishes its sum in tagged atomic words of 16 bits and draws a ticket; who draws the last "
    "one waits for the tags, whose stores were issued before, and adds up the sums",
    NEEDS "\nno fence", shuffle_costs, tagged_run)
