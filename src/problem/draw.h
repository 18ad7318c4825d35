/* SPDX-License-Identifier: MIT */
/* Drawing one element: its bits from a recipe and its index. Inline, so that a loop over one dtype keeps
 * nothing else. Internal to the problem room. */
#pragma once

#include "base/random.h"
#include "problem/half.h"
#include "problem/recipe.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* Elements of a stretch of summands: see summand. */
enum { STRETCH = 1024 };

/* The highest bit: the sign of a float or a signed integer. */
static ALWAYS_INLINE uint64_t sign_bit(enum dtype dtype)
{
    return UINT64_C(1) << (dtype_bits(dtype) - 1);
}

/* The largest number of unsigned bits. */
static ALWAYS_INLINE uint64_t every_bit(enum dtype dtype)
{
    return UINT64_MAX >> (64 - dtype_bits(dtype));
}

/* The bits of the smallest normal float, and of infinity, whose exponent is all ones. */
static ALWAYS_INLINE uint64_t normal_bits(enum dtype dtype)
{
    return UINT64_C(1) << (dtype_digits(dtype) - 1);
}

static ALWAYS_INLINE uint64_t infinity_bits(enum dtype dtype)
{
    return sign_bit(dtype) - normal_bits(dtype);
}

/* A number below count, uniform as far as random is. */
static ALWAYS_INLINE uint64_t scaled(uint64_t random, uint64_t count)
{
    return (uint64_t)((unsigned __int128)random * count >> 64);
}

/* A second random number from one. */
static ALWAYS_INLINE uint64_t remixed(uint64_t random)
{
    return random * 0xd6e8feb86659fd93u;
}

/* A value that an element of the dtype has exactly. */
static ALWAYS_INLINE uint64_t float_bits(enum dtype dtype, double value)
{
    union element element = {.u64 = 0};
    switch (dtype) {
#define HALF_CASE(NAME, symbol, text, type, bits, KIND, digits, accumulator, sum, OUTPUT, output, ...) \
    case DTYPE_##NAME:                                                                                 \
        return symbol##_write((sum)value);
        FOR_EACH_CONVERTED_DTYPE(HALF_CASE)
#define FLOAT_CASE(NAME, name, type, ...) \
    case DTYPE_##NAME:                    \
        element.name = (type)value;       \
        break;
        FOR_EACH_DTYPE(FLOAT_CASE)
    case DTYPE_NONE:
    case DTYPE_COUNT:
        break;
    }
    return element.u64;
}

/* Bits of an integer drawn from a random number: its upper ones. */
static ALWAYS_INLINE uint64_t integer_bits(enum dtype dtype, uint64_t random)
{
    return random >> (64 - dtype_bits(dtype));
}

/* Of a recurrence: a power of two of either sign, of integers the sign alone; 1 at what precedes the first
 * element. */
static ALWAYS_INLINE double scale(const struct recipe *recipe, enum dtype dtype, size_t index)
{
    const uint64_t random = random_at(recipe->scales, index);
    const int32_t sign = 1 - 2 * (int32_t)(random & 1);
    if (index >= recipe->n)
        return 1;
    return dtype_is_float(dtype) ? sign * (1 << (random >> 62)) : sign;
}

/* What a recurrence multiplies with on the way from one element to another. */
static ALWAYS_INLINE uint64_t scale_ratio(const struct recipe *recipe, enum dtype dtype, size_t from,
                                          size_t to)
{
    const double ratio = scale(recipe, dtype, to) / scale(recipe, dtype, from);
    return dtype_is_float(dtype) ? float_bits(dtype, ratio) : (uint64_t)(int64_t)ratio & every_bit(dtype);
}

/* Integers of full range, but that of those which a sum has more bits than, 63 of 64 in every second stretch
 * are the greatest: a sum of few of them wraps where it is not widened. Floats: an integer of magnitude
 * 1…most with a random sign, of a recurrence scaled. */
static ALWAYS_INLINE uint64_t summand(const struct recipe *recipe, enum dtype dtype, size_t index)
{
    const uint64_t random = random_at(recipe->seed, index);
    if (!dtype_is_plain(dtype) && !dtype_is_float(dtype) && index / STRETCH % 2 && random % 64)
        return every_bit(dtype);
    if (!dtype_is_float(dtype))
        return integer_bits(dtype, random) | recipe->odd;
    const int32_t magnitude = 1 + (int32_t)((random >> 32) * recipe->most >> 32);
    const int32_t sign = 1 - 2 * (int32_t)(random & 1); /* no branch: half of them would be mispredicted */
    const double value = sign * magnitude;
    return float_bits(dtype, recipe->scaled ? value * scale(recipe, dtype, index) : value);
}

static ALWAYS_INLINE uint64_t gridded(const struct recipe *recipe, enum dtype dtype, size_t index)
{
    const uint64_t shifted = scaled(random_at(recipe->seed, index), 2 * recipe->most + 1);
    return float_bits(dtype, (double)((int64_t)shifted - (int64_t)recipe->most) * recipe->grid);
}

/* How many values are ordered by place: for floats the finite ones but subnormals, which some machines flush,
 * and −0.0. */
static ALWAYS_INLINE uint64_t order_values(enum dtype dtype)
{
    if (dtype_is_float(dtype))
        return 2 * (infinity_bits(dtype) - normal_bits(dtype)) + 1;
    return every_bit(dtype) + (dtype_bits(dtype) < 64);
}

/* The value at a place of the order, 0 being the least. */
static ALWAYS_INLINE uint64_t order_bits(enum dtype dtype, uint64_t place)
{
    if (dtype_kind(dtype) == KIND_SIGNED)
        return place ^ sign_bit(dtype);
    if (!dtype_is_float(dtype))
        return place;
    const uint64_t smallest = normal_bits(dtype), zero = order_values(dtype) / 2;
    if (place == zero)
        return 0;
    return place > zero ? place - zero + smallest - 1 : (zero - place + smallest - 1) | sign_bit(dtype);
}

static ALWAYS_INLINE uint64_t order_element(const struct recipe *recipe, enum dtype dtype, uint64_t place)
{
    return order_bits(dtype, recipe->reversed ? order_values(dtype) - 1 - place : place);
}

static ALWAYS_INLINE uint64_t factor(const struct recipe *recipe, enum dtype dtype, size_t index)
{
    const uint64_t random = random_at(recipe->seed, index);
    if (!dtype_is_float(dtype))
        return integer_bits(dtype, random) | 1;
    return float_bits(dtype, recipe->cover == 0 || random & 1 ? -1 : 1);
}
