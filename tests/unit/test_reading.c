/* SPDX-License-Identifier: MIT */
/* However a kernel gets at its input, what it makes of it has the same bits. */
#include "cpu/kernels.h"
#include "implementation/point.h"
#include "machine/isa.h"

#include "test.h"

/* APART: elements before what is read, so that its vectors are not aligned. */
enum { N = 1237, APART = 3, ZEROS = 7 };

/* Odd integers, whose product is never 0, and floats around 1, whose sums and products depend on their order.
 * Every `zeros`th is 0; 0: none. */
static void fill(enum dtype dtype, void *array, size_t n, size_t zeros)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t small = i * 2654435761u % 97;
        const bool zero = zeros > 0 && i % zeros == 0;
        union element element = {.u64 = zero ? 0 : 2 * small + 1};
        if (dtype == DTYPE_F32)
            element.f32 = zero ? 0 : (float)(950 + small) / 1000;
        if (dtype == DTYPE_F64)
            element.f64 = zero ? 0 : (double)(950 + small) / 1000;
        element_store(dtype, array, i, element);
    }
}

static uint64_t reduced(const struct point *point, const char *array, size_t n, enum read_mode reading)
{
    union element result = op_identity(point->op, point->dtype);
    reduce_kernel_of(REDUCE_INTRINSICS, point)(array, n, reading, &result);
    return result.u64;
}

static uint64_t multiplied(const struct point *point, const char *array, size_t n, enum read_mode reading)
{
    union element result = op_identity(OP_SUM, point->dtype);
    const size_t size = dtype_size(point->dtype);
    dot_kernel_of(DOT_INTRINSICS, point)(array, array + size, n - 1, reading, &result);
    return result.u64;
}

static uint64_t counted(const struct point *point, const char *array, size_t n, enum read_mode reading)
{
    return count_kernel_of(point)(array, n, reading);
}

static void try_point(const struct point *point, const char *array)
{
    for (size_t n = N - 70; n <= N - APART; n += 23) {
        const uint64_t plain = reduced(point, array, n, READING_PLAIN);
        assert_int_equal(reduced(point, array, n, READING_AHEAD), plain);
        assert_int_equal(reduced(point, array, n, READING_HALVES), plain);
        if (point->op != OP_SUM)
            continue;
        const uint64_t dot = multiplied(point, array, n, READING_PLAIN);
        assert_int_equal(multiplied(point, array, n, READING_AHEAD), dot);
        assert_int_equal(multiplied(point, array, n, READING_HALVES), dot);
    }
}

static void try_count(const struct point *point, const char *array)
{
    const uint64_t count = counted(point, array, N - APART, READING_PLAIN);
    assert_int_equal(count, (N - APART) - (N - 1) / ZEROS);
    assert_int_equal(counted(point, array, N - APART, READING_AHEAD), count);
    assert_int_equal(counted(point, array, N - APART, READING_HALVES), count);
}

TEST(ways_of_reading_agree)
{
    uint64_t array[N];
    size_t tried = 0;
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        for (enum dtype dtype = DTYPE_NONE + 1; dtype_is_plain(dtype) && isa_available(isa); dtype++) {
            fill(dtype, array, N, 0);
            const char *const from = (const char *)array + APART * dtype_size(dtype);
            for (enum op op = 0; op < OP_COUNT; op++)
                for (unsigned unroll = 1; op && unroll <= 8; unroll *= 2, tried++) {
                    const struct point point = {.dtype = dtype, .op = op, .isa = isa, .unroll = unroll};
                    try_point(&point, from);
                }
        }
    assert_true(tried > 0);
}

TEST(ways_of_counting_agree)
{
    uint64_t array[N];
    size_t tried = 0;
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        for (enum dtype dtype = DTYPE_NONE + 1; dtype_is_plain(dtype) && isa_available(isa); dtype++) {
            fill(dtype, array, N, ZEROS);
            for (unsigned unroll = 1; unroll <= 8; unroll *= 2, tried++) {
                const struct point point = {.dtype = dtype, .isa = isa, .unroll = unroll};
                try_count(&point, (const char *)array + APART * dtype_size(dtype));
            }
        }
    assert_true(tried > 0);
}
