/* SPDX-License-Identifier: MIT */
/* The intrinsics of the ISA that a file is compiled for, by one name each for the element type ELEM. */
#pragma once

#include "cpu/native_headers.h"
#include "cpu/vector_stream.h"

/* The row's word of a table of this file, by kind and bits. */
#define OF_ELEM(table) CONCAT(table, ELEM_KIND, ELEM_BITS)

/* The native register, and `name` of the intrinsics with the suffix for arithmetic and for order. */
#if defined __x86_64__
#if VECTOR_BYTES == 64
#define PREFIX _mm512
#define NATIVE_INTEGERS __m512i
#define NATIVE_FLOAT_32 __m512
#define NATIVE_FLOAT_64 __m512d
#elif VECTOR_BYTES == 32
#define PREFIX _mm256
#define NATIVE_INTEGERS __m256i
#define NATIVE_FLOAT_32 __m256
#define NATIVE_FLOAT_64 __m256d
#else
#define PREFIX _mm
#define NATIVE_INTEGERS __m128i
#define NATIVE_FLOAT_32 __m128
#define NATIVE_FLOAT_64 __m128d
#endif
#define NATIVE_UNSIGNED_32 NATIVE_INTEGERS
#define NATIVE_SIGNED_32 NATIVE_INTEGERS
#define NATIVE_UNSIGNED_64 NATIVE_INTEGERS
#define NATIVE_SIGNED_64 NATIVE_INTEGERS
#define SUFFIX_UNSIGNED_32 epi32
#define SUFFIX_SIGNED_32 epi32
#define SUFFIX_UNSIGNED_64 epi64
#define SUFFIX_SIGNED_64 epi64
#define SUFFIX_FLOAT_32 ps
#define SUFFIX_FLOAT_64 pd
#define ORDER_UNSIGNED_32 epu32
#define ORDER_SIGNED_32 epi32
#define ORDER_UNSIGNED_64 epu64
#define ORDER_SIGNED_64 epi64
#define ORDER_FLOAT_32 ps
#define ORDER_FLOAT_64 pd
#define INTRINSIC_ADD add
#if ELEM_IS_FLOAT
#define INTRINSIC_MULTIPLY mul
#else
#define INTRINSIC_MULTIPLY mullo
#endif
#define INTRINSIC_MIN min
#define INTRINSIC_MAX max
#else
#define NATIVE_UNSIGNED_32 uint32x4_t
#define NATIVE_SIGNED_32 int32x4_t
#define NATIVE_UNSIGNED_64 uint64x2_t
#define NATIVE_SIGNED_64 int64x2_t
#define NATIVE_FLOAT_32 float32x4_t
#define NATIVE_FLOAT_64 float64x2_t
#define SUFFIX_UNSIGNED_32 u32
#define SUFFIX_SIGNED_32 s32
#define SUFFIX_UNSIGNED_64 u64
#define SUFFIX_SIGNED_64 s64
#define SUFFIX_FLOAT_32 f32
#define SUFFIX_FLOAT_64 f64
#define ORDER_UNSIGNED_32 u32
#define ORDER_SIGNED_32 s32
#define ORDER_UNSIGNED_64 u64
#define ORDER_SIGNED_64 s64
#define ORDER_FLOAT_32 f32
#define ORDER_FLOAT_64 f64
#define INTRINSIC_ADD vaddq
#define INTRINSIC_MULTIPLY vmulq
#define INTRINSIC_MIN vminq
#define INTRINSIC_MAX vmaxq
#endif

typedef OF_ELEM(NATIVE) native;
typedef elem_bits lane_bits __attribute__((vector_size(VECTOR_BYTES)));

#if defined __x86_64__
#define ARITHMETIC(name) CONCAT(PREFIX, name, OF_ELEM(SUFFIX))
#define ORDERED(name) CONCAT(PREFIX, name, OF_ELEM(ORDER))
#else
#define CONCAT_PAIR_(a, b) a##_##b
#define CONCAT_PAIR(a, b) CONCAT_PAIR_(a, b)
#define ARITHMETIC(name) CONCAT_PAIR(name, OF_ELEM(SUFFIX))
#define ORDERED(name) CONCAT_PAIR(name, OF_ELEM(ORDER))
#endif

/* Whether the ISA has instructions for the least, the greatest and the product of this element type. */
#if ELEM_BYTES == 4
#define HAS_EVERY_OP 1
#elif ELEM_BYTES == 8
#define HAS_EVERY_OP (ELEM_IS_FLOAT || VECTOR_BYTES == 64)
#else
#error "no code for elements of this width"
#endif

static ALWAYS_INLINE vector native_sum(vector a, vector b)
{
    return (vector)ARITHMETIC(INTRINSIC_ADD)((native)a, (native)b);
}

static ALWAYS_INLINE vector native_product(vector a, vector b)
{
#if HAS_EVERY_OP
    return (vector)ARITHMETIC(INTRINSIC_MULTIPLY)((native)a, (native)b);
#else
    return a * b;
#endif
}

/* Neither vector operators nor, with gcc, their comparisons give the one instruction for these two. */
static ALWAYS_INLINE vector native_min(vector a, vector b)
{
#if HAS_EVERY_OP
    return (vector)ORDERED(INTRINSIC_MIN)((native)a, (native)b);
#else
    const vector less = (vector)(a < b);
    return (a & less) | (b & ~less);
#endif
}

static ALWAYS_INLINE vector native_max(vector a, vector b)
{
#if HAS_EVERY_OP
    return (vector)ORDERED(INTRINSIC_MAX)((native)a, (native)b);
#else
    const vector greater = (vector)(a > b);
    return (a & greater) | (b & ~greater);
#endif
}

/* As VECTOR_MOVE_UP and VECTOR_LAST, in the fewest instructions of each ISA. */
#if VECTOR_BYTES == 64
#if ELEM_BYTES == 4
#define NATIVE_MOVE_UP(below, value, by) \
    ((vector)_mm512_alignr_epi32((__m512i)(value), (__m512i)(below), VECTOR_LANES - (by)))
#define NATIVE_LAST(value) \
    ((vector)_mm512_permutexvar_epi32(_mm512_set1_epi32(VECTOR_LANES - 1), (__m512i)(value)))
#elif ELEM_BYTES == 8
#define NATIVE_MOVE_UP(below, value, by) \
    ((vector)_mm512_alignr_epi64((__m512i)(value), (__m512i)(below), VECTOR_LANES - (by)))
#define NATIVE_LAST(value) \
    ((vector)_mm512_permutexvar_epi64(_mm512_set1_epi64(VECTOR_LANES - 1), (__m512i)(value)))
#else
#error "no code for elements of this width"
#endif
#elif VECTOR_BYTES == 32
/* The middle 32 bytes of both registers, then a shift within their 128-bit halves. */
#define NATIVE_MIDDLE(below, value) _mm256_permute2x128_si256((__m256i)(below), (__m256i)(value), 0x21)
#define NATIVE_MOVE_UP(below, value, by)                                                                \
    ((vector)((by)*ELEM_BYTES >= 16 ? NATIVE_MIDDLE(below, value)                                       \
                                    : _mm256_alignr_epi8((__m256i)(value), NATIVE_MIDDLE(below, value), \
                                                         (16 - (by)*ELEM_BYTES) & 15)))
#if ELEM_BYTES == 4
#define NATIVE_LAST(value) ((vector)_mm256_permutevar8x32_epi32((__m256i)(value), _mm256_set1_epi32(7)))
#elif ELEM_BYTES == 8
#define NATIVE_LAST(value) ((vector)_mm256_permute4x64_epi64((__m256i)(value), 0xff))
#else
#error "no code for elements of this width"
#endif
#elif defined __x86_64__
#define NATIVE_MOVE_UP(below, value, by) \
    ((vector)_mm_alignr_epi8((__m128i)(value), (__m128i)(below), 16 - (by)*ELEM_BYTES))
#if ELEM_BYTES == 4
#define NATIVE_LAST(value) ((vector)_mm_shuffle_epi32((__m128i)(value), 0xff))
#elif ELEM_BYTES == 8
#define NATIVE_LAST(value) ((vector)_mm_shuffle_epi32((__m128i)(value), 0xee))
#else
#error "no code for elements of this width"
#endif
#else
#define NATIVE_LAST(value) VECTOR_LAST(value)
#define NATIVE_MOVE_UP(below, value, by) \
    ((vector)ARITHMETIC(vextq)((native)(below), (native)(value), VECTOR_LANES - (by)))
#endif

/* HAS_HALF_LANES: registers of two halves between which lanes move slowly. As NATIVE_MOVE_UP within each
 * half, and the last lane of the lower half in all lanes of the upper one; filled from `below`, all lanes of
 * which are the same. */
#if defined __x86_64__ && VECTOR_BYTES == 32
#define HAS_HALF_LANES 1
#define NATIVE_MOVE_WITHIN(below, value, by) \
    ((vector)_mm256_alignr_epi8((__m256i)(value), (__m256i)(below), 16 - (by)*ELEM_BYTES))
#define NATIVE_LOWER_LAST(below, value)                                                                \
    ((vector)_mm256_shuffle_epi32(_mm256_permute2x128_si256((__m256i)(below), (__m256i)(value), 0x20), \
                                  ELEM_BYTES == 4 ? 0xff : 0xee))

/* The lanes of each half are those of a place of their own. */
static ALWAYS_INLINE vector native_load_two(const elem *lower, const elem *upper)
{
    return (vector)_mm256_loadu2_m128i((const __m128i *)upper, (const __m128i *)lower);
}

static ALWAYS_INLINE void native_store_lower(elem *to, vector value)
{
    _mm_storeu_si128((__m128i *)to, _mm256_castsi256_si128((__m256i)value));
}

static ALWAYS_INLINE void native_store_upper(elem *to, vector value)
{
    _mm_storeu_si128((__m128i *)to, _mm256_extracti128_si256((__m256i)value, 1));
}
#else
#define HAS_HALF_LANES 0
#endif

/* Bytes, each widened to a lane. Compilers go byte by byte where __builtin_convertvector says it. */
static ALWAYS_INLINE lane_bits native_widen(const uint8_t *from)
{
#if defined __x86_64__
    __m128i low = _mm_setzero_si128();
    __builtin_memcpy(&low, from, VECTOR_LANES);
#if VECTOR_BYTES == 64 && ELEM_BYTES == 4
    return (lane_bits)_mm512_cvtepu8_epi32(low);
#elif VECTOR_BYTES == 64 && ELEM_BYTES == 8
    return (lane_bits)_mm512_cvtepu8_epi64(low);
#elif VECTOR_BYTES == 32 && ELEM_BYTES == 4
    return (lane_bits)_mm256_cvtepu8_epi32(low);
#elif VECTOR_BYTES == 32 && ELEM_BYTES == 8
    return (lane_bits)_mm256_cvtepu8_epi64(low);
#elif ELEM_BYTES == 4
    return (lane_bits)_mm_cvtepu8_epi32(low);
#elif ELEM_BYTES == 8
    return (lane_bits)_mm_cvtepu8_epi64(low);
#else
#error "no code for elements of this width"
#endif
#else
    uint8x8_t low = vdup_n_u8(0);
    __builtin_memcpy(&low, from, VECTOR_LANES);
    const uint32x4_t words = vmovl_u16(vget_low_u16(vmovl_u8(low)));
#if ELEM_BYTES == 4
    return (lane_bits)words;
#elif ELEM_BYTES == 8
    return (lane_bits)vmovl_u32(vget_low_u32(words));
#else
#error "no code for elements of this width"
#endif
#endif
}

/* 1 where to load the elements one before those of a vector costs less than NATIVE_MOVE_UP: AVX2 takes 0.75
 * of the time with 32-bit elements (Zen 4). With 64-bit ones it takes 1.1 to 1.2 of it beyond the second
 * cache, since every second load crosses a line and there is one move less to save. With 64 bytes every load
 * crosses a line: 0.9 on Zen 4, no gain in general on a Xeon. */
#if ELEM_BYTES == 4 && defined __x86_64__
#define WINDOWS_LOAD (VECTOR_BYTES <= 32)
#elif ELEM_BYTES == 4 || ELEM_BYTES == 8
#define WINDOWS_LOAD 0
#else
#error "no code for elements of this width"
#endif

#if VECTOR_BYTES == 64
/* Zeros that wait for nothing. vpcompress waits for the last value of its destination, even where it clears
 * what it does not write, and compilers leave there what they find. */
static ALWAYS_INLINE __m512i native_cleared(void)
{
    __m512i cleared;
    __asm__("vpxor %x0, %x0, %x0" : "=x"(cleared));
    return cleared;
}
#endif

/* Ends a kernel that may end in a call of a local function without vectors: gcc then leaves the upper halves
 * of the registers in use, which makes the code of the base ISA that follows wait for them. */
static ALWAYS_INLINE void vector_end(void)
{
#if defined __AVX__
    _mm256_zeroupper();
#endif
}
