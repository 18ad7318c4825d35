/* SPDX-License-Identifier: MIT */
/* Dot products over groups that walk their inputs in strides of all groups: partials added by a second
 * launch, or all in one. */
#include "cpu/tables.h"
#include "engine/emulate/emulate.h"
#include "engine/emulate/emulate_dot.h"
#include "engine/model/model_kernels.h"
#include "group/group_implementations.h"
#include "group/levels.h"
#include "group/locals.h"

#include <assert.h>

enum { CACHE_LINE = 64, TAG_BYTES = 2 }; /* of payload in a tagged word */

FLOAT_TABLES(struct dot_kernels, emulate_dot);

static const struct dot_kernels *kernels_of(const struct run *run)
{
    if (run->point->isa == ISA_NONE)
        return &model_dot_kernels;
    assert(emulate_dot_tables[run->point->isa][run->point->dtype]);
    return emulate_dot_tables[run->point->isa][run->point->dtype];
}

static size_t round_up(size_t bytes)
{
    return divide_up(bytes, CACHE_LINE) * CACHE_LINE;
}

static struct launch start(const struct run *run, enum dot_local local)
{
    struct launch launch = emulate_start(run);
    launch.local = kernels_of(run)->local[local];
    launch.argument[0].in = run->input;
    launch.argument[1].in = run->second;
    return launch;
}

static void two_pass(const struct run *run, enum dot_local local)
{
    struct launch first = start(run, local), second = start(run, local);
    first.argument[2].out = run->scratch;
    first.argument[3].value = run->point->n;
    first.argument[4].value = run->point->groups;
    emulate_launch(run, kernels_of(run)->first, &first, run->point->groups);
    second.argument[0].in = run->scratch;
    second.argument[1].out = run->output;
    second.argument[2].value = run->point->groups;
    emulate_launch(run, kernels_of(run)->second, &second, 1);
}

static size_t partials_scratch(const struct point *point)
{
    return round_up(point->groups * dtype_size(point->dtype));
}

static void two_pass_shared(const struct run *run)
{
    two_pass(run, DOT_SHARED);
}

static void two_pass_shuffle(const struct run *run)
{
    two_pass(run, DOT_SHUFFLE);
}

static void two_pass_simd_sum(const struct run *run)
{
    two_pass(run, DOT_SIMD_SUM);
}

static void two_pass_device(const struct run *run)
{
    struct launch first = start(run, DOT_SHARED), second = start(run, DOT_SHARED);
    char *const words = (char *)run->scratch + partials_scratch(run->point);
    first.argument[2].out = words;
    first.argument[3].out = run->scratch;
    first.argument[4].value = run->point->n;
    first.argument[5].value = run->point->groups;
    emulate_launch(run, kernels_of(run)->first_device, &first, run->point->groups);
    second.argument[0].in = run->scratch;
    second.argument[1].out = words;
    second.argument[2].out = run->output;
    second.argument[3].value = run->point->groups;
    emulate_launch(run, kernels_of(run)->second_device, &second, 1);
}

static size_t two_pass_device_scratch(const struct point *point)
{
    const size_t words = point->groups * point->threads_per_group;
    return partials_scratch(point) + words * dtype_size(point->dtype);
}

static void exchange(const struct run *run, enum dot_local local)
{
    struct launch launch = start(run, local);
    launch.argument[2].out = run->output;
    launch.argument[3].value = run->point->n;
    launch.argument[4].value = run->point->groups;
    emulate_clear(run, run->output, dtype_size(run->point->dtype));
    emulate_launch(run, kernels_of(run)->exchange, &launch, run->point->groups);
}

static void one_pass_shuffle(const struct run *run)
{
    exchange(run, DOT_SHUFFLE);
}

static void one_pass_simd_sum(const struct run *run)
{
    exchange(run, DOT_SIMD_SUM);
}

/* Scratch: the ticket, alone in its line, then what the groups publish, of which `cleared` bytes are zero at
 * the start. */
static void last_adds(const struct run *run, launch_kernel *kernel, size_t cleared)
{
    struct launch launch = start(run, DOT_SHUFFLE);
    launch.argument[2].out = (char *)run->scratch + CACHE_LINE;
    launch.argument[3].out = run->scratch;
    launch.argument[4].out = run->output;
    launch.argument[5].value = run->point->n;
    launch.argument[6].value = run->point->groups;
    emulate_clear(run, run->scratch, CACHE_LINE + cleared);
    emulate_launch(run, kernel, &launch, run->point->groups);
}

static void one_pass_thread_counter(const struct run *run)
{
    last_adds(run, kernels_of(run)->counter, 0);
}

static size_t one_pass_thread_counter_scratch(const struct point *point)
{
    return CACHE_LINE + partials_scratch(point);
}

static size_t tagged_bytes(const struct point *point)
{
    return point->groups * (dtype_size(point->dtype) / TAG_BYTES) * sizeof(uint32_t);
}

static void one_pass_tagged(const struct run *run)
{
    last_adds(run, kernels_of(run)->tagged, tagged_bytes(run->point));
}

static size_t one_pass_tagged_scratch(const struct point *point)
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
    if (!emulate_supports_halving(&one, why))
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

#define DOT(function, spelling, scratch, flow, steps, requires, within, traffic) \
    const struct implementation group_dot_##function = {                         \
        .name = "group/" spelling,                                               \
        .summary = flow,                                                         \
        .source = "S. Yamanishi, AppleNumericalComputing, dot product",          \
        .primitive = PRIMITIVE_DOT,                                              \
        .family = FAMILY_GROUP,                                                  \
        .axes = GROUP_AXES | AXIS_BIT(AXIS_GROUPS),                              \
        .dtypes = EVERY_FLOAT,                                                   \
        .phases = STRIDES steps,                                                 \
        .preconditions = requires,                                               \
        .costs_hold = "any n > 0, groups one after the other",                   \
        .costs = traffic,                                                        \
        .tile_costs = within,                                                    \
        .supports = supports,                                                    \
        .scratch_bytes = scratch,                                                \
        .roundings = roundings,                                                  \
        .run = function,                                                         \
    };

DOT(two_pass_device, "two-pass/device", two_pass_device_scratch,
    "fold in device memory, then a group for the partials", FOLD_DEVICE SECOND, NEEDS, NULL, device_run)
DOT(two_pass_shared, "two-pass/shared", partials_scratch,
    "fold in shared memory, then a group for the partials", FOLD_SHARED SECOND, NEEDS, shared_costs,
    two_pass_run)
DOT(two_pass_shuffle, "two-pass/shuffle", partials_scratch,
    "fold to a simdgroup in shared memory, shuffles, then a group for the partials", FOLD_SHUFFLE SECOND,
    NEEDS, shuffle_costs, two_pass_run)
DOT(two_pass_simd_sum, "two-pass/simd-sum", partials_scratch,
    "sums of simdgroups, their sum, then a group for the partials", FOLD_SIMD_SUM SECOND, NEEDS,
    simd_sum_costs, two_pass_run)
DOT(one_pass_shuffle, "one-pass/shuffle", NULL, "as two-pass/shuffle, then added by atomic exchanges",
    FOLD_SHUFFLE EXCHANGES, NEEDS, shuffle_costs, exchange_run)
DOT(one_pass_simd_sum, "one-pass/simd-sum", NULL, "as two-pass/simd-sum, then added by atomic exchanges",
    FOLD_SIMD_SUM EXCHANGES, NEEDS, simd_sum_costs, exchange_run)
DOT(one_pass_thread_counter, "one-pass/thread-counter", one_pass_thread_counter_scratch,
    "plain partials, added by whoever draws the last ticket; needs a device fence",
    FOLD_SHUFFLE
    "\nthe group stores its sum and draws a ticket; who draws the last one adds up the sums of all",
    NEEDS "\na fence of the whole device, which orders a group's sum before its ticket: without it the "
          "result is wrong",
    shuffle_costs, counter_run)
DOT(one_pass_tagged, "one-pass/tagged", one_pass_tagged_scratch,
    "partials in tagged atomic words, added by whoever draws the last ticket",
    FOLD_SHUFFLE
    "\nthe group publishes its sum in tagged atomic words of 16 bits and draws a ticket; who draws the last "
    "one waits for the tags, whose stores were issued before, and adds up the sums",
    NEEDS "\nno fence", shuffle_costs, tagged_run)
