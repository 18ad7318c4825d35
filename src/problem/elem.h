/* SPDX-License-Identifier: MIT */
/* The element type and the operators in code that is compiled for one type: the same words for src/cpu and
 * for each dialect of the kernels, in C, OpenCL C and C++. Who compiles defines the row of the type in
 * dtypes.def, ELEM, ELEM_BITS, ELEM_KIND and ELEM_ACCUMULATOR, and of one operator OPERATOR (OP_SUM) and
 * OPERATOR_IS_sum, which #if can ask for. Who includes this has the integers of stdint.h, and defines INLINE
 * (how a function is declared of which no call is left) and INFINITE (of a float). */
#pragma once

#include "problem/dtypes.def"
#include "problem/op.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

#define DTYPE_TYPEDEF(NAME, name, type, ...) typedef type name;
FOR_EACH_DTYPE(DTYPE_TYPEDEF, ~)
typedef ELEM elem;
typedef ELEM_ACCUMULATOR accumulator;

/* Of a converted type who compiles defines the row of its accumulator, and CONVERTED (u8_u32), IN_ELEM and
 * OUT_ELEM: elements as they lie in the arrays that are read and written, which are turned into what is
 * computed in and back. */
#ifdef CONVERTED
#include "problem/half.h"
typedef IN_ELEM in_elem;
typedef OUT_ELEM out_elem;
#define WIDENED(element) JOIN(CONVERTED, _read)(element)
#define NARROWED(value) JOIN(CONVERTED, _write)(value)
/* Whether elements are counted and compacted: integers that keep their width. */
#define ELEM_IS_SELECTABLE JOIN(IS_SELECTABLE_, CONVERTED)
#define IS_SELECTABLE_u8 1
#define IS_SELECTABLE_u16 1
#define IS_SELECTABLE_u8_u32 0
#define IS_SELECTABLE_u16_u32 0
#define IS_SELECTABLE_u32_u64 0
#define IS_SELECTABLE_f16 0
#define IS_SELECTABLE_bf16 0
#else
#define ELEM_IS_SELECTABLE 1
#endif

#define ELEM_BYTES (ELEM_BITS / 8)
#define ELEM_HALVES (ELEM_BITS / 16)
#define ELEM_IS_FLOAT JOIN(IS_FLOAT_, ELEM_KIND)
#define IS_FLOAT_UNSIGNED 0
#define IS_FLOAT_SIGNED 0
#define IS_FLOAT_FLOAT 1

/* The bits of an element as an unsigned number, and back. */
typedef JOIN(u, ELEM_BITS) elem_bits;

union elem_word {
    elem value;
    elem_bits bits;
};

INLINE elem_bits bits_of_elem(elem value)
{
    union elem_word word;
    word.value = value;
    return word.bits;
}

INLINE elem elem_of_bits(elem_bits bits)
{
    union elem_word word;
    word.bits = bits;
    return word.value;
}

/* The values that are identities in operators.def. */
#define ELEM_ZERO ((elem)0)
#define ELEM_ONE ((elem)1)
#define ELEM_LEAST JOIN(LEAST_, ELEM_KIND)
#define LEAST_UNSIGNED ((elem)0)
#define LEAST_SIGNED ((elem)((elem_bits)1 << (ELEM_BITS - 1)))
#define LEAST_FLOAT ((elem)-INFINITE)
#define ELEM_GREATEST JOIN(GREATEST_, ELEM_KIND)
#define GREATEST_UNSIGNED ((elem) ~(elem_bits)0)
#define GREATEST_SIGNED ((elem)((elem_bits) ~(elem_bits)0 >> 1))
#define GREATEST_FLOAT ((elem)INFINITE)

/* The operator is a constant wherever these are called, so that nothing of the choice is left. */
INLINE elem identity(enum op op)
{
    switch (op) {
#define IDENTITY_CASE(NAME, name, CLASS, IDENTITY, ...) \
    case OP_##NAME:                                     \
        return ELEM_##IDENTITY;
        FOR_EACH_OPERATOR(IDENTITY_CASE, ~)
    case OP_NONE:
    case OP_COUNT:
        break;
    }
    return 0;
}

/* The identity that changes no bit of what it is combined with: of sums −0, as 0 would of −0. */
INLINE elem neutral(enum op op)
{
    return op == OP_SUM ? (elem)-0.0f : identity(op);
}

/* What the class of an operator computes in. */
#define TYPE_OF_ARITHMETIC accumulator
#define TYPE_OF_ORDER elem

INLINE elem combine(enum op op, elem x, elem y)
{
    switch (op) {
#define COMBINE_CASE(NAME, name, CLASS, IDENTITY, expression, ...)            \
    case OP_##NAME: {                                                         \
        const TYPE_OF_##CLASS a = (TYPE_OF_##CLASS)x, b = (TYPE_OF_##CLASS)y; \
        return (elem)(expression);                                            \
    }
        FOR_EACH_OPERATOR(COMBINE_CASE, ~)
    case OP_NONE:
    case OP_COUNT:
        break;
    }
    return x;
}
