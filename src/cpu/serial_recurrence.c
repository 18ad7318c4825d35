/* SPDX-License-Identifier: MIT */
/* Recurrences and segmented scans by one worker in one loop: what a C programmer writes first. */
#include "cpu/serial_loops.h"
#include "implementation/implementation.h"

typedef void recurrence_loop(const struct run *run);

/* The inputs are read before the output is written, so that this and the first may be the same array. */
#define RECURRENCE_LOOP(way, at, type, name)                      \
    static void recurrence_##way##_##name(const struct run *run)  \
    {                                                             \
        const type *const x = run->input, *const a = run->second; \
        type *const output = run->output, h = run->initial.name;  \
        const size_t n = run->point->n;                           \
        for (size_t i = 0; i < n; i++)                            \
            output[at] = h = a[at] * h + x[at];                   \
    }
#define SEGMENTS_LOOP(type, name)                                   \
    static void segments_##name(const struct run *run)              \
    {                                                               \
        const type *const input = run->input;                       \
        const uint8_t *const heads = run->second;                   \
        type *const output = run->output, sum = 0;                  \
        const size_t n = run->point->n;                             \
        for (size_t i = 0; i < n; i++)                              \
            output[i] = sum = heads[i] ? input[i] : sum + input[i]; \
    }

/* Of floats alone; sums of integers wrap. */
#define LOOPS(NAME, name, type, bits, KIND, digits, accumulator, ...) \
    IF_FLOAT(KIND, RECURRENCE_LOOP(forward, i, type, name) RECURRENCE_LOOP(reverse, n - 1 - i, type, name))
FOR_EACH_DTYPE(LOOPS, ~)
SEGMENTS_LOOP(uint32_t, u32)
SEGMENTS_LOOP(float, f32)

#define ENTRY(NAME, name, type, bits, KIND, digits, accumulator, way) \
    IF_FLOAT(KIND, [DTYPE_##NAME] = recurrence_##way##_##name, )

static void recurrence_run(const struct run *run)
{
    static recurrence_loop *const loops[2][DTYPE_COUNT] = {{FOR_EACH_DTYPE(ENTRY, forward)},
                                                           {FOR_EACH_DTYPE(ENTRY, reverse)}};
    loops[point_reversed(run->point)][run->point->dtype](run);
}

static void segments_run(const struct run *run)
{
    run->point->dtype == DTYPE_U32 ? segments_u32(run) : segments_f32(run);
}

/* The verifier counts the coefficients: beside them each term is added to what precedes it. */
static size_t recurrence_roundings(const struct point *point)
{
    (void)point;
    return 2;
}

static size_t segments_roundings(const struct point *point)
{
    return point->n;
}

static const struct cost recurrence_costs[] = {{"reads", "2n"}, {"writes", "n"}, {"rounds", "2n"}, {0}};
static const struct cost segments_costs[] = {{"reads", "n + n/B"}, {"writes", "n"}, {"rounds", "n"}, {0}};

const struct implementation serial_recurrence = {
    .name = "serial",
    .summary = "one loop with a running result",
    .source = "scanbench",
    .primitive = PRIMITIVE_RECURRENCE,
    .family = FAMILY_SERIAL,
    .deterministic = true,
    .axes = AXIS_BIT(AXIS_IN_PLACE),
    .dtypes = EVERY_FLOAT,
    .phases = "one pass: multiply the running result, add the term, write it",
    .preconditions = "none: it may work in place",
    .costs_hold = ANY_SIZE,
    .costs = recurrence_costs,
    .takes_initial = true,
    .reverses = true,
    .roundings = recurrence_roundings,
    .run = recurrence_run,
};

const struct implementation serial_segmented_scan = {
    .name = "serial",
    .summary = "one loop with a running sum that starts again at each head",
    .source = "scanbench",
    .primitive = PRIMITIVE_SEGMENTED_SCAN,
    .family = FAMILY_SERIAL,
    .deterministic = true,
    .axes = AXIS_BIT(AXIS_IN_PLACE),
    .dtypes = 1u << DTYPE_U32 | 1u << DTYPE_F32,
    .phases = "one pass: add each element to the running sum, or at a head begin with it",
    .preconditions = "none: it may work in place",
    .costs_hold = ANY_SIZE,
    .costs = segments_costs,
    .roundings = segments_roundings,
    .run = segments_run,
};
