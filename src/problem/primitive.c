/* SPDX-License-Identifier: MIT */
/* The primitives and modes: their names, and what a primitive moves. */
#include "problem/primitive.h"

#include <assert.h>
#include <math.h>

#define NAMED_PRIMITIVE(NAME, symbol, distribution, name) [PRIMITIVE_##NAME] = (name),
const char *const primitive_names[PRIMITIVE_COUNT] = {FOR_EACH_PRIMITIVE(NAMED_PRIMITIVE)};
const char *const mode_names[MODE_COUNT] = {"-", "exclusive", "inclusive"};

const struct primitive_info *primitive_info(enum primitive primitive)
{
#define PRIMITIVE_ROW(NAME, symbol, ...) [PRIMITIVE_##NAME] = &primitive_##symbol,
    static const struct primitive_info *const all[PRIMITIVE_COUNT] = {FOR_EACH_PRIMITIVE(PRIMITIVE_ROW)};
    assert(primitive < PRIMITIVE_COUNT);
    return all[primitive];
}

enum dtype primitive_output_dtype(const struct primitive_info *info, enum dtype dtype)
{
    const enum dtype of = info->output_dtype != DTYPE_NONE ? info->output_dtype : dtype;
    return info->converts ? dtype_output(of) : of;
}

/* Bytes written that are worth counting: a result of one element is not. */
static double written_bytes(const struct primitive_info *info, enum dtype dtype, size_t n, size_t k)
{
    const double size = (double)dtype_size(primitive_output_dtype(info, dtype));
    switch (info->output) {
    case OUTPUT_NONE:
        return 0;
    case OUTPUT_FIXED:
        return info->output_count > 1 ? size * (double)info->output_count : 0;
    case OUTPUT_ALL:
        return size * (double)n;
    case OUTPUT_SELECTED:
        return size * (double)k;
    }
    return 0;
}

double primitive_bytes(enum primitive primitive, enum dtype dtype, size_t n, size_t k)
{
    const struct primitive_info *const info = primitive_info(primitive);
    double bytes = written_bytes(info, dtype, n, k);
    for (unsigned stream = 0; stream < info->inputs; stream++)
        bytes += (double)n * (double)primitive_input_size(primitive, dtype, stream);
    return bytes;
}

enum primitive primitive_limit(enum primitive primitive)
{
    return primitive_info(primitive)->limit;
}

const char *primitive_limit_word(enum primitive primitive)
{
    const enum primitive limit = primitive_limit(primitive);
    return limit == PRIMITIVE_READ_TWO    ? primitive_names[PRIMITIVE_READ]
           : limit == PRIMITIVE_COPY_PART ? primitive_names[PRIMITIVE_COPY]
                                          : primitive_names[limit];
}

unsigned primitive_inputs(enum primitive primitive)
{
    return primitive_info(primitive)->inputs;
}

size_t primitive_input_size(enum primitive primitive, enum dtype dtype, unsigned stream)
{
    const bool heads = stream == 1 && primitive_info(primitive)->second == SECOND_HEADS;
    return heads ? sizeof(uint8_t) : dtype_size(dtype);
}

bool primitive_counts(enum primitive primitive)
{
    return primitive_info(primitive)->counts;
}

size_t primitive_part(size_t n, double selectivity)
{
    const size_t one = SELECTIVITY_ONE, share = (size_t)llround(selectivity * SELECTIVITY_ONE);
    return n / one * share + n % one * share / one; /* the product may have more than 64 bits */
}
