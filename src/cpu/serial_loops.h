/* SPDX-License-Identifier: MIT */
/* What the files of serial loops share: the element types and operators to define each loop for. */
#ifndef SCANBENCH_SERIAL_LOOPS_H
#define SCANBENCH_SERIAL_LOOPS_H

#include "problem/primitive.h"

/* Operators on two values of one type; sums and products of i32 are taken as u32, whose bits they have. */
#define SUM_OF(a, b) ((a) + (b))
#define PRODUCT_OF(a, b) ((a) * (b))
#define MIN_OF(a, b) ((a) < (b) ? (a) : (b))
#define MAX_OF(a, b) ((a) > (b) ? (a) : (b))

/* DO(type, name) for each element type; DO(type, name, op, COMBINE) for each that needs a loop with an
 * operator. */
#define FOR_EACH_TYPE(DO) DO(uint32_t, u32) DO(int32_t, i32) DO(uint64_t, u64) DO(float, f32) DO(double, f64)
#define FOR_ORDER(DO, type, name) DO(type, name, min, MIN_OF) DO(type, name, max, MAX_OF)
#define FOR_OPS(DO, type, name) \
    DO(type, name, sum, SUM_OF) DO(type, name, product, PRODUCT_OF) FOR_ORDER(DO, type, name)
#define FOR_EACH_LOOP(DO)      \
    FOR_OPS(DO, uint32_t, u32) \
    FOR_ORDER(DO, int32_t, i32) FOR_OPS(DO, uint64_t, u64) FOR_OPS(DO, float, f32) FOR_OPS(DO, double, f64)

/* A table [OP_COUNT][DTYPE_COUNT] of the loops prefix_op_type. */
#define LOOP_ROW(prefix, op, signed_type)                                               \
    {                                                                                   \
        [DTYPE_U32] = prefix##_##op##_u32, [DTYPE_I32] = prefix##_##op##_##signed_type, \
        [DTYPE_U64] = prefix##_##op##_u64, [DTYPE_F32] = prefix##_##op##_f32,           \
        [DTYPE_F64] = prefix##_##op##_f64                                               \
    }
#define LOOP_TABLE(prefix)                                                                   \
    {                                                                                        \
        [OP_SUM] = LOOP_ROW(prefix, sum, u32), [OP_MIN] = LOOP_ROW(prefix, min, i32),        \
        [OP_MAX] = LOOP_ROW(prefix, max, i32), [OP_PRODUCT] = LOOP_ROW(prefix, product, u32) \
    }

/* A table [DTYPE_COUNT] of the loops prefix_type. */
#define TYPE_TABLE(prefix)                                                                  \
    {                                                                                       \
        [DTYPE_U32] = prefix##_u32, [DTYPE_I32] = prefix##_i32, [DTYPE_U64] = prefix##_u64, \
        [DTYPE_F32] = prefix##_f32, [DTYPE_F64] = prefix##_f64                              \
    }

#endif
