/* SPDX-License-Identifier: MIT */
/* The loops of serial reductions; those that a compiler may reorder are in a file of their own, built for it.
 */
#pragma once

#include "problem/primitive.h"

/* `start` combined with n elements. */
typedef union element reduce_loop(const void *input, size_t n, union element start);

/* The sum of n products. */
typedef union element dot_loop(const void *input, const void *second, size_t n);

extern reduce_loop *const reassociated_reduce[OP_COUNT][DTYPE_COUNT];
extern dot_loop *const reassociated_dot[DTYPE_COUNT];

/* DO(type, name) for each element type that has code of its own for a dot product; a table [DTYPE_COUNT] of
 * it. */
#define FOR_DOT_TYPES(DO) FOR_EACH_DTYPE(DO_DOT_TYPE, DO)
#define DO_DOT_TYPE(NAME, name, type, bits, KIND, digits, accumulator, DO) \
    IF_OWN_CODE(KIND, ARITHMETIC, DO(type, name))
#define DOT_TABLE(prefix)                                                                          \
    {                                                                                              \
        FOR_EACH_DTYPE(DOT_ENTRY, prefix)[DTYPE_F16] = prefix##_f16, [DTYPE_BF16] = prefix##_bf16, \
    }
#define FOR_HALF_DOTS(DO) DO(uint16_t, f16, float, f32) DO(uint16_t, bf16, float, f32)
#define DOT_ENTRY(NAME, name, type, bits, KIND, digits, accumulator, prefix) \
    [DTYPE_##NAME] = CODE_OF(KIND, ARITHMETIC, prefix##_##name, prefix##_##accumulator),

/* Define prefix_op_name and prefix_name, the loops in strict order as far as the flags of the file hold the
 * compiler to it. */
#define DEFINE_REDUCE_AS(prefix, type, name, sum, accumulator, op, combine, READ)                  \
    static union element prefix##_##op##_##name(const void *input_, size_t n, union element start) \
    {                                                                                              \
        const type *const input = input_;                                                          \
        sum result = start.accumulator;                                                            \
        for (size_t i = 0; i < n; i++)                                                             \
            result = combine(result, READ(input[i]));                                              \
        return (union element){.accumulator = result};                                             \
    }
#define DEFINE_REDUCE(prefix, type, name, op, combine) \
    DEFINE_REDUCE_AS(prefix, type, name, type, name, op, combine, AS_IT_IS)
#define DEFINE_CONVERTED_REDUCE(prefix, type, name, sum_type, accumulator) \
    DEFINE_REDUCE_AS(prefix, type, name, sum_type, accumulator, sum, sum_of_##accumulator, name##_read)
#define DEFINE_DOT_AS(prefix, type, name, sum_type, accumulator, READ)                      \
    static union element prefix##_##name(const void *input_, const void *second_, size_t n) \
    {                                                                                       \
        const type *const input = input_, *const second = second_;                          \
        sum_type sum = 0;                                                                   \
        for (size_t i = 0; i < n; i++)                                                      \
            sum += READ(input[i]) * READ(second[i]);                                        \
        return (union element){.accumulator = sum};                                         \
    }
#define DEFINE_DOT(prefix, type, name) DEFINE_DOT_AS(prefix, type, name, type, name, AS_IT_IS)
#define DEFINE_CONVERTED_DOT(prefix, type, name, sum, accumulator) \
    DEFINE_DOT_AS(prefix, type, name, sum, accumulator, name##_read)
