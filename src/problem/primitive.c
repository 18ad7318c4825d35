/* SPDX-License-Identifier: MIT */
/* The primitives and modes: their names, and what a primitive moves. */
#include "problem/primitive.h"

#include <assert.h>

const char *const primitive_names[PRIMITIVE_COUNT] = {
    [PRIMITIVE_SCAN] = "scan",      [PRIMITIVE_TILED_SCAN] = "tiled_scan",
    [PRIMITIVE_REDUCE] = "reduce",  [PRIMITIVE_DOT] = "dot",
    [PRIMITIVE_TALLY] = "count",    [PRIMITIVE_COMPACT] = "compact",
    [PRIMITIVE_COPY] = "copy",      [PRIMITIVE_READ] = "read",
    [PRIMITIVE_READ_TWO] = "read2", [PRIMITIVE_COPY_PART] = "partial-copy",
};
const char *const mode_names[MODE_COUNT] = {"-", "exclusive", "inclusive"};

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
