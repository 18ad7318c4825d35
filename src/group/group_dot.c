/* SPDX-License-Identifier: MIT */
/* Dot products over groups that walk their inputs in strides of all groups: partials added by a second
 * launch, or all in one. */
#include "group/emulate.h"
#include "group/emulate_dot.h"
#include "group/group_implementations.h"
#include "group/levels.h"

#include <assert.h>

enum { CACHE_LINE = 64, TAG_BYTES = 2 }; /* of payload in a tagged word */

#define DECLARE(name, ISA, isa) extern const struct dot_kernels name##_##isa##_f32, name##_##isa##_f64;
FOR_EACH_ISA(DECLARE, emulate_dot)

#define ENTRY(name, ISA, isa) \
    [ISA_##ISA] = {[DTYPE_F32] = &name##_##isa##_f32, [DTYPE_F64] = &name##_##isa##_f64},
static const struct dot_kernels *const tables[ISA_COUNT][DTYPE_COUNT] = {FOR_EACH_ISA(ENTRY, emulate_dot)};

static const struct dot_kernels *kernels_of(const struct run *run)
{
    const struct dot_kernels *const kernels = tables[run->point->isa][run->point->dtype];
    assert(kernels);
    return kernels;
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

#define DOT(function, spelling, scratch, flow)                                                      \
    const struct implementation group_dot_##function = {                                            \
        .name = "group/" spelling,                                                                  \
        .summary = flow,                                                                            \
        .source = "S. Yamanishi, AppleNumericalComputing, dot product",                             \
        .primitive = PRIMITIVE_DOT,                                                                 \
        .family = FAMILY_GROUP,                                                                     \
        .axes = AXIS_BIT(AXIS_THREADS_PER_GROUP) | AXIS_BIT(AXIS_GROUPS) | AXIS_BIT(AXIS_WORKERS) | \
                AXIS_BIT(AXIS_ISA),                                                                 \
        .dtypes = 1u << DTYPE_F32 | 1u << DTYPE_F64,                                                \
        .supports = supports,                                                                       \
        .scratch_bytes = scratch,                                                                   \
        .roundings = roundings,                                                                     \
        .run = function,                                                                            \
    };

DOT(two_pass_device, "two-pass/device", two_pass_device_scratch,
    "fold in device memory, then a group for the partials")
DOT(two_pass_shared, "two-pass/shared", partials_scratch,
    "fold in shared memory, then a group for the partials")
DOT(two_pass_shuffle, "two-pass/shuffle", partials_scratch,
    "fold to a simdgroup in shared memory, shuffles, then a group for the partials")
DOT(two_pass_simd_sum, "two-pass/simd-sum", partials_scratch,
    "sums of simdgroups, their sum, then a group for the partials")
DOT(one_pass_shuffle, "one-pass/shuffle", NULL, "as two-pass/shuffle, then added by atomic exchanges")
DOT(one_pass_simd_sum, "one-pass/simd-sum", NULL, "as two-pass/simd-sum, then added by atomic exchanges")
DOT(one_pass_thread_counter, "one-pass/thread-counter", one_pass_thread_counter_scratch,
    "plain partials, added by whoever draws the last ticket; needs a device fence")
DOT(one_pass_tagged, "one-pass/tagged", one_pass_tagged_scratch,
    "partials in tagged atomic words, added by whoever draws the last ticket")
