/* SPDX-License-Identifier: MIT */
/* Sums of u32 in plain C, in the place of all SIMD kernels: what they store is seen by ThreadSanitizer. */
#include "cpu/converted_kernels.h"

static void plain_scan(const void *input, void *output, size_t n, size_t ahead, union element *carry)
{
    (void)ahead;
    const uint32_t *const from = input;
    uint32_t next = n > 0 ? from[0] : 0; /* the output may be an element after the input */
    for (size_t i = 0; i < n; i++) {
        carry->u32 += next;
        next = i + 1 < n ? from[i + 1] : 0;
        ((uint32_t *)output)[i] = carry->u32;
    }
}

static void plain_propagate(void *output, size_t n, const union element *prefix)
{
    for (size_t i = 0; i < n; i++)
        ((uint32_t *)output)[i] += prefix->u32;
}

static void plain_reduce(const void *input, size_t n, enum read_mode reading, union element *result)
{
    (void)reading;
    for (size_t i = 0; i < n; i++)
        result->u32 += ((const uint32_t *)input)[i];
}

scan_kernel *scan_kernel_of(enum scan_style style, const struct point *point)
{
    (void)style, (void)point;
    return plain_scan;
}

/* Rows have no kernel of their own here: one is computed after the other. */
rows_kernel *rows_kernel_of(enum scan_style style, const struct point *point)
{
    (void)style, (void)point;
    return NULL;
}

propagate_kernel *propagate_kernel_of(const struct point *point)
{
    (void)point;
    return plain_propagate;
}

reduce_kernel *reduce_kernel_of(enum reduce_style style, const struct point *point)
{
    (void)style, (void)point;
    return plain_reduce;
}

static void plain_reduce_rows(const void *input, size_t rows, size_t row, void *output)
{
    for (size_t r = 0; r < rows; r++) {
        union element sum = {.u32 = 0};
        plain_reduce((const uint32_t *)input + r * row, row, READING_PLAIN, &sum);
        ((uint32_t *)output)[r] = sum.u32;
    }
}

reduce_rows_kernel *reduce_rows_kernel_of(const struct point *point)
{
    (void)point;
    return plain_reduce_rows;
}

/* No type is converted here. */
const struct converted_kernels *converted_kernels(enum isa isa, enum dtype dtype)
{
    (void)isa, (void)dtype;
    return NULL;
}

dot_kernel *dot_kernel_of(enum dot_style style, const struct point *point)
{
    (void)style, (void)point;
    return NULL;
}

bool unroll_supports(const struct point *point, struct error *why)
{
    (void)point, (void)why;
    return true;
}

size_t point_lanes(const struct point *point)
{
    (void)point;
    return 1;
}
