/* SPDX-License-Identifier: MIT */
/* What of narrow elements is > 0, moved to the front of eight, or of a register: for converted_kernels.isa.c.
 */
#pragma once

#include "cpu/intrinsics.h"

#include "cpu/native_headers.h"

/* For every mask the numbers of its set bits, in order, a byte each. */
#define AFTER_BIT(m, bit, above) \
    ((uint64_t)(above) << 8 * ((m) >> (bit)&1) | (uint64_t)((m) >> (bit)&1) * (bit))
#define BITS_ABOVE_3(m) AFTER_BIT(m, 4, AFTER_BIT(m, 5, AFTER_BIT(m, 6, AFTER_BIT(m, 7, 0))))
#define BITS_OF_MASK(m) AFTER_BIT(m, 0, AFTER_BIT(m, 1, AFTER_BIT(m, 2, AFTER_BIT(m, 3, BITS_ABOVE_3(m)))))
#define FOUR_MASKS(m) BITS_OF_MASK(m), BITS_OF_MASK((m) + 1), BITS_OF_MASK((m) + 2), BITS_OF_MASK((m) + 3)
#define MORE_MASKS(m) FOUR_MASKS(m), FOUR_MASKS((m) + 4), FOUR_MASKS((m) + 8), FOUR_MASKS((m) + 12)
#define MOST_MASKS(m) MORE_MASKS(m), MORE_MASKS((m) + 16), MORE_MASKS((m) + 32), MORE_MASKS((m) + 48)
static const uint64_t bits_of_mask[256] = {MOST_MASKS(0), MOST_MASKS(64), MOST_MASKS(128), MOST_MASKS(192)};

/* Write eight elements, first those > 0 in their order. Returns how many these are. */
#if defined __x86_64__
static ALWAYS_INLINE size_t compress_eight_u8(const uint8_t *from, uint8_t *to)
{
    const __m128i value = _mm_loadl_epi64((const __m128i *)(const void *)from);
    const unsigned zeros = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(value, _mm_setzero_si128()));
    const unsigned mask = ~zeros & 255;
    const __m128i places = _mm_loadl_epi64((const __m128i *)(const void *)&bits_of_mask[mask]);
    _mm_storel_epi64((__m128i *)(void *)to, _mm_shuffle_epi8(value, places));
    return (size_t)__builtin_popcount(mask);
}

static ALWAYS_INLINE size_t compress_eight_u16(const uint16_t *from, uint16_t *to)
{
    const __m128i value = _mm_loadu_si128((const __m128i *)(const void *)from), zero = _mm_setzero_si128();
    const __m128i zeros = _mm_packs_epi16(_mm_cmpeq_epi16(value, zero), zero);
    const unsigned mask = ~(unsigned)_mm_movemask_epi8(zeros) & 255;
    const __m128i places =
        _mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *)(const void *)&bits_of_mask[mask]));
    const __m128i bytes =
        _mm_add_epi16(_mm_mullo_epi16(places, _mm_set1_epi16(0x0202)), _mm_set1_epi16(0x0100));
    _mm_storeu_si128((__m128i *)(void *)to, _mm_shuffle_epi8(value, bytes));
    return (size_t)__builtin_popcount(mask);
}
#else
static ALWAYS_INLINE size_t compress_eight_u8(const uint8_t *from, uint8_t *to)
{
    const uint8x8_t value = vld1_u8(from), bits = {1, 2, 4, 8, 16, 32, 64, 128};
    const unsigned mask = vaddv_u8(vand_u8(vtst_u8(value, value), bits));
    vst1_u8(to, vtbl1_u8(value, vcreate_u8(bits_of_mask[mask])));
    return (size_t)__builtin_popcount(mask);
}

static ALWAYS_INLINE size_t compress_eight_u16(const uint16_t *from, uint16_t *to)
{
    const uint16x8_t value = vld1q_u16(from), bits = {1, 2, 4, 8, 16, 32, 64, 128};
    const unsigned mask = vaddvq_u16(vandq_u16(vtstq_u16(value, value), bits));
    const uint16x8_t places = vmovl_u8(vcreate_u8(bits_of_mask[mask]));
    const uint16x8_t bytes = vaddq_u16(vmulq_n_u16(places, 0x0202), vdupq_n_u16(0x0100));
    vst1q_u8((uint8_t *)to, vqtbl1q_u8(vreinterpretq_u8_u16(value), vreinterpretq_u8_u16(bytes)));
    return (size_t)__builtin_popcount(mask);
}
#endif

/* Registers of AVX-512, for a CPU with VBMI2 too. To memory vpcompress is many times slower. */
#if VECTOR_BYTES == 64
#define HAS_WHOLE 1
#define WHOLE __attribute__((target("avx512vbmi2")))

/* What of a register is > 0, at its front, and how many these are. */
struct packed {
    __m512i front;
    size_t found;
};

#define PACK(symbol, type, bits, lanes)                                                                    \
    WHOLE static ALWAYS_INLINE struct packed pack_##symbol(__m512i value)                                  \
    {                                                                                                      \
        const __mmask##lanes mask = _mm512_test_epi##bits##_mask(value, value);                            \
        return (struct packed){_mm512_mask_compress_epi##bits(native_cleared(), mask, value),              \
                               (size_t)__builtin_popcountll(mask)};                                        \
    }                                                                                                      \
    /* Of the n first elements, which are fewer than a register has or as many, writes those alone         \
     * that are > 0. Returns how many they are. */                                                         \
    WHOLE static ALWAYS_INLINE size_t compress_part_##symbol(const type *from, size_t n, type *to)         \
    {                                                                                                      \
        const __mmask##lanes read = (__mmask##lanes)__builtin_ia32_bzhi_di(~0ull, (unsigned)n);            \
        const struct packed packed = pack_##symbol(_mm512_maskz_loadu_epi##bits(read, from));              \
        const __mmask##lanes kept = (__mmask##lanes)__builtin_ia32_bzhi_di(~0ull, (unsigned)packed.found); \
        _mm512_mask_storeu_epi##bits(to, kept, packed.front);                                              \
        return packed.found;                                                                               \
    }
PACK(u8, uint8_t, 8, 64)
PACK(u16, uint16_t, 16, 32)
#else
#define HAS_WHOLE 0
#endif
