/* SPDX-License-Identifier: MIT */
/* The loops of serial reductions; those that a compiler may reorder are in a file of their own, built for it.
 */
#ifndef SCANBENCH_SERIAL_REDUCE_H
#define SCANBENCH_SERIAL_REDUCE_H

#include "problem/primitive.h"

/* `start` combined with n elements. */
typedef union element reduce_loop(const void *input, size_t n, union element start);

/* The sum of n products. */
typedef union element dot_loop(const void *input, const void *second, size_t n);

extern reduce_loop *const reassociated_reduce[OP_COUNT][DTYPE_COUNT];
extern dot_loop *const reassociated_dot[DTYPE_COUNT];

/* DO(type, name) for each element type that needs a dot product; i32 has the bits of u32. */
#define FOR_DOT_TYPES(DO) DO(uint32_t, u32) DO(uint64_t, u64) DO(float, f32) DO(double, f64)
#define DOT_TABLE(prefix)                                                                   \
    {                                                                                       \
        [DTYPE_U32] = prefix##_u32, [DTYPE_I32] = prefix##_u32, [DTYPE_U64] = prefix##_u64, \
        [DTYPE_F32] = prefix##_f32, [DTYPE_F64] = prefix##_f64                              \
    }

#endif
