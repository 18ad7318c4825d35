/* SPDX-License-Identifier: MIT */
/* One worker, one loop: what a C programmer writes first. */
#include "cpu/cpu_implementations.h"

#define SCAN(type, name)                                                                           \
    static void scan_exclusive_##name(const type *restrict input, type *restrict output, size_t n) \
    {                                                                                              \
        type sum = 0;                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            output[i] = sum;                                                                       \
            sum += input[i];                                                                       \
        }                                                                                          \
    }                                                                                              \
    static void scan_inclusive_##name(const type *restrict input, type *restrict output, size_t n) \
    {                                                                                              \
        type sum = 0;                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            sum += input[i];                                                                       \
            output[i] = sum;                                                                       \
        }                                                                                          \
    }
SCAN(uint32_t, u32)
SCAN(float, f32)

static void scan_run(const struct run *run)
{
    const size_t n = run->point->n;
    const bool inclusive = run->point->mode == MODE_INCLUSIVE;
    if (run->point->dtype == DTYPE_U32)
        (inclusive ? scan_inclusive_u32 : scan_exclusive_u32)(run->input, run->output, n);
    else
        (inclusive ? scan_inclusive_f32 : scan_exclusive_f32)(run->input, run->output, n);
}

static size_t scan_roundings(const struct point *point)
{
    return point->n;
}

const struct implementation serial_scan = {
    .name = "serial",
    .summary = "one loop with a running sum",
    .source = "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1",
    .primitive = PRIMITIVE_SCAN,
    .family = FAMILY_SERIAL,
    .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_MODE),
    .dtypes = 1u << DTYPE_U32 | 1u << DTYPE_F32,
    .ops = 1u << OP_SUM,
    .roundings = scan_roundings,
    .run = scan_run,
};
