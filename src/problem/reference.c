/* SPDX-License-Identifier: MIT */
/* The reference: each primitive by its definition, slow and obvious, in strict order. */
#include "problem/reference.h"

#include <assert.h>
#include <string.h>

/* modular: the type in which sums and products wrap without undefined behaviour. */
#define SUM(type, modular, a, b) ((type)((modular)(a) + (modular)(b)))
#define PRODUCT(type, modular, a, b) ((type)((modular)(a) * (modular)(b)))
#define MIN(type, modular, a, b) ((b) < (a) ? (b) : (a))
#define MAX(type, modular, a, b) ((b) > (a) ? (b) : (a))

#define DEFINE_OP(op, OP, dtype, type, modular)                                                    \
    static void scan_##op##_##dtype(const void *input, void *output, size_t n, bool inclusive,     \
                                    union element initial)                                         \
    {                                                                                              \
        const type *const in = input;                                                              \
        type *const out = output;                                                                  \
        type running = initial.dtype;                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            const type before = running;                                                           \
            running = OP(type, modular, running, in[i]);                                           \
            out[i] = inclusive ? running : before;                                                 \
        }                                                                                          \
    }                                                                                              \
    static union element reduce_##op##_##dtype(const void *input, size_t n, union element initial) \
    {                                                                                              \
        const type *const in = input;                                                              \
        type running = initial.dtype;                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            running = OP(type, modular, running, in[i]);                                           \
        return (union element){.dtype = running};                                                  \
    }

#define DEFINE(dtype, type, modular)                                           \
    DEFINE_OP(sum, SUM, dtype, type, modular)                                  \
    DEFINE_OP(min, MIN, dtype, type, modular)                                  \
    DEFINE_OP(max, MAX, dtype, type, modular)                                  \
    DEFINE_OP(product, PRODUCT, dtype, type, modular)                          \
    static union element dot_##dtype(const void *x_, const void *y_, size_t n) \
    {                                                                          \
        const type *const x = x_, *const y = y_;                               \
        type sum = 0;                                                          \
        for (size_t i = 0; i < n; i++)                                         \
            sum = SUM(type, modular, sum, PRODUCT(type, modular, x[i], y[i])); \
        return (union element){.dtype = sum};                                  \
    }                                                                          \
    static size_t count_##dtype(const void *input, size_t n)                   \
    {                                                                          \
        const type *const in = input;                                          \
        size_t count = 0;                                                      \
        for (size_t i = 0; i < n; i++)                                         \
            count += in[i] > 0;                                                \
        return count;                                                          \
    }                                                                          \
    static size_t compact_##dtype(const void *input, void *output, size_t n)   \
    {                                                                          \
        const type *const in = input;                                          \
        type *const out = output;                                              \
        size_t count = 0;                                                      \
        for (size_t i = 0; i < n; i++) {                                       \
            out[count] = in[i];                                                \
            count += in[i] > 0;                                                \
        }                                                                      \
        return count;                                                          \
    }

DEFINE(u32, uint32_t, uint32_t)
DEFINE(i32, int32_t, uint32_t)
DEFINE(u64, uint64_t, uint64_t)
DEFINE(f32, float, float)
DEFINE(f64, double, double)

typedef void scan_function(const void *, void *, size_t, bool, union element);
typedef union element reduce_function(const void *, size_t, union element);

#define OPS(function, dtype)                                                                            \
    {                                                                                                   \
        function##_sum_##dtype, function##_sum_##dtype, function##_min_##dtype, function##_max_##dtype, \
            function##_product_##dtype                                                                  \
    }
#define DTYPES(function)                                                                     \
    {                                                                                        \
        NULL, function##_u32, function##_i32, function##_u64, function##_f32, function##_f64 \
    }

void reference_scan(enum op op, enum dtype dtype, const void *input, void *output, size_t n, bool inclusive,
                    union element initial)
{
    static scan_function *const scans[DTYPE_COUNT][OP_COUNT] = {
        {NULL}, OPS(scan, u32), OPS(scan, i32), OPS(scan, u64), OPS(scan, f32), OPS(scan, f64)};
    assert(dtype != DTYPE_NONE);
    scans[dtype][op](input, output, n, inclusive, initial);
}

union element reference_reduce(enum op op, enum dtype dtype, const void *input, size_t n)
{
    static reduce_function *const reductions[DTYPE_COUNT][OP_COUNT] = {
        {NULL}, OPS(reduce, u32), OPS(reduce, i32), OPS(reduce, u64), OPS(reduce, f32), OPS(reduce, f64)};
    assert(dtype != DTYPE_NONE);
    return reductions[dtype][op](input, n, op_identity(op, dtype));
}

union element reference_dot(enum dtype dtype, const void *x, const void *y, size_t n)
{
    static union element (*const dots[DTYPE_COUNT])(const void *, const void *, size_t) = DTYPES(dot);
    assert(dtype != DTYPE_NONE);
    return dots[dtype](x, y, n);
}

size_t reference_count(enum dtype dtype, const void *input, size_t n)
{
    static size_t (*const counts[DTYPE_COUNT])(const void *, size_t) = DTYPES(count);
    assert(dtype != DTYPE_NONE);
    return counts[dtype](input, n);
}

size_t reference_compact(enum dtype dtype, const void *input, void *output, size_t n)
{
    static size_t (*const compactions[DTYPE_COUNT])(const void *, void *, size_t) = DTYPES(compact);
    assert(dtype != DTYPE_NONE);
    return compactions[dtype](input, output, n);
}

uint64_t reference_fold(enum dtype dtype, const void *input, size_t n)
{
    const unsigned char *const bytes = input;
    uint64_t fold = 0, wide;
    uint32_t narrow;
    if (dtype_size(dtype) == sizeof wide) {
        for (size_t i = 0; i < n; i++)
            fold ^= *(const uint64_t *)memcpy(&wide, bytes + i * sizeof wide, sizeof wide);
        return fold;
    }
    for (size_t i = 0; i < n; i++)
        fold ^= *(const uint32_t *)memcpy(&narrow, bytes + i * sizeof narrow, sizeof narrow);
    return fold;
}
