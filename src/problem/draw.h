/* SPDX-License-Identifier: MIT */
/* Drawing one element: its bits from a recipe and its index. Inline, so that a loop over one dtype keeps
 * nothing else. Internal to the problem room. */
#ifndef SCANBENCH_DRAW_H
#define SCANBENCH_DRAW_H

#include "base/random.h"
#include "problem/recipe.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

enum { NORMAL_MIN_F32 = 0x00800000, INFINITY_F32 = 0x7f800000 };
#define NORMAL_MIN_F64 (UINT64_C(1) << 52)
#define INFINITY_F64 (UINT64_C(0x7ff) << 52)
#define SIGN_F64 (UINT64_C(1) << 63)

static ALWAYS_INLINE bool is_float(enum dtype dtype)
{
    return dtype == DTYPE_F32 || dtype == DTYPE_F64;
}

static ALWAYS_INLINE bool is_wide(enum dtype dtype)
{
    return dtype == DTYPE_U64 || dtype == DTYPE_F64;
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

static ALWAYS_INLINE uint64_t float_bits(enum dtype dtype, double value)
{
    if (dtype == DTYPE_F64)
        return (union element){.f64 = value}.u64;
    return (union element){.f32 = (float)value}.u32;
}

/* Integers of full range; floats: an integer of magnitude 1…most with a random sign. */
static ALWAYS_INLINE uint64_t summand(const struct recipe *recipe, enum dtype dtype, size_t index)
{
    const uint64_t random = random_at(recipe->seed, index);
    if (!is_float(dtype))
        return (is_wide(dtype) ? random : random >> 32) | recipe->odd;
    const int32_t magnitude = 1 + (int32_t)((random >> 32) * recipe->most >> 32);
    const int32_t sign = 1 - 2 * (int32_t)(random & 1); /* no branch: half of them would be mispredicted */
    const int32_t kept = (index & recipe->mask) == recipe->cover;
    return float_bits(dtype, kept * sign * magnitude);
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
    if (dtype == DTYPE_F32)
        return 2 * (uint64_t)(INFINITY_F32 - NORMAL_MIN_F32) + 1;
    if (dtype == DTYPE_F64)
        return 2 * (INFINITY_F64 - NORMAL_MIN_F64) + 1;
    return is_wide(dtype) ? UINT64_MAX : UINT64_C(1) << 32;
}

/* The value at a place of the order, 0 being the least. */
static ALWAYS_INLINE uint64_t order_bits(enum dtype dtype, uint64_t place)
{
    if (dtype == DTYPE_I32)
        return place ^ UINT64_C(1) << 31;
    if (!is_float(dtype))
        return place;
    const bool wide = is_wide(dtype);
    const uint64_t smallest = wide ? NORMAL_MIN_F64 : NORMAL_MIN_F32, zero = order_values(dtype) / 2;
    if (place == zero)
        return 0;
    return place > zero ? place - zero + smallest - 1
                        : (zero - place + smallest - 1) | (wide ? SIGN_F64 : UINT64_C(1) << 31);
}

static ALWAYS_INLINE uint64_t order_element(const struct recipe *recipe, enum dtype dtype, uint64_t place)
{
    return order_bits(dtype, recipe->reversed ? order_values(dtype) - 1 - place : place);
}

static ALWAYS_INLINE uint64_t factor(const struct recipe *recipe, enum dtype dtype, size_t index)
{
    const uint64_t random = random_at(recipe->seed, index);
    if (!is_float(dtype))
        return (is_wide(dtype) ? random : random >> 32) | 1;
    return float_bits(dtype, recipe->cover == 0 || random & 1 ? -1 : 1);
}

#endif
