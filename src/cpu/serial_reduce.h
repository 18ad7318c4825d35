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

/* DO(type, name) for each element type that has code of its own for a dot product; a table [DTYPE_COUNT] of
 * it. */
#define FOR_DOT_TYPES(DO) FOR_EACH_DTYPE(DO_DOT_TYPE, DO)
#define DO_DOT_TYPE(NAME, name, type, bits, KIND, digits, accumulator, DO) \
    IF_OWN_CODE(KIND, ARITHMETIC, DO(type, name))
#define DOT_TABLE(prefix)                 \
    {                                     \
        FOR_EACH_DTYPE(DOT_ENTRY, prefix) \
    }
#define DOT_ENTRY(NAME, name, type, bits, KIND, digits, accumulator, prefix) \
    [DTYPE_##NAME] = CODE_OF(KIND, ARITHMETIC, prefix##_##name, prefix##_##accumulator),

#endif
