/* SPDX-License-Identifier: MIT */
/* The operators on elements and vectors. The operator is a constant wherever these are called, so that
 * nothing of the choice is left. */
#ifndef SCANBENCH_OPERATOR_H
#define SCANBENCH_OPERATOR_H

#include "cpu/intrinsics.h"
#include "problem/primitive.h"

#include <float.h>

/* How a kernel is written: with vector operators, or with the ISA's intrinsics. */
enum style { STYLE_OPERATORS, STYLE_INTRINSICS };

#define LEAST_u32 0u
#define LEAST_i32 INT32_MIN
#define LEAST_u64 0ul
#define LEAST_f32 -__builtin_inff()
#define LEAST_f64 -__builtin_inf()
#define GREATEST_u32 UINT32_MAX
#define GREATEST_i32 INT32_MAX
#define GREATEST_u64 UINT64_MAX
#define GREATEST_f32 __builtin_inff()
#define GREATEST_f64 __builtin_inf()

static ALWAYS_INLINE elem identity(enum op op)
{
    return op == OP_MIN   ? CONCAT_WORDS(GREATEST_, ELEM)
           : op == OP_MAX ? CONCAT_WORDS(LEAST_, ELEM)
                          : (elem)(op == OP_PRODUCT);
}

static ALWAYS_INLINE elem combine(enum op op, elem a, elem b)
{
    return op == OP_SUM ? a + b : op == OP_PRODUCT ? a * b : op == OP_MIN ? (a < b ? a : b) : (a > b ? a : b);
}

static ALWAYS_INLINE vector combine_vectors(enum style style, enum op op, vector a, vector b)
{
    if (op == OP_MIN)
        return native_min(a, b);
    if (op == OP_MAX)
        return native_max(a, b);
    if (style == STYLE_OPERATORS)
        return op == OP_SUM ? a + b : a * b;
    return op == OP_SUM ? native_sum(a, b) : native_product(a, b);
}

/* The carried element of a union that every type shares. */
#define CARRIED(element) ((element)->ELEM)

/* DO(OP, name) for the operators that need kernels of this element type: sums and products of i32 have the
 * bits of those of u32, and are left to them. */
#define FOR_EACH_OP(DO) CONCAT_WORDS(FOR_EACH_OP_, ELEM)(DO)
#define FOR_ORDER_OPS(DO) DO(OP_MIN, min) DO(OP_MAX, max)
#define FOR_ALL_OPS(DO) DO(OP_SUM, sum) DO(OP_PRODUCT, product) FOR_ORDER_OPS(DO)
#define FOR_EACH_OP_i32 FOR_ORDER_OPS
#define FOR_EACH_OP_u32 FOR_ALL_OPS
#define FOR_EACH_OP_u64 FOR_ALL_OPS
#define FOR_EACH_OP_f32 FOR_ALL_OPS
#define FOR_EACH_OP_f64 FOR_ALL_OPS

#endif
