/* SPDX-License-Identifier: MIT */
/* Serial reductions whose additions and multiplications the compiler may reorder: this file alone is built
 * with -fassociative-math. */
#include "cpu/serial_loops.h"
#include "cpu/serial_reduce.h"

#define REASSOCIATED_REDUCE(type, name, op, combine) DEFINE_REDUCE(reassociated, type, name, op, combine)
FOR_EACH_LOOP(REASSOCIATED_REDUCE)
#define REASSOCIATED_CONVERTED(type, name, sum, accumulator, output) \
    DEFINE_CONVERTED_REDUCE(reassociated, type, name, sum, accumulator)
FOR_EACH_CONVERTED_LOOP(REASSOCIATED_CONVERTED)

#define REASSOCIATED_DOT(type, name) DEFINE_DOT(reassociated_dot, type, name)
FOR_DOT_TYPES(REASSOCIATED_DOT)
#define REASSOCIATED_HALF_DOT(type, name, sum, accumulator) \
    DEFINE_CONVERTED_DOT(reassociated_dot, type, name, sum, accumulator)
FOR_HALF_DOTS(REASSOCIATED_HALF_DOT)

reduce_loop *const reassociated_reduce[OP_COUNT][DTYPE_COUNT] = BOTH_LOOP_TABLE(reassociated);
dot_loop *const reassociated_dot[DTYPE_COUNT] = DOT_TABLE(reassociated_dot);
