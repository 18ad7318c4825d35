/* SPDX-License-Identifier: MIT */
/* The conversions of converted types, symbol_read and symbol_write: what an element in an array is in the
 * accumulator, exactly, and the number of the output's type that is nearest to a sum, of two such numbers the
 * even one; integers wrap. By whole numbers alone, so that every compiler and CPU gives the same bits, in C,
 * OpenCL C and C++. Who includes this may define INLINE, how a function is declared. */
#pragma once

#include "problem/dtypes.def"

#ifndef INLINE
#define INLINE static inline
#endif

union half_word {
    float value;
    uint32_t bits;
};

INLINE uint32_t half_bits_of(float value)
{
    union half_word word;
    word.value = value;
    return word.bits;
}

INLINE float half_value_of(uint32_t bits)
{
    union half_word word;
    word.bits = bits;
    return word.value;
}

/* IEEE binary16: 5 bits of exponent with bias 15, of f32 8 with 127. What is below the least normal number
 * 2^-14 counts 2^-24: beside 2^-14 the float that has these bits behind its point is that much too large. */
INLINE float f16_read(uint16_t element)
{
    const uint32_t sign = (uint32_t)(element & 0x8000u) << 16, magnitude = element & 0x7fffu;
    const uint32_t bits = magnitude << 13;
    if (magnitude >= 0x7c00u) /* infinity and NaN */
        return half_value_of(sign | 0x7f800000u | bits);
    if (magnitude >= 0x0400u)
        return half_value_of(sign | (bits + ((127u - 15u) << 23)));
    return half_value_of(sign | half_bits_of(half_value_of(bits + 0x38800000u) - half_value_of(0x38800000u)));
}

/* From 2^16 on there is infinity alone, to which 65520 is rounded by its carry. Below 2^-14 the sum with 1/2
 * is rounded to multiples of 2^-24. */
INLINE uint16_t f16_write(float value)
{
    const uint32_t bits = half_bits_of(value), sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
        return (uint16_t)(sign | 0x7e00u | (magnitude >> 13 & 0x1ffu));
    if (magnitude >= 0x47800000u)
        return (uint16_t)(sign | 0x7c00u);
    if (magnitude < 0x38800000u)
        return (uint16_t)(sign | (half_bits_of(half_value_of(magnitude) + 0.5f) - 0x3f000000u));
    return (uint16_t)(sign | ((magnitude - ((127u - 15u) << 23) + 0x0fffu + (magnitude >> 13 & 1u)) >> 13));
}

/* The upper half of an f32. */
INLINE float bf16_read(uint16_t element)
{
    return half_value_of((uint32_t)element << 16);
}

INLINE uint16_t bf16_write(float value)
{
    const uint32_t bits = half_bits_of(value);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return (uint16_t)(bits >> 16 | 0x0040u);
    return (uint16_t)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

#define CONVERSION(NAME, symbol, text, type, bits, KIND, digits, accumulator, sum, OUTPUT, output, ...) \
    CONVERSION_##KIND(symbol, type, sum, output)
#define CONVERSION_FLOAT(symbol, type, sum, output)
#define CONVERSION_UNSIGNED(symbol, type, sum, output) \
    INLINE sum symbol##_read(type element)             \
    {                                                  \
        return element;                                \
    }                                                  \
    INLINE output symbol##_write(sum value)            \
    {                                                  \
        return (output)value;                          \
    }
FOR_EACH_CONVERTED_DTYPE(CONVERSION, )
