/* SPDX-License-Identifier: MIT */
/* Single elements of a type known only at run time, and ranges of a run's arrays. */
#include "cpu/elements.h"

#include "cpu/tuning.h"

#include <string.h>

#define COMBINE(type, name)                                \
    static type combine_##name(enum op op, type a, type b) \
    {                                                      \
        switch (op) {                                      \
        case OP_MIN:                                       \
            return a < b ? a : b;                          \
        case OP_MAX:                                       \
            return a > b ? a : b;                          \
        case OP_PRODUCT:                                   \
            return a * b;                                  \
        default:                                           \
            return a + b;                                  \
        }                                                  \
    }
COMBINE(uint32_t, u32)
COMBINE(uint64_t, u64)
COMBINE(float, f32)
COMBINE(double, f64)

/* Sums and products modulo 2^32, as signed arithmetic may not. */
static int32_t combine_i32(enum op op, int32_t a, int32_t b)
{
    if (op == OP_MIN)
        return a < b ? a : b;
    if (op == OP_MAX)
        return a > b ? a : b;
    return (int32_t)combine_u32(op, (uint32_t)a, (uint32_t)b);
}

union element element_combine(enum op op, enum dtype dtype, union element a, union element b)
{
    switch (dtype) {
    case DTYPE_I32:
        return (union element){.i32 = combine_i32(op, a.i32, b.i32)};
    case DTYPE_U64:
        return (union element){.u64 = combine_u64(op, a.u64, b.u64)};
    case DTYPE_F32:
        return (union element){.f32 = combine_f32(op, a.f32, b.f32)};
    case DTYPE_F64:
        return (union element){.f64 = combine_f64(op, a.f64, b.f64)};
    default:
        return (union element){.u32 = combine_u32(op, a.u32, b.u32)};
    }
}

union element element_load(enum dtype dtype, const void *array, size_t index)
{
    const size_t size = dtype_size(dtype);
    union element value = {.u64 = 0};
    memcpy(&value, (const char *)array + index * size, size);
    return value;
}

void element_store(enum dtype dtype, void *array, size_t index, union element value)
{
    const size_t size = dtype_size(dtype);
    memcpy((char *)array + index * size, &value, size);
}

const void *input_from(const struct run *run, size_t first)
{
    return (const char *)run->input + first * dtype_size(run->point->dtype);
}

void *output_from(const struct run *run, size_t first)
{
    return (char *)run->output + first * dtype_size(run->point->dtype);
}

/* An exclusive scan is the inclusive one of all but the last element, written an element further on. */
void scan_range(const struct run *run, scan_kernel *kernel, size_t first, size_t last, union element *carry)
{
    const struct point *const point = run->point;
    const size_t ahead = prefetch_ahead(2 * point->n * dtype_size(point->dtype), run->workers);
    if (first == last)
        return;
    if (point->mode == MODE_INCLUSIVE) {
        kernel(input_from(run, first), output_from(run, first), last - first, ahead, carry);
        return;
    }
    element_store(point->dtype, run->output, first, *carry);
    kernel(input_from(run, first), output_from(run, first + 1), last - first - 1, ahead, carry);
    *carry =
        element_combine(point->op, point->dtype, *carry, element_load(point->dtype, run->input, last - 1));
}
