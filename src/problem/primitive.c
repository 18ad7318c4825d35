/* SPDX-License-Identifier: MIT */
/* The vocabulary of the domain: primitives, element types, operators, modes, and their names. */
#include "problem/primitive.h"

#include <assert.h>

const char *const primitive_names[PRIMITIVE_COUNT] = {"scan", "copy"};
const char *const dtype_names[DTYPE_COUNT] = {"-", "u32", "f32"};
const char *const op_names[OP_COUNT] = {"-", "sum"};
const char *const mode_names[MODE_COUNT] = {"-", "exclusive", "inclusive"};

size_t dtype_size(enum dtype dtype)
{
    static const size_t sizes[DTYPE_COUNT] = {0, sizeof(uint32_t), sizeof(float)};
    assert(dtype > DTYPE_NONE && dtype < DTYPE_COUNT);
    return sizes[dtype];
}

double primitive_bytes(enum primitive primitive, enum dtype dtype, size_t n)
{
    static const double streams[PRIMITIVE_COUNT] = {[PRIMITIVE_SCAN] = 2, [PRIMITIVE_COPY] = 2};
    assert(primitive < PRIMITIVE_COUNT);
    return streams[primitive] * (double)n * (double)dtype_size(dtype);
}

enum primitive primitive_limit(enum primitive primitive)
{
    static const enum primitive limits[PRIMITIVE_COUNT] = {
        [PRIMITIVE_SCAN] = PRIMITIVE_COPY,
        [PRIMITIVE_COPY] = PRIMITIVE_COPY,
    };
    assert(primitive < PRIMITIVE_COUNT);
    return limits[primitive];
}
