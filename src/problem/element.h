/* SPDX-License-Identifier: MIT */
/* Element types and operators: their lists, what follows from a row of them, and single elements. */
#pragma once

#include "problem/dtypes.def"
#include "problem/op.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DTYPE_MEMBER(NAME, ...) DTYPE_##NAME,
enum dtype { DTYPE_NONE, FOR_EACH_DTYPE(DTYPE_MEMBER) FOR_EACH_CONVERTED_DTYPE(DTYPE_MEMBER) DTYPE_COUNT };

/* One element of any type: a member for each plain one, by its name. */
#define ELEMENT_MEMBER(NAME, name, type, ...) type name;
union element {
    FOR_EACH_DTYPE(ELEMENT_MEMBER)
};

/* What kind of number an element is. */
enum element_kind { KIND_UNSIGNED, KIND_SIGNED, KIND_FLOAT };

/* Sets of all plain types, of all converted ones, and of operators, a bit each. */
#define DTYPE_BIT(NAME, ...) | 1u << DTYPE_##NAME
#define OP_BIT(NAME, ...) | 1u << OP_##NAME
#define EVERY_DTYPE (0u FOR_EACH_DTYPE(DTYPE_BIT))
#define EVERY_CONVERTED_DTYPE (0u FOR_EACH_CONVERTED_DTYPE(DTYPE_BIT))
#define EVERY_OP (0u FOR_EACH_OPERATOR(OP_BIT))

/* Whether it is plain: joined in and written as what it is read as. */
static inline bool dtype_is_plain(enum dtype dtype)
{
    return EVERY_DTYPE >> dtype & 1;
}

/* The converted types that are a float of 16 bits, and integers that keep their width: of those there are dot
 * products, of these counts. */
#define EVERY_HALF (1u << DTYPE_F16 | 1u << DTYPE_BF16)
#define EVERY_NARROW (1u << DTYPE_U8 | 1u << DTYPE_U16)

/* The sets of types of some kinds, and of a width. */
#define DTYPE_BIT_OF_INTEGER(NAME, name, type, bits, KIND, ...) \
    | (KIND_##KIND != KIND_FLOAT) * 1u << DTYPE_##NAME
#define DTYPE_BIT_OF_FLOAT(NAME, name, type, bits, KIND, ...) \
    | (KIND_##KIND == KIND_FLOAT) * 1u << DTYPE_##NAME
#define DTYPE_BIT_OF_32(NAME, name, type, bits, ...) | ((bits) == 32) * 1u << DTYPE_##NAME
#define EVERY_INTEGER (0u FOR_EACH_DTYPE(DTYPE_BIT_OF_INTEGER))
#define EVERY_FLOAT (0u FOR_EACH_DTYPE(DTYPE_BIT_OF_FLOAT))
#define SEGMENT_TYPES (1u << DTYPE_U32 | 1u << DTYPE_F32) /* of segmented scans */
#define EVERY_DTYPE_OF_32 (0u FOR_EACH_DTYPE(DTYPE_BIT_OF_32))

/* IF_FLOAT(KIND, text): the text for a row of floats. IF_OWN_CODE(KIND, CLASS, text): the text where an
 * operator of the class has code of its own for types of the kind. CODE_OF(KIND, CLASS, name, accumulator):
 * the type whose code it is otherwise. */
#define IF_OWN_CODE(KIND, CLASS, ...) IF_OWN_CODE_##KIND##_##CLASS(__VA_ARGS__)
#define IF_OWN_CODE_UNSIGNED_ARITHMETIC(...) __VA_ARGS__
#define IF_OWN_CODE_UNSIGNED_ORDER(...) __VA_ARGS__
#define IF_OWN_CODE_SIGNED_ARITHMETIC(...)
#define IF_OWN_CODE_SIGNED_ORDER(...) __VA_ARGS__
#define IF_OWN_CODE_FLOAT_ARITHMETIC(...) __VA_ARGS__
#define IF_OWN_CODE_FLOAT_ORDER(...) __VA_ARGS__
#define CODE_OF(KIND, CLASS, name, accumulator) CODE_OF_##KIND##_##CLASS(name, accumulator)
#define CODE_OF_UNSIGNED_ARITHMETIC(name, accumulator) name
#define CODE_OF_UNSIGNED_ORDER(name, accumulator) name
#define CODE_OF_SIGNED_ARITHMETIC(name, accumulator) accumulator
#define CODE_OF_SIGNED_ORDER(name, accumulator) name
#define CODE_OF_FLOAT_ARITHMETIC(name, accumulator) name
#define CODE_OF_FLOAT_ORDER(name, accumulator) name

#define IF_FLOAT(KIND, ...) IF_FLOAT_##KIND(__VA_ARGS__)
#define IF_FLOAT_UNSIGNED(...)
#define IF_FLOAT_SIGNED(...)
#define IF_FLOAT_FLOAT(...) __VA_ARGS__

/* Names as configs and results spell them; index 0 is "-". */
extern const char *const dtype_names[DTYPE_COUNT];
extern const char *const op_names[OP_COUNT];

/* A table of the types, of FOR_EACH_DTYPE and FOR_EACH_CONVERTED_DTYPE alike. */
#define BOTH_DTYPES(PLAIN, CONVERTED) FOR_EACH_DTYPE(PLAIN) FOR_EACH_CONVERTED_DTYPE(CONVERTED)

/* Bits of one element that is read, of a type that is known: inline, so that nothing of the choice is left.
 */
static inline unsigned dtype_bits(enum dtype dtype)
{
#define DTYPE_BITS(NAME, name, type, bits, ...) [DTYPE_##NAME] = (bits),
#define CONVERTED_BITS(NAME, symbol, text, type, bits, ...) [DTYPE_##NAME] = (bits),
    static const unsigned char all[DTYPE_COUNT] = {BOTH_DTYPES(DTYPE_BITS, CONVERTED_BITS)};
    return all[dtype];
}

static inline enum element_kind dtype_kind(enum dtype dtype)
{
#define DTYPE_KIND(NAME, name, type, bits, KIND, ...) [DTYPE_##NAME] = KIND_##KIND,
#define CONVERTED_KIND(NAME, symbol, text, type, bits, KIND, ...) [DTYPE_##NAME] = KIND_##KIND,
    static const unsigned char all[DTYPE_COUNT] = {BOTH_DTYPES(DTYPE_KIND, CONVERTED_KIND)};
    return (enum element_kind)all[dtype];
}

/* The bits of its precision, those of a float with the hidden one. */
static inline unsigned dtype_digits(enum dtype dtype)
{
#define DTYPE_DIGITS(NAME, name, type, bits, KIND, digits, ...) [DTYPE_##NAME] = (digits),
#define CONVERTED_DIGITS(NAME, symbol, text, type, bits, KIND, digits, ...) [DTYPE_##NAME] = (digits),
    static const unsigned char all[DTYPE_COUNT] = {BOTH_DTYPES(DTYPE_DIGITS, CONVERTED_DIGITS)};
    return all[dtype];
}

static inline bool dtype_is_float(enum dtype dtype)
{
    return dtype_kind(dtype) == KIND_FLOAT;
}

/* Digits in decimal that tell a float of the dtype from every other, no more than those of a double. */
static inline int dtype_decimals(enum dtype dtype)
{
    const int decimals = 2 + (int)dtype_digits(dtype) * 30103 / 100000; /* log10(2) */
    return decimals < 17 ? decimals : 17;
}

/* Bytes of one element that is read. */
size_t dtype_size(enum dtype dtype);

/* The type that elements are joined in, and the type that results are written as; of a plain type itself. */
enum dtype dtype_accumulator(enum dtype dtype);
enum dtype dtype_output(enum dtype dtype);

/* Whether results have the width of what is read, so that they may be written over it. */
bool dtype_keeps_width(enum dtype dtype);

/* Whether there is the operator for the type: converted types have sums alone. OP_NONE is for all. */
bool dtype_takes(enum dtype dtype, enum op op);

/* The type whose code computes the operator on values of the dtype: the accumulator for arithmetic of signed
 * integers and of converted types, else the dtype itself. */
enum dtype dtype_of_code(enum op op, enum dtype dtype);

/* The bits to flip in each element so that min computes the operator of class ORDER: for max all bits of an
 * integer and the sign of a float; for signed integers, whose min is that of unsigned ones, the sign. 0 for
 * other operators. */
uint64_t op_flip(enum op op, enum dtype dtype);

/* Whether the result of an operator is one of its operands: its class is ORDER. */
bool op_orders(enum op op);

/* The identity of an operator: 0, the largest value (inf), the least (-inf), 1. What an exclusive scan starts
 * with and what a reduction of nothing gives. OP_NONE, as of a dot product: 0. */
union element op_identity(enum op op, enum dtype dtype);

/* In these the elements of a converted type are values in its accumulator. */

/* One application of the operator; OP_NONE is a sum. Integers wrap. */
union element element_combine(enum op op, enum dtype dtype, union element a, union element b);

/* Apply the operator to each of `count` results as they are written, with the same second operand. Of f16 and
 * bf16 they are rounded, and so must not be asked for. */
void element_combine_all(enum op op, enum dtype dtype, void *elements, size_t count, union element b);

/* a − b; integers wrap. */
union element element_subtract(enum dtype dtype, union element a, union element b);

/* The element at an index of an array as it is there, the rest of the union zero; and the reverse. */
union element element_load(enum dtype dtype, const void *array, size_t index);
void element_store(enum dtype dtype, void *array, size_t index, union element value);

/* The element at an index of an input as a value to join; and a value written as a result at an index of an
 * output. */
union element element_read(enum dtype dtype, const void *input, size_t index);
void element_write(enum dtype dtype, void *output, size_t index, union element value);

/* The value of an array's element at an index, rounded to a double. */
double element_value(enum dtype dtype, const void *array, size_t index);

/* Write an element as a number in decimal, a float with as many digits as tell it from every other. */
void element_print(enum dtype dtype, union element element, char *text, size_t size);
