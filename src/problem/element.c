/* SPDX-License-Identifier: MIT */
/* Element types and operators: their lists, what follows from a row of them, and single elements. */
#include "problem/element.h"

#include "problem/half.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define NAMED_DTYPE(NAME, name, ...) [DTYPE_##NAME] = #name,
#define NAMED_CONVERTED(NAME, symbol, text, ...) [DTYPE_##NAME] = (text),
const char *const dtype_names[DTYPE_COUNT] = {[DTYPE_NONE] = "-", BOTH_DTYPES(NAMED_DTYPE, NAMED_CONVERTED)};

#define NAMED_OP(NAME, name, ...) [OP_##NAME] = #name,
const char *const op_names[OP_COUNT] = {[OP_NONE] = "-", FOR_EACH_OPERATOR(NAMED_OP)};

size_t dtype_size(enum dtype dtype)
{
    assert(dtype > DTYPE_NONE && dtype < DTYPE_COUNT);
    return dtype_bits(dtype) / 8;
}

#define NUMBERED_DTYPE(NAME, name, ...) DTYPE_OF_##name = DTYPE_##NAME,
enum { FOR_EACH_DTYPE(NUMBERED_DTYPE) };

enum dtype dtype_accumulator(enum dtype dtype)
{
#define SAME_ENTRY(NAME, ...) [DTYPE_##NAME] = DTYPE_##NAME,
#define ACCUMULATOR_ENTRY(NAME, symbol, text, type, bits, KIND, digits, accumulator, ...) \
    [DTYPE_##NAME] = (enum dtype)DTYPE_OF_##accumulator,
    static const enum dtype all[DTYPE_COUNT] = {BOTH_DTYPES(SAME_ENTRY, ACCUMULATOR_ENTRY)};
    return all[dtype];
}

enum dtype dtype_output(enum dtype dtype)
{
#define OUTPUT_ENTRY(NAME, symbol, text, type, bits, KIND, digits, accumulator, sum, OUTPUT, ...) \
    [DTYPE_##NAME] = DTYPE_##OUTPUT,
    static const enum dtype all[DTYPE_COUNT] = {BOTH_DTYPES(SAME_ENTRY, OUTPUT_ENTRY)};
    return all[dtype];
}

bool dtype_keeps_width(enum dtype dtype)
{
    return dtype_bits(dtype) == dtype_bits(dtype_output(dtype));
}

bool dtype_takes(enum dtype dtype, enum op op)
{
    return dtype_is_plain(dtype) || op == OP_NONE || op == OP_SUM;
}

enum dtype dtype_of_code(enum op op, enum dtype dtype)
{
#define CODE_ENTRY(NAME, name, type, bits, KIND, digits, accumulator, OP, CLASS) \
    [OP][DTYPE_##NAME] = (enum dtype)CODE_OF(KIND, CLASS, DTYPE_OF_##name, DTYPE_OF_##accumulator),
#define CODE_ROW(OP, op, CLASS, ...) FOR_EACH_DTYPE(CODE_ENTRY, OP_##OP, CLASS)
    static const enum dtype all[OP_COUNT][DTYPE_COUNT] = {FOR_EACH_OPERATOR(CODE_ROW)};
    return all[op == OP_NONE ? OP_SUM : op][dtype_accumulator(dtype)];
}

bool op_orders(enum op op)
{
    enum { CLASS_ARITHMETIC, CLASS_ORDER };
#define CLASS_ENTRY(NAME, name, CLASS, ...) [OP_##NAME] = CLASS_##CLASS == CLASS_ORDER,
    static const bool all[OP_COUNT] = {FOR_EACH_OPERATOR(CLASS_ENTRY)};
    return all[op];
}

/* An operator that orders and has the least as its identity picks the greatest. */
static bool picks_greatest(enum op op)
{
    enum { IDENTITY_ZERO, IDENTITY_ONE, IDENTITY_LEAST, IDENTITY_GREATEST };
#define PICKS_ENTRY(NAME, name, CLASS, identity, ...) [OP_##NAME] = IDENTITY_##identity == IDENTITY_LEAST,
    static const bool all[OP_COUNT] = {FOR_EACH_OPERATOR(PICKS_ENTRY)};
    return all[op];
}

uint64_t op_flip(enum op op, enum dtype dtype)
{
    const uint64_t sign = UINT64_C(1) << (dtype_bits(dtype) - 1);
    if (!op_orders(op))
        return 0;
    if (dtype_is_float(dtype))
        return picks_greatest(op) ? sign : 0;
    return (picks_greatest(op) ? sign | (sign - 1) : 0) ^ (dtype_kind(dtype) == KIND_SIGNED ? sign : 0);
}

#define ZERO_OF(KIND, type, bits) (type)0
#define ONE_OF(KIND, type, bits) (type)1
#define LEAST_OF(KIND, type, bits) LEAST_##KIND(type, bits)
#define LEAST_UNSIGNED(type, bits) (type)0
#define LEAST_SIGNED(type, bits) (type)(UINT64_C(1) << ((bits)-1))
#define LEAST_FLOAT(type, bits) -(type)INFINITY
#define GREATEST_OF(KIND, type, bits) GREATEST_##KIND(type, bits)
#define GREATEST_UNSIGNED(type, bits) (type)(UINT64_MAX >> (64 - (bits)))
#define GREATEST_SIGNED(type, bits) (type)(UINT64_MAX >> (65 - (bits)))
#define GREATEST_FLOAT(type, bits) (type) INFINITY

union element op_identity(enum op op, enum dtype dtype)
{
#define IDENTITY_ENTRY(NAME, name, type, bits, KIND, digits, accumulator, OP, IDENTITY) \
    [OP][DTYPE_##NAME] = {.name = IDENTITY##_OF(KIND, type, bits)},
#define IDENTITY_ROW(OP, op, CLASS, IDENTITY, ...) FOR_EACH_DTYPE(IDENTITY_ENTRY, OP_##OP, IDENTITY)
    static const union element all[OP_COUNT][DTYPE_COUNT] = {FOR_EACH_OPERATOR(IDENTITY_ROW)};
    assert(op < OP_COUNT && dtype < DTYPE_COUNT);
    return all[op][dtype];
}

typedef union element combine_function(union element, union element);
typedef void combine_all_function(void *elements, size_t count, union element y);

#define COMBINE(OP, op, CLASS, identity, expression, name, type, KIND)                    \
    IF_OWN_CODE(                                                                          \
        KIND, CLASS,                                                                      \
        static union element op##_of_##name(union element x, union element y) {           \
            const type a = x.name, b = y.name;                                            \
            return (union element){.name = expression};                                   \
        } static void op##_all_of_##name(void *elements, size_t count, union element y) { \
            type *const x = elements;                                                     \
            const type b = y.name;                                                        \
            for (size_t i = 0; i < count; i++) {                                          \
                const type a = x[i];                                                      \
                x[i] = expression;                                                        \
            }                                                                             \
        })
#define COMBINES(NAME, name, type, bits, KIND, ...) FOR_EACH_OPERATOR(COMBINE, name, type, KIND)
FOR_EACH_DTYPE(COMBINES)

#define COMBINE_ENTRY(OP, op, CLASS, identity, expression, DTYPE, name, KIND) \
    IF_OWN_CODE(KIND, CLASS, [OP_##OP][DTYPE] = op##_of_##name, )
#define COMBINE_ENTRIES(NAME, name, type, bits, KIND, ...) \
    FOR_EACH_OPERATOR(COMBINE_ENTRY, DTYPE_##NAME, name, KIND)
union element element_combine(enum op op, enum dtype dtype, union element a, union element b)
{
    static combine_function *const all[OP_COUNT][DTYPE_COUNT] = {FOR_EACH_DTYPE(COMBINE_ENTRIES)};
    return all[op == OP_NONE ? OP_SUM : op][dtype_of_code(op, dtype)](a, b);
}

#define COMBINE_ALL_ENTRY(OP, op, CLASS, identity, expression, DTYPE, name, KIND) \
    IF_OWN_CODE(KIND, CLASS, [OP_##OP][DTYPE] = op##_all_of_##name, )
#define COMBINE_ALL_ENTRIES(NAME, name, type, bits, KIND, ...) \
    FOR_EACH_OPERATOR(COMBINE_ALL_ENTRY, DTYPE_##NAME, name, KIND)
void element_combine_all(enum op op, enum dtype dtype, void *elements, size_t count, union element b)
{
    static combine_all_function *const all[OP_COUNT][DTYPE_COUNT] = {FOR_EACH_DTYPE(COMBINE_ALL_ENTRIES)};
    const enum dtype output = dtype_output(dtype);
    if (dtype_is_plain(output)) {
        all[op == OP_NONE ? OP_SUM : op][dtype_of_code(op, output)](elements, count, b);
        return;
    }
    for (size_t i = 0; i < count; i++)
        element_write(output, elements, i, element_combine(op, output, element_read(output, elements, i), b));
}

union element element_subtract(enum dtype dtype, union element a, union element b)
{
    switch (dtype) {
#define SUBTRACT_CONVERTED(NAME, symbol, text, type, bits, KIND, digits, accumulator, ...) \
    case DTYPE_##NAME:                                                                     \
        return (union element){.accumulator = a.accumulator - b.accumulator};
        FOR_EACH_CONVERTED_DTYPE(SUBTRACT_CONVERTED)
#define SUBTRACT_CASE(NAME, name, type, bits, KIND, digits, accumulator, ...) \
    case DTYPE_##NAME:                                                        \
        return (union element){.accumulator = a.accumulator - b.accumulator};
        FOR_EACH_DTYPE(SUBTRACT_CASE)
    case DTYPE_NONE:
    case DTYPE_COUNT:
        break;
    }
    return a;
}

union element element_load(enum dtype dtype, const void *array, size_t index)
{
    const size_t size = dtype_size(dtype);
    union element value = {.u64 = 0};
    memcpy(&value, (const char *)array + index * size, size);
    return value;
}

void element_store(enum dtype dtype, void *array, size_t index, union element value)
{
    const size_t size = dtype_size(dtype);
    memcpy((char *)array + index * size, &value, size);
}

union element element_read(enum dtype dtype, const void *input, size_t index)
{
    switch (dtype) {
#define READ_CASE(NAME, symbol, text, type, bits, KIND, digits, accumulator, ...) \
    case DTYPE_##NAME:                                                            \
        return (union element){.accumulator = symbol##_read(((const type *)input)[index])};
        FOR_EACH_CONVERTED_DTYPE(READ_CASE)
#define PLAIN_CASE(NAME, ...) case DTYPE_##NAME:
        FOR_EACH_DTYPE(PLAIN_CASE)
    case DTYPE_NONE:
    case DTYPE_COUNT:
        break;
    }
    return element_load(dtype, input, index);
}

void element_write(enum dtype dtype, void *output, size_t index, union element value)
{
    switch (dtype) {
#define WRITE_CASE(NAME, symbol, text, type, bits, KIND, digits, accumulator, sum, OUTPUT, output_type, ...) \
    case DTYPE_##NAME:                                                                                       \
        ((output_type *)output)[index] = symbol##_write(value.accumulator);                                  \
        return;
        FOR_EACH_CONVERTED_DTYPE(WRITE_CASE)
        FOR_EACH_DTYPE(PLAIN_CASE)
    case DTYPE_NONE:
    case DTYPE_COUNT:
        break;
    }
    element_store(dtype, output, index, value);
}

double element_value(enum dtype dtype, const void *array, size_t index)
{
    switch (dtype) {
#define CONVERTED_VALUE_CASE(NAME, symbol, text, type, ...) \
    case DTYPE_##NAME:                                      \
        return (double)symbol##_read(((const type *)array)[index]);
        FOR_EACH_CONVERTED_DTYPE(CONVERTED_VALUE_CASE)
#define VALUE_CASE(NAME, name, type, ...) \
    case DTYPE_##NAME:                    \
        return (double)((const type *)array)[index];
        FOR_EACH_DTYPE(VALUE_CASE)
    case DTYPE_NONE:
    case DTYPE_COUNT:
        break;
    }
    return NAN;
}

static int64_t signed_value(enum dtype dtype, union element element)
{
    const unsigned unused = 64 - dtype_bits(dtype);
    return (int64_t)(element.u64 << unused) >> unused;
}

void element_print(enum dtype dtype, union element element, char *text, size_t size)
{
    switch (dtype_kind(dtype)) {
    case KIND_UNSIGNED:
        snprintf(text, size, "%" PRIu64, element.u64 & (UINT64_MAX >> (64 - dtype_bits(dtype))));
        break;
    case KIND_SIGNED:
        snprintf(text, size, "%" PRId64, signed_value(dtype, element));
        break;
    case KIND_FLOAT:
        snprintf(text, size, "%.*g", dtype_decimals(dtype), element_value(dtype, &element, 0));
        break;
    }
}
