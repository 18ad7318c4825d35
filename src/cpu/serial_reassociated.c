/* SPDX-License-Identifier: MIT */
/* Serial reductions whose additions and multiplications the compiler may reorder: this file alone is built
 * with -fassociative-math. */
#include "cpu/serial_loops.h"
#include "cpu/serial_reduce.h"

#define REASSOCIATED_REDUCE(type, name, op, COMBINE)                                                   \
    static union element reassociated_##op##_##name(const void *input_, size_t n, union element start) \
    {                                                                                                  \
        const type *const input = input_;                                                              \
        type result = start.name;                                                                      \
        for (size_t i = 0; i < n; i++)                                                                 \
            result = COMBINE(result, input[i]);                                                        \
        return (union element){.name = result};                                                        \
    }
FOR_EACH_LOOP(REASSOCIATED_REDUCE)

#define REASSOCIATED_DOT(type, name)                                                                \
    static union element reassociated_dot_##name(const void *input_, const void *second_, size_t n) \
    {                                                                                               \
        const type *const input = input_, *const second = second_;                                  \
        type sum = 0;                                                                               \
        for (size_t i = 0; i < n; i++)                                                              \
            sum += input[i] * second[i];                                                            \
        return (union element){.name = sum};                                                        \
    }
FOR_DOT_TYPES(REASSOCIATED_DOT)

reduce_loop *const reassociated_reduce[OP_COUNT][DTYPE_COUNT] = LOOP_TABLE(reassociated);
dot_loop *const reassociated_dot[DTYPE_COUNT] = DOT_TABLE(reassociated_dot);
