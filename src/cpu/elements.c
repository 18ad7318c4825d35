/* SPDX-License-Identifier: MIT */
/* Single elements of a type known only at run time, and ranges of a run's arrays. */
#include "cpu/elements.h"

#include <string.h>

enum { BLOCK_BYTES = 4096 };

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
static void scan_exclusive(const struct run *run, scan_kernel *kernel, const void *input, size_t first,
                           size_t n, size_t ahead, union element *carry)
{
    const struct point *const point = run->point;
    const union element last = element_load(point->dtype, input, n - 1);
    element_store(point->dtype, run->output, first, *carry);
    kernel(input, output_from(run, first + 1), n - 1, ahead, carry);
    *carry = element_combine(point->op, point->dtype, *carry, last);
}

/* What is written an element further on must not be read again: block by block from a copy. */
static void scan_exclusive_in_place(const struct run *run, scan_kernel *kernel, size_t first, size_t last,
                                    union element *carry)
{
    _Alignas(CACHE_LINE) unsigned char copy[BLOCK_BYTES];
    const size_t size = dtype_size(run->point->dtype), block = BLOCK_BYTES / size;
    for (size_t i = first; i < last; i += block) {
        const size_t n = last - i < block ? last - i : block;
        memcpy(copy, input_from(run, i), n * size);
        scan_exclusive(run, kernel, copy, i, n, 0, carry);
    }
}

void scan_range(const struct run *run, scan_kernel *kernel, size_t first, size_t last, size_t ahead,
                union element *carry)
{
    const struct point *const point = run->point;
    if (first == last)
        return;
    if (point->mode == MODE_INCLUSIVE)
        kernel(input_from(run, first), output_from(run, first), last - first, ahead, carry);
    else if (run->input == run->output)
        scan_exclusive_in_place(run, kernel, first, last, carry);
    else
        scan_exclusive(run, kernel, input_from(run, first), first, last - first, ahead, carry);
}
