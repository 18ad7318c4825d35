/* SPDX-License-Identifier: MIT */
/* The operators on vectors, beside those on elements. The operator is a constant wherever these are called,
 * so that nothing of the choice is left. */
#pragma once

#include "cpu/intrinsics.h"
#include "cpu/tuning.h"
#include "problem/primitive.h"

#include <float.h>

/* How a kernel is written: with vector operators, or with the ISA's intrinsics. */
enum style { STYLE_OPERATORS, STYLE_INTRINSICS };

/* What an inner loop is compiled for: constants wherever one is made. */
struct loop {
    enum style style;
    enum op op;
    unsigned unroll;
};

/* The vector at `from`. begins_line: of the vectors of a cache line it is the first, and the one that asks
 * for a line ahead. */
static ALWAYS_INLINE vector vector_read(const elem *from, enum read_mode reading, bool begins_line)
{
    if (reading == READING_AHEAD && begins_line)
        __builtin_prefetch((const char *)from + READ_AHEAD);
    if (reading == READING_HALVES)
        return vector_load_halves(from);
    return vector_load(from);
}

/* What `loop` returns, compiled for each way of reading, its first argument. */
#define READ_AS(reading, loop, ...)                                                  \
    ((reading) == READING_AHEAD                  ? loop(READING_AHEAD, __VA_ARGS__)  \
     : (reading) == READING_HALVES && HAS_HALVES ? loop(READING_HALVES, __VA_ARGS__) \
                                                 : loop(READING_PLAIN, __VA_ARGS__))

/* Lane by lane where no vector operator or intrinsic is said. */
static ALWAYS_INLINE vector combine_vectors(enum style style, enum op op, vector a, vector b)
{
    if (op == OP_MIN)
        return native_min(a, b);
    if (op == OP_MAX)
        return native_max(a, b);
    if (op == OP_SUM)
        return style == STYLE_OPERATORS ? a + b : native_sum(a, b);
    if (op == OP_PRODUCT)
        return style == STYLE_OPERATORS ? a * b : native_product(a, b);
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++)
        a[lane] = combine(op, a[lane], b[lane]);
    return a;
}

/* The carried element of a union that every type shares. */
#define CARRIED(element) ((element)->ELEM)

/* FOR_EACH_OP(DO, style): DO(OP_NAME, name, style) for the operators that have code of their own for this
 * element type. */
#define FOR_EACH_OP(DO, style) FOR_EACH_OPERATOR(DO_OWN_CODE, DO, style)
#define DO_OWN_CODE(NAME, name, CLASS, identity, expression, DO, style) \
    DO_IF_OWN_CODE(ELEM_KIND, CLASS, DO(OP_##NAME, name, style))
#define DO_IF_OWN_CODE(KIND, CLASS, ...) IF_OWN_CODE(KIND, CLASS, __VA_ARGS__)
