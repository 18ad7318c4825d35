/* SPDX-License-Identifier: MIT */
/* Reductions and dot products by one worker in one loop, in strict order. */
#include "cpu/serial_reduce.h"

#include "cpu/serial_loops.h"
#include "implementation/implementation.h"

#define STRICT_REDUCE(type, name, op, combine) DEFINE_REDUCE(strict, type, name, op, combine)
FOR_EACH_LOOP(STRICT_REDUCE)
#define STRICT_CONVERTED(type, name, sum, accumulator, output) \
    DEFINE_CONVERTED_REDUCE(strict, type, name, sum, accumulator)
FOR_EACH_CONVERTED_LOOP(STRICT_CONVERTED)

/* Each step stores the accumulator to memory, and goes on from its register. */
#define MEMORY_REDUCE_AS(type, name, sum, accumulator, op, COMBINE, READ)                        \
    static union element memory_##op##_##name(const void *input_, size_t n, union element start) \
    {                                                                                            \
        const type *const input = input_;                                                        \
        sum result = start.accumulator;                                                          \
        volatile sum kept = result;                                                              \
        for (size_t i = 0; i < n; i++)                                                           \
            kept = result = COMBINE(result, READ(input[i]));                                     \
        return (union element){.accumulator = kept};                                             \
    }
#define MEMORY_REDUCE(type, name, op, COMBINE) MEMORY_REDUCE_AS(type, name, type, name, op, COMBINE, AS_IT_IS)
#define MEMORY_CONVERTED(type, name, sum_type, accumulator, output) \
    MEMORY_REDUCE_AS(type, name, sum_type, accumulator, sum, sum_of_##accumulator, name##_read)
FOR_EACH_LOOP(MEMORY_REDUCE)
FOR_EACH_CONVERTED_LOOP(MEMORY_CONVERTED)

#define STRICT_DOT(type, name) DEFINE_DOT(strict_dot, type, name)
FOR_DOT_TYPES(STRICT_DOT)
#define STRICT_HALF_DOT(type, name, sum, accumulator) \
    DEFINE_CONVERTED_DOT(strict_dot, type, name, sum, accumulator)
FOR_HALF_DOTS(STRICT_HALF_DOT)

#define MEMORY_DOT_AS(type, name, sum_type, accumulator, READ)                                \
    static union element memory_dot_##name(const void *input_, const void *second_, size_t n) \
    {                                                                                         \
        const type *const input = input_, *const second = second_;                            \
        sum_type sum = 0;                                                                     \
        volatile sum_type kept = sum;                                                         \
        for (size_t i = 0; i < n; i++)                                                        \
            kept = sum += READ(input[i]) * READ(second[i]);                                   \
        return (union element){.accumulator = kept};                                          \
    }
#define MEMORY_DOT(type, name) MEMORY_DOT_AS(type, name, type, name, AS_IT_IS)
#define MEMORY_HALF_DOT(type, name, sum, accumulator) MEMORY_DOT_AS(type, name, sum, accumulator, name##_read)
FOR_DOT_TYPES(MEMORY_DOT)
FOR_HALF_DOTS(MEMORY_HALF_DOT)

/* What a loop may do with its accumulator. */
enum { STRICT, MEMORY, REASSOCIATED };

static reduce_loop *const reduce_loops[][OP_COUNT][DTYPE_COUNT] = {BOTH_LOOP_TABLE(strict),
                                                                   BOTH_LOOP_TABLE(memory)};
static dot_loop *const dot_loops[][DTYPE_COUNT] = {DOT_TABLE(strict_dot), DOT_TABLE(memory_dot)};

static void reduce_run(const struct run *run)
{
    const struct point *const point = run->point;
    const unsigned variant = point->implementation->variant;
    reduce_loop *const loop = variant == REASSOCIATED ? reassociated_reduce[point->op][point->dtype]
                                                      : reduce_loops[variant][point->op][point->dtype];
    const size_t size = dtype_size(point->dtype), n = point->n;
    const struct problem_key key = point_problem(point, 0);
    const size_t row = problem_row_elements(&key);
    for (size_t r = 0; r < problem_rows(&key); r++) {
        const size_t left = n - r * row;
        element_write(point->dtype, run->output, r,
                      loop((const char *)run->input + r * row * size, left < row ? left : row,
                           op_identity(point->op, point->dtype)));
    }
}

static void dot_run(const struct run *run)
{
    const struct point *const point = run->point;
    const unsigned variant = point->implementation->variant;
    dot_loop *const loop =
        variant == REASSOCIATED ? reassociated_dot[point->dtype] : dot_loops[variant][point->dtype];
    element_write(point->dtype, run->output, 0, loop(run->input, run->second, point->n));
}

static size_t roundings(const struct point *point)
{
    return point->n + 1;
}

#define SERIAL(id, kind, title, flow, varies, converted, ops_, requires, traffic, way, work) \
    const struct implementation id = {                                                       \
        .name = title,                                                                       \
        .summary = flow,                                                                     \
        .source = "S. Yamanishi, AppleNumericalComputing, chapter 03 dot product",           \
        .primitive = kind,                                                                   \
        .family = FAMILY_SERIAL,                                                             \
        .deterministic = true,                                                               \
        .axes = varies,                                                                      \
        .dtypes = EVERY_DTYPE | (converted),                                                 \
        .phases = flow,                                                                      \
        .preconditions = requires,                                                           \
        .costs_hold = ANY_SIZE,                                                              \
        .costs = traffic,                                                                    \
        .ops = ops_,                                                                         \
        .roundings = roundings,                                                              \
        .variant = way,                                                                      \
        .run = work,                                                                         \
    };
/* A reduction and a dot product. */
#define SERIAL_BOTH(way, name, flow, requires, reads, reads_two)                                            \
    SERIAL(serial_reduce_##name, PRIMITIVE_REDUCE, "serial/" #name, flow,                                   \
           AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_ROW_LENGTH), EVERY_CONVERTED_DTYPE, EVERY_OP, requires, reads, \
           way, reduce_run)                                                                                 \
    SERIAL(serial_dot_##name, PRIMITIVE_DOT, "serial/" #name, flow, 0, EVERY_HALF, 0, requires, reads_two,  \
           way, dot_run)

/* Rounds: operators of which each waits for the one before. */
static const struct cost reduce_costs[] = {{"reads", "n"}, {"rounds", "n"}, {0}};
static const struct cost dot_costs[] = {{"reads", "2n"}, {"rounds", "n"}, {0}};
static const struct cost reduce_memory_costs[] = {{"reads", "n"}, {"writes", "n"}, {"rounds", "n"}, {0}};
static const struct cost dot_memory_costs[] = {{"reads", "2n"}, {"writes", "n"}, {"rounds", "n"}, {0}};
static const struct cost reduce_reassociated_costs[] = {{"reads", "n"}, {0}};
static const struct cost dot_reassociated_costs[] = {{"reads", "2n"}, {0}};

#define ANY_ORDER \
    "results may be rounded in another order: floats are verified by their error, not their bits"
SERIAL_BOTH(STRICT, strict, "one loop, one accumulator, strict order", "none", reduce_costs, dot_costs)
SERIAL_BOTH(MEMORY, memory, "one loop in strict order that stores its accumulator to memory in each step",
            "none", reduce_memory_costs, dot_memory_costs)
SERIAL_BOTH(REASSOCIATED, reassociated, "one loop that the compiler may reorder", ANY_ORDER,
            reduce_reassociated_costs, dot_reassociated_costs)
