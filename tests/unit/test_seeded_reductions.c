/* SPDX-License-Identifier: MIT */
/* The kill list of reductions, dot products, compactions and counts: seeded bugs that the checker must find.
 */
#include "seeded_bed.h"

#include <float.h>

static void doubles_as_floats(const struct run *run)
{
    const double *const in = run->input;
    float sum = 0;
    for (size_t i = 0; i < run->point->n; i++)
        sum += (float)in[i];
    *(double *)run->output = sum;
}

/* Reductions and dot products. */
static void drops_partial_vector(const struct run *run)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < run->point->n / 8 * 8; i++)
        sum += ((const uint32_t *)run->input)[i];
    *(uint32_t *)run->output = sum;
}

static void starts_from_zero(const struct run *run)
{
    int32_t most = 0;
    for (size_t i = 0; i < run->point->n; i++)
        most = ((const int32_t *)run->input)[i] > most ? ((const int32_t *)run->input)[i] : most;
    *(int32_t *)run->output = most;
}

static void nothing_for_nothing(const struct run *run)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < run->point->n; i++)
        sum += ((const uint32_t *)run->input)[i];
    if (run->point->n > 0)
        *(uint32_t *)run->output = sum;
}

static void sums_in_32_bits(const struct run *run)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < run->point->n; i++)
        sum += (uint32_t)((const uint64_t *)run->input)[i];
    *(uint64_t *)run->output = sum;
}

static void squares(const struct run *run)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < run->point->n; i++)
        sum += ((const uint32_t *)run->input)[i] * ((const uint32_t *)run->input)[i];
    *(uint32_t *)run->output = sum;
}

static void shifted_second(const struct run *run)
{
    const size_t n = run->point->n;
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += ((const uint32_t *)run->input)[i] * ((const uint32_t *)run->second)[(i + 1) % n];
    *(uint32_t *)run->output = sum;
}

/* Compactions and counts. */
static void compact_by(const struct run *run, bool (*keep)(float))
{
    const float *const in = run->input;
    size_t kept = 0;
    for (size_t i = 0; i < run->point->n; i++)
        if (keep(in[i]))
            memcpy((float *)run->output + kept++, &in[i], sizeof *in);
    *run->count = kept;
}

static bool not_below_zero(float value)
{
    return !(value <= 0);
}

static void keeps_nan(const struct run *run)
{
    compact_by(run, not_below_zero);
}

static bool not_plus_zero(float value)
{
    return value > 0 || (value == 0 && signbit(value));
}

static void keeps_minus_zero(const struct run *run)
{
    compact_by(run, not_plus_zero);
}

static bool positive_and_below_maximum(float value)
{
    return value > 0 && value < FLT_MAX / 2;
}

static void drops_the_largest(const struct run *run)
{
    compact_by(run, positive_and_below_maximum);
}

static size_t compact_words(const struct run *run, size_t first, size_t last, size_t kept)
{
    const uint32_t *const in = run->input;
    for (size_t i = first; i < last; i++)
        if (in[i] > 0)
            ((uint32_t *)run->output)[kept++] = in[i];
    return kept;
}

/* The halves in turn: all elements, in another order. */
static void not_in_order(const struct run *run)
{
    const size_t n = run->point->n;
    *run->count = compact_words(run, 0, n / 2, compact_words(run, n / 2, n, 0));
}

static void counts_one_less(const struct run *run)
{
    const size_t kept = compact_words(run, 0, run->point->n, 0);
    *run->count = kept > 0 ? kept - 1 : 0;
}

static void no_count_of_nothing(const struct run *run)
{
    const size_t kept = compact_words(run, 0, run->point->n, 0);
    if (kept > 0)
        *run->count = kept;
}

/* A whole vector stored at the end, as wide as it is. */
static void stores_whole_vectors(const struct run *run)
{
    const size_t kept = compact_words(run, 0, run->point->n, 0);
    *run->count = kept;
    for (size_t i = kept; i < kept + 8; i++)
        ((volatile uint32_t *)run->output)[i] = 0;
}

static void counts_as_unsigned(const struct run *run)
{
    uint64_t count = 0;
    for (size_t i = 0; i < run->point->n; i++)
        count += ((const uint32_t *)run->input)[i] > 0;
    *run->count = count;
}

static void counts_in_16_bits(const struct run *run)
{
    uint16_t count = 0;
    for (size_t i = 0; i < run->point->n; i++)
        count = (uint16_t)(count + (((const uint32_t *)run->input)[i] > 0));
    *run->count = count & 0xfff;
}

#define REDUCE(dtype, op) PRIMITIVE_REDUCE, dtype, op
#define DOT PRIMITIVE_DOT, DTYPE_U32, OP_NONE
#define COMPACT(dtype) PRIMITIVE_COMPACT, dtype, OP_NONE
static const struct bug bugs[] = {
    {"reduction of doubles: sums of floats", doubles_as_floats, REDUCE(DTYPE_F64, OP_SUM),
     .what = "element 0"},
    {"reduction: partial vector dropped", drops_partial_vector, REDUCE(DTYPE_U32, OP_SUM),
     .what = "element 0"},
    {"reduction: nothing written where n = 0", nothing_for_nothing, REDUCE(DTYPE_U32, OP_SUM), .what = "n=0"},
    {"reduction: sums of 64 bits in 32", sums_in_32_bits, REDUCE(DTYPE_U64, OP_SUM), .what = "element 0"},
    {"maximum: starts from zero", starts_from_zero, REDUCE(DTYPE_I32, OP_MAX), .what = "element 0"},
    {"dot product: the first array twice", squares, DOT, .what = "element 0"},
    {"dot product: second array shifted by one", shifted_second, DOT, .what = "element 0"},
    {"compaction: NaN kept", keeps_nan, COMPACT(DTYPE_F32), .what = "count"},
    {"compaction: negative zero kept", keeps_minus_zero, COMPACT(DTYPE_F32), .what = "count"},
    {"compaction: the largest numbers dropped", drops_the_largest, COMPACT(DTYPE_F32), .what = "count"},
    {"compaction: not in order", not_in_order, COMPACT(DTYPE_U32), .what = "element"},
    {"compaction: counts one less", counts_one_less, COMPACT(DTYPE_U32), .what = "count"},
    {"compaction: no count where nothing is kept", no_count_of_nothing, COMPACT(DTYPE_U32), .what = "count"},
    {"compaction: whole vectors stored past the end", stores_whole_vectors, COMPACT(DTYPE_U32),
     .what = "killed by SIGSEGV"},
    {"count: negative numbers counted", counts_as_unsigned, PRIMITIVE_TALLY, DTYPE_I32, OP_NONE,
     .what = "count"},
    {"count: too narrow", counts_in_16_bits, PRIMITIVE_TALLY, DTYPE_U32, OP_NONE, .what = "count"},
};

BUG_TESTS(bugs)
