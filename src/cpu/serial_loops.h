/* SPDX-License-Identifier: MIT */
/* What the files of serial loops share: the element types and operators to define each loop for. */
#pragma once

#include "problem/element.h"
#include "problem/half.h"

/* DO(type, name) for each element type; DO(type, name, op, op_of_name) for each with code of its own for an
 * operator, the function of which is the last. */
#define FOR_EACH_TYPE(DO) FOR_EACH_DTYPE(DO_TYPE, DO)
#define DO_TYPE(NAME, name, type, bits, KIND, digits, accumulator, DO) DO(type, name)
#define FOR_EACH_LOOP(DO) FOR_EACH_DTYPE(DO_LOOPS, DO)
#define DO_LOOPS(NAME, name, type, bits, KIND, digits, accumulator, DO) \
    FOR_EACH_OPERATOR(DO_LOOP, DO, type, name, KIND)
#define DO_LOOP(OP, op, CLASS, identity, expression, DO, type, name, KIND) \
    IF_OWN_CODE(KIND, CLASS, DO(type, name, op, op##_of_##name))

#define DEFINE_OPERATOR(OP, op, CLASS, identity, expression, type, name, KIND) \
    IF_OWN_CODE(                                                               \
        KIND, CLASS, static inline type op##_of_##name(type a, type b) { return expression; })
#define DEFINE_OPERATORS(NAME, name, type, bits, KIND, ...) \
    FOR_EACH_OPERATOR(DEFINE_OPERATOR, type, name, KIND)
FOR_EACH_DTYPE(DEFINE_OPERATORS)

/* How a loop reads and writes elements of a plain type. */
#define AS_IT_IS(element) (element)

/* DO(type, name, sum, accumulator, output, op_of_accumulator) for each converted type: those of C, and of
 * what is joined the member of union element too. */
#define FOR_EACH_CONVERTED_LOOP(DO) FOR_EACH_CONVERTED_DTYPE(DO_CONVERTED_LOOP, DO)
#define DO_CONVERTED_LOOP(NAME, name, text, type, bits, KIND, digits, accumulator, sum, OUTPUT, output, DO, \
                          ...)                                                                              \
    DO(type, name, sum, accumulator, output)

/* A table [OP_COUNT][DTYPE_COUNT] of the loops prefix_op_name; with converted types too. */
#define LOOP_TABLE(prefix)                  \
    {                                       \
        FOR_EACH_OPERATOR(LOOP_ROW, prefix) \
    }
#define BOTH_LOOP_TABLE(prefix)                                        \
    {                                                                  \
        FOR_EACH_OPERATOR(LOOP_ROW, prefix)                            \
        FOR_EACH_CONVERTED_DTYPE(CONVERTED_LOOP_ENTRY, prefix##_sum, ) \
    }
#define CONVERTED_LOOP_ENTRY(NAME, name, text, type, bits, KIND, digits, accumulator, sum, OUTPUT, output, \
                             prefix, ...)                                                                  \
    [OP_SUM][DTYPE_##NAME] = prefix##_##name,
#define LOOP_ROW(OP, op, CLASS, identity, expression, prefix) \
    [OP_##OP] = {FOR_EACH_DTYPE(LOOP_ENTRY, prefix##_##op, CLASS)},
#define LOOP_ENTRY(NAME, name, type, bits, KIND, digits, accumulator, prefix, CLASS) \
    [DTYPE_##NAME] = CODE_OF(KIND, CLASS, prefix##_##name, prefix##_##accumulator),

/* In a table [DTYPE_COUNT] of the loops prefix_name. */
#define TYPE_ENTRY(NAME, name, type, bits, KIND, digits, accumulator, prefix) \
    [DTYPE_##NAME] = prefix##_##name,
