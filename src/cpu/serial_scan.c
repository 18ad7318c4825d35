/* SPDX-License-Identifier: MIT */
/* Scans by one worker in one loop: what a C programmer writes first. */
#include "cpu/serial_loops.h"
#include "implementation/implementation.h"

typedef void scan_loop(const void *input, void *output, size_t n, union element initial);

/* The input is read before the output is written, so that both may be the same array. `at` is where in it the
 * step i is. */
#define SCAN_LOOPS(way, at, type, name, sum, accumulator, output_type, op, COMBINE, READ, WRITE) \
    static void exclusive_##way##_##op##_##name(const void *input_, void *output_, size_t n,     \
                                                union element initial)                           \
    {                                                                                            \
        const type *const input = input_;                                                        \
        output_type *const output = output_;                                                     \
        sum prefix = initial.accumulator;                                                        \
        for (size_t i = 0; i < n; i++) {                                                         \
            const sum next = COMBINE(prefix, READ(input[at]));                                   \
            output[at] = WRITE(prefix);                                                          \
            prefix = next;                                                                       \
        }                                                                                        \
    }                                                                                            \
    static void inclusive_##way##_##op##_##name(const void *input_, void *output_, size_t n,     \
                                                union element initial)                           \
    {                                                                                            \
        const type *const input = input_;                                                        \
        output_type *const output = output_;                                                     \
        sum prefix = initial.accumulator;                                                        \
        for (size_t i = 0; i < n; i++) {                                                         \
            prefix = COMBINE(prefix, READ(input[at]));                                           \
            output[at] = WRITE(prefix);                                                          \
        }                                                                                        \
    }
#define BOTH_WAYS(...)                  \
    SCAN_LOOPS(forward, i, __VA_ARGS__) \
    SCAN_LOOPS(reverse, n - 1 - i, __VA_ARGS__)
#define LOOPS(type, name, op, COMBINE) \
    BOTH_WAYS(type, name, type, name, type, op, COMBINE, AS_IT_IS, AS_IT_IS)
#define CONVERTED_LOOPS(type, name, sum_type, accumulator, output) \
    BOTH_WAYS(type, name, sum_type, accumulator, output, sum, sum_of_##accumulator, name##_read, name##_write)
FOR_EACH_LOOP(LOOPS)
FOR_EACH_CONVERTED_LOOP(CONVERTED_LOOPS)

/* By mode and direction. */
static scan_loop *const scan_loops[MODE_COUNT][2][OP_COUNT][DTYPE_COUNT] = {
    [MODE_EXCLUSIVE] = {BOTH_LOOP_TABLE(exclusive_forward), BOTH_LOOP_TABLE(exclusive_reverse)},
    [MODE_INCLUSIVE] = {BOTH_LOOP_TABLE(inclusive_forward), BOTH_LOOP_TABLE(inclusive_reverse)},
};

/* A row after the other, which a tiled scan calls a tile; a last one may be shorter. */
static void scan_run(const struct run *run)
{
    const struct point *const point = run->point;
    const enum op op = point->op != OP_NONE ? point->op : OP_SUM;
    const enum mode mode = point->scan_mode != MODE_NONE ? point->scan_mode : MODE_INCLUSIVE;
    scan_loop *const loop = scan_loops[mode][point_reversed(point)][op][point->dtype];
    const size_t size = dtype_size(point->dtype), n = point->n;
    const size_t output_size = dtype_size(dtype_output(point->dtype));
    const size_t row = point_row(point) > 0 ? point_row(point) : n;
    for (size_t first = 0; first < n; first += row)
        loop((const char *)run->input + first * size, (char *)run->output + first * output_size,
             n - first < row ? n - first : row, run->initial);
}

static size_t scan_roundings(const struct point *point)
{
    return point->n;
}

static const struct cost copy_costs[] = {{"reads", "n"}, {"writes", "n"}, {"rounds", "n"}, {0}};

const struct implementation serial_scan = {
    .name = "serial",
    .summary = "one loop with a running result",
    .source = "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1",
    .primitive = PRIMITIVE_SCAN,
    .family = FAMILY_SERIAL,
    .deterministic = true,
    .axes =
        AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_SCAN_MODE) | AXIS_BIT(AXIS_ROW_LENGTH) | AXIS_BIT(AXIS_IN_PLACE),
    .dtypes = EVERY_DTYPE | EVERY_CONVERTED_DTYPE,
    .ops = EVERY_OP,
    .phases = "one pass: join each element to the running result, write it before (exclusive) or after",
    .preconditions = "none: it may work in place",
    .costs_hold = ANY_SIZE,
    .costs = copy_costs,
    .takes_initial = true,
    .reverses = true,
    .roundings = scan_roundings,
    .run = scan_run,
};

const struct implementation serial_tiled_scan = {
    .name = "serial",
    .summary = "one loop with a running sum that starts again at each tile",
    .source = "S. Veitner, Making prefix sum really fast",
    .primitive = PRIMITIVE_TILED_SCAN,
    .family = FAMILY_SERIAL,
    .deterministic = true,
    .axes = AXIS_BIT(AXIS_THREADS_PER_GROUP) | AXIS_BIT(AXIS_VALUES_PER_THREAD) | AXIS_BIT(AXIS_IN_PLACE),
    .dtypes = EVERY_DTYPE | EVERY_CONVERTED_DTYPE,
    .phases =
        "one pass: the running sum starts again at each multiple of threads_per_group x values_per_thread",
    .preconditions = "none",
    .costs_hold = ANY_SIZE,
    .costs = copy_costs,
    .roundings = scan_roundings,
    .run = scan_run,
};
