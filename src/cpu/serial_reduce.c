/* SPDX-License-Identifier: MIT */
/* Reductions and dot products by one worker in one loop, in strict order. */
#include "cpu/serial_reduce.h"

#include "cpu/serial_loops.h"
#include "implementation/implementation.h"

#include <string.h>

#define STRICT_REDUCE(type, name, op, combine) DEFINE_REDUCE(strict, type, name, op, combine)
FOR_EACH_LOOP(STRICT_REDUCE)

/* Each step stores the accumulator to memory, and goes on from its register. */
#define MEMORY_REDUCE(type, name, op, COMBINE)                                                   \
    static union element memory_##op##_##name(const void *input_, size_t n, union element start) \
    {                                                                                            \
        const type *const input = input_;                                                        \
        type result = start.name;                                                                \
        volatile type kept = result;                                                             \
        for (size_t i = 0; i < n; i++)                                                           \
            kept = result = COMBINE(result, input[i]);                                           \
        return (union element){.name = kept};                                                    \
    }
FOR_EACH_LOOP(MEMORY_REDUCE)

#define STRICT_DOT(type, name) DEFINE_DOT(strict_dot, type, name)
FOR_DOT_TYPES(STRICT_DOT)

#define MEMORY_DOT(type, name)                                                                \
    static union element memory_dot_##name(const void *input_, const void *second_, size_t n) \
    {                                                                                         \
        const type *const input = input_, *const second = second_;                            \
        type sum = 0;                                                                         \
        volatile type kept = sum;                                                             \
        for (size_t i = 0; i < n; i++)                                                        \
            kept = sum += input[i] * second[i];                                               \
        return (union element){.name = kept};                                                 \
    }
FOR_DOT_TYPES(MEMORY_DOT)

static reduce_loop *const strict_reduce[OP_COUNT][DTYPE_COUNT] = LOOP_TABLE(strict);
static reduce_loop *const memory_reduce[OP_COUNT][DTYPE_COUNT] = LOOP_TABLE(memory);
static dot_loop *const strict_dot[DTYPE_COUNT] = DOT_TABLE(strict_dot);
static dot_loop *const memory_dot[DTYPE_COUNT] = DOT_TABLE(memory_dot);

static void give(const struct run *run, union element result)
{
    memcpy(run->output, &result, dtype_size(run->point->dtype));
}

static void reduce(const struct run *run, reduce_loop *const loops[OP_COUNT][DTYPE_COUNT])
{
    const struct point *const point = run->point;
    give(run, loops[point->op][point->dtype](run->input, point->n, op_identity(point->op, point->dtype)));
}

static void dot(const struct run *run, dot_loop *const loops[DTYPE_COUNT])
{
    give(run, loops[run->point->dtype](run->input, run->second, run->point->n));
}

static void reduce_strict_run(const struct run *run)
{
    reduce(run, strict_reduce);
}

static void reduce_memory_run(const struct run *run)
{
    reduce(run, memory_reduce);
}

static void reduce_reassociated_run(const struct run *run)
{
    reduce(run, reassociated_reduce);
}

static void dot_strict_run(const struct run *run)
{
    dot(run, strict_dot);
}

static void dot_memory_run(const struct run *run)
{
    dot(run, memory_dot);
}

static void dot_reassociated_run(const struct run *run)
{
    dot(run, reassociated_dot);
}

static size_t roundings(const struct point *point)
{
    return point->n + 1;
}

#define SERIAL(id, kind, title, flow, varies, ops_, requires, traffic, work)       \
    const struct implementation id = {                                             \
        .name = title,                                                             \
        .summary = flow,                                                           \
        .source = "S. Yamanishi, AppleNumericalComputing, chapter 03 dot product", \
        .primitive = kind,                                                         \
        .family = FAMILY_SERIAL,                                                   \
        .deterministic = true,                                                     \
        .axes = varies,                                                            \
        .dtypes = EVERY_DTYPE,                                                     \
        .phases = flow,                                                            \
        .preconditions = requires,                                                 \
        .costs_hold = ANY_SIZE,                                                    \
        .costs = traffic,                                                          \
        .ops = ops_,                                                               \
        .roundings = roundings,                                                    \
        .run = work,                                                               \
    };
#define SERIAL_REDUCE(id, title, flow, requires, traffic, work) \
    SERIAL(id, PRIMITIVE_REDUCE, title, flow, AXIS_BIT(AXIS_OP), EVERY_OP, requires, traffic, work)
#define SERIAL_DOT(id, title, flow, requires, traffic, work) \
    SERIAL(id, PRIMITIVE_DOT, title, flow, 0, 0, requires, traffic, work)

/* Rounds: operators of which each waits for the one before. */
static const struct cost reduce_costs[] = {{"reads", "n"}, {"rounds", "n"}, {0}};
static const struct cost dot_costs[] = {{"reads", "2n"}, {"rounds", "n"}, {0}};
static const struct cost reduce_memory_costs[] = {{"reads", "n"}, {"writes", "n"}, {"rounds", "n"}, {0}};
static const struct cost dot_memory_costs[] = {{"reads", "2n"}, {"writes", "n"}, {"rounds", "n"}, {0}};
static const struct cost reduce_reassociated_costs[] = {{"reads", "n"}, {0}};
static const struct cost dot_reassociated_costs[] = {{"reads", "2n"}, {0}};

#define ANY_ORDER \
    "results may be rounded in another order: floats are verified by their error, not their bits"
#define STRICT_FLOW "one loop, one accumulator, strict order"
#define MEMORY_FLOW "one loop in strict order that stores its accumulator to memory in each step"
#define REASSOCIATED_FLOW "one loop that the compiler may reorder"
SERIAL_REDUCE(serial_reduce_strict, "serial/strict", STRICT_FLOW, "none", reduce_costs, reduce_strict_run)
SERIAL_REDUCE(serial_reduce_memory, "serial/memory", MEMORY_FLOW, "none", reduce_memory_costs,
              reduce_memory_run)
SERIAL_REDUCE(serial_reduce_reassociated, "serial/reassociated", REASSOCIATED_FLOW, ANY_ORDER,
              reduce_reassociated_costs, reduce_reassociated_run)
SERIAL_DOT(serial_dot_strict, "serial/strict", STRICT_FLOW, "none", dot_costs, dot_strict_run)
SERIAL_DOT(serial_dot_memory, "serial/memory", MEMORY_FLOW, "none", dot_memory_costs, dot_memory_run)
SERIAL_DOT(serial_dot_reassociated, "serial/reassociated", REASSOCIATED_FLOW, ANY_ORDER,
           dot_reassociated_costs, dot_reassociated_run)
