/* SPDX-License-Identifier: MIT */
/* Running sums of elements in lanes twice as wide and wider, for converted_kernels.isa.c: neighbours are
 * added up in pairs, a pair to a lane, so that a register has windows for all of its elements. Of bytes, half
 * as many lanes of 16 bits have room for all sums of as many bytes as a register has lanes of 32. */
#pragma once

#include "cpu/converted_lanes.h"

/* The lower or the upper lanes of two registers in turn. */
static ALWAYS_INLINE vector in_turn_32(vector even, vector odd, bool upper)
{
#if VECTOR_BYTES == 64
    const vector first = {0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23};
    const vector places = first + (upper ? 8 : 0);
    return (vector)_mm512_permutex2var_epi32((__m512i)even, (__m512i)places, (__m512i)odd);
#elif VECTOR_BYTES == 32
    const __m256i low = _mm256_unpacklo_epi32((__m256i)even, (__m256i)odd);
    const __m256i high = _mm256_unpackhi_epi32((__m256i)even, (__m256i)odd);
    return (vector)(upper ? _mm256_permute2x128_si256(low, high, 0x31)
                          : _mm256_permute2x128_si256(low, high, 0x20));
#elif defined __x86_64__
    return (vector)(upper ? _mm_unpackhi_epi32((__m128i)even, (__m128i)odd)
                          : _mm_unpacklo_epi32((__m128i)even, (__m128i)odd));
#else
    return (vector)(upper ? vzip2q_u32((uint32x4_t)even, (uint32x4_t)odd)
                          : vzip1q_u32((uint32x4_t)even, (uint32x4_t)odd));
#endif
}

#if VECTOR_BYTES == 64
static ALWAYS_INLINE vector in_turn_64(lanes_64 even, lanes_64 odd, bool upper)
{
    const lanes_64 first = {0, 8, 1, 9, 2, 10, 3, 11}, places = first + (upper ? 4 : 0);
    return (vector)_mm512_permutex2var_epi64((__m512i)even, (__m512i)places, (__m512i)odd);
}
#endif

/* Of each byte of a register the sum of VECTOR_LANES bytes up to there: for the even and the odd bytes. */
struct byte_windows {
    lanes_16 even, odd;
};

/* Neighbours added up: a pair to a lane. */
static ALWAYS_INLINE lanes_16 sums_of_pairs(vector bytes)
{
#if VECTOR_BYTES == 64
    return (lanes_16)_mm512_maddubs_epi16((__m512i)bytes, _mm512_set1_epi8(1));
#elif VECTOR_BYTES == 32
    return (lanes_16)_mm256_maddubs_epi16((__m256i)bytes, _mm256_set1_epi8(1));
#elif defined __x86_64__
    return (lanes_16)_mm_maddubs_epi16((__m128i)bytes, _mm_set1_epi8(1));
#else
    return vpaddlq_u8((uint8x16_t)bytes);
#endif
}

/* A window that ends at an even byte is that of its pair without the odd one, and with the odd one before.
 * AVX2 moves all pairs out of one register that begins in the middle of the one before. On Zen 3 loads from
 * four places, which go over the ends of cache lines, take a tenth longer. Moves by one and then by two pairs
 * need two such registers, and take a twentieth longer. The lanes are left in the order of the quarters. */
#if VECTOR_BYTES == 32
#define PAIRS_MOVED(by) ((lanes_16)_mm256_alignr_epi8((__m256i)pairs, (__m256i)pairs_before, 16 - (by)))
static ALWAYS_INLINE __m256i for_quarters(lanes_16 windows)
{
    return _mm256_permutevar8x32_epi32((__m256i)windows, _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7));
}

static ALWAYS_INLINE struct byte_windows windows_bytes(struct lane_windows *windows, const uint8_t *from)
{
    const vector bytes = words_at(from), middle = (vector)NATIVE_MIDDLE(windows->before[0], bytes);
    const lanes_16 pairs = sums_of_pairs(bytes), pairs_before = sums_of_pairs(middle);
    const __m256i odd = _mm256_srli_epi16((__m256i)bytes, 8),
                  odd_before = _mm256_srli_epi16((__m256i)middle, 8);
    const lanes_16 value = (pairs + PAIRS_MOVED(2)) + (PAIRS_MOVED(4) + PAIRS_MOVED(6));
    const lanes_16 change = (lanes_16)_mm256_alignr_epi8(odd, odd_before, 8) - (lanes_16)odd;
    windows->before[0] = bytes;
    return (struct byte_windows){(lanes_16)for_quarters(value + change), (lanes_16)for_quarters(value)};
}
#else
static ALWAYS_INLINE struct byte_windows windows_bytes(struct lane_windows *windows, const uint8_t *from)
{
    const vector bytes = words_at(from), odd = (vector)((lanes_16)bytes >> 8);
    const lanes_16 before = (lanes_16)MOVED(windows->before[3], odd, VECTOR_LANES);
    lanes_16 value = sums_of_pairs(bytes);
    windows->before[3] = odd;
    MOVED_LANES(lanes_16, 0, 2)
#if VECTOR_BYTES == 64
    MOVED_LANES(lanes_16, 1, 4)
    MOVED_LANES(lanes_16, 2, 8)
#endif
    return (struct byte_windows){value + (before - (lanes_16)odd), value};
}
#endif

/* The windows of a quarter of the bytes, in order, a lane of 32 bits each. */
#if VECTOR_BYTES == 64
static ALWAYS_INLINE vector widened_quarter(struct byte_windows windows, unsigned quarter)
{
    const lanes_16 first = {0, 0, 32, 0, 1, 0, 33, 0, 2, 0, 34, 0, 3, 0, 35, 0,
                            4, 0, 36, 0, 5, 0, 37, 0, 6, 0, 38, 0, 7, 0, 39, 0};
    const lanes_16 places = first + (uint16_t)(8 * quarter);
    return (vector)_mm512_maskz_permutex2var_epi16(0x55555555, (__m512i)windows.even, (__m512i)places,
                                                   (__m512i)windows.odd);
}
#elif VECTOR_BYTES == 32
static ALWAYS_INLINE vector widened_quarter(struct byte_windows windows, unsigned quarter)
{
    const __m256i even = (__m256i)windows.even, odd = (__m256i)windows.odd, none = _mm256_setzero_si256();
    const __m256i both = quarter / 2 ? _mm256_unpackhi_epi16(even, odd) : _mm256_unpacklo_epi16(even, odd);
    return (vector)(quarter % 2 ? _mm256_unpackhi_epi16(both, none) : _mm256_unpacklo_epi16(both, none));
}
#else
static ALWAYS_INLINE vector widened_quarter(struct byte_windows windows, unsigned quarter)
{
#if defined __x86_64__
    const __m128i even = (__m128i)windows.even, odd = (__m128i)windows.odd, none = _mm_setzero_si128();
    const __m128i both = quarter / 2 ? _mm_unpackhi_epi16(even, odd) : _mm_unpacklo_epi16(even, odd);
    return (vector)(quarter % 2 ? _mm_unpackhi_epi16(both, none) : _mm_unpacklo_epi16(both, none));
#else
    const uint16x8_t even = (uint16x8_t)windows.even, odd = (uint16x8_t)windows.odd;
    const uint16x8_t both = quarter / 2 ? vzip2q_u16(even, odd) : vzip1q_u16(even, odd);
    return (vector)vmovl_u16(quarter % 2 ? vget_high_u16(both) : vget_low_u16(both));
#endif
}
#endif
