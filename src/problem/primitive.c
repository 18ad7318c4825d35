/* SPDX-License-Identifier: MIT */
/* The vocabulary of the domain: primitives, element types, operators, modes, and their names. */
#include "problem/primitive.h"

#include <assert.h>
#include <math.h>

const char *const primitive_names[PRIMITIVE_COUNT] = {
    [PRIMITIVE_SCAN] = "scan",      [PRIMITIVE_TILED_SCAN] = "tiled_scan",
    [PRIMITIVE_REDUCE] = "reduce",  [PRIMITIVE_DOT] = "dot",
    [PRIMITIVE_TALLY] = "count",    [PRIMITIVE_COMPACT] = "compact",
    [PRIMITIVE_COPY] = "copy",      [PRIMITIVE_READ] = "read",
    [PRIMITIVE_READ_TWO] = "read2", [PRIMITIVE_COPY_PART] = "partial-copy",
};
const char *const dtype_names[DTYPE_COUNT] = {"-", "u32", "i32", "u64", "f32", "f64"};
const char *const op_names[OP_COUNT] = {"-", "sum", "min", "max", "product"};
const char *const mode_names[MODE_COUNT] = {"-", "exclusive", "inclusive"};

size_t dtype_size(enum dtype dtype)
{
    static const size_t sizes[DTYPE_COUNT] = {0, 4, 4, 8, 4, 8};
    assert(dtype > DTYPE_NONE && dtype < DTYPE_COUNT);
    return sizes[dtype];
}

union element op_identity(enum op op, enum dtype dtype)
{
    static const union element identities[OP_COUNT][DTYPE_COUNT] = {
        [OP_MIN] = {{0},
                    {.u32 = UINT32_MAX},
                    {.i32 = INT32_MAX},
                    {.u64 = UINT64_MAX},
                    {.f32 = INFINITY},
                    {.f64 = INFINITY}},
        [OP_MAX] = {{0}, {.u32 = 0}, {.i32 = INT32_MIN}, {.u64 = 0}, {.f32 = -INFINITY}, {.f64 = -INFINITY}},
        [OP_PRODUCT] = {{0}, {.u32 = 1}, {.i32 = 1}, {.u64 = 1}, {.f32 = 1}, {.f64 = 1}},
    };
    assert(op < OP_COUNT && dtype < DTYPE_COUNT);
    return identities[op][dtype];
}

/* What a primitive moves: streams of n elements read, elements written in streams of n and of k, and what
 * bounds it. */
static const struct {
    unsigned inputs, outputs, selections;
    enum primitive limit;
} traffic[PRIMITIVE_COUNT] = {
    [PRIMITIVE_SCAN] = {1, 1, 0, PRIMITIVE_COPY},
    [PRIMITIVE_TILED_SCAN] = {1, 1, 0, PRIMITIVE_COPY},
    [PRIMITIVE_REDUCE] = {1, 0, 0, PRIMITIVE_READ},
    [PRIMITIVE_DOT] = {2, 0, 0, PRIMITIVE_READ_TWO},
    [PRIMITIVE_TALLY] = {1, 0, 0, PRIMITIVE_READ},
    [PRIMITIVE_COMPACT] = {1, 0, 1, PRIMITIVE_COPY_PART},
    [PRIMITIVE_COPY] = {1, 1, 0, PRIMITIVE_COPY},
    [PRIMITIVE_READ] = {1, 0, 0, PRIMITIVE_READ},
    [PRIMITIVE_READ_TWO] = {2, 0, 0, PRIMITIVE_READ_TWO},
    [PRIMITIVE_COPY_PART] = {1, 0, 1, PRIMITIVE_COPY_PART},
};

double primitive_bytes(enum primitive primitive, enum dtype dtype, size_t n, size_t k)
{
    assert(primitive < PRIMITIVE_COUNT);
    const double streams = traffic[primitive].inputs + traffic[primitive].outputs;
    return (streams * (double)n + traffic[primitive].selections * (double)k) * (double)dtype_size(dtype);
}

enum primitive primitive_limit(enum primitive primitive)
{
    assert(primitive < PRIMITIVE_COUNT);
    return traffic[primitive].limit;
}

unsigned primitive_inputs(enum primitive primitive)
{
    assert(primitive < PRIMITIVE_COUNT);
    return traffic[primitive].inputs;
}

bool primitive_counts(enum primitive primitive)
{
    return primitive == PRIMITIVE_TALLY || traffic[primitive].selections > 0;
}

size_t primitive_part(size_t n, double selectivity)
{
    const size_t part = (size_t)((double)n * selectivity);
    return part < n ? part : n;
}
