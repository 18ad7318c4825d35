/* SPDX-License-Identifier: MIT */
/* The intrinsics of the ISA that a file is compiled for, by one name each for the element type ELEM. */
#ifndef SCANBENCH_INTRINSICS_H
#define SCANBENCH_INTRINSICS_H

#include "cpu/vector_stream.h"

#if !defined __x86_64__
#include <arm_neon.h>
#endif

/* What kind of number an element is, for #if. */
#define KIND_UNSIGNED 0
#define KIND_SIGNED 1
#define KIND_FLOAT 2
#define KIND_u32 KIND_UNSIGNED
#define KIND_i32 KIND_SIGNED
#define KIND_u64 KIND_UNSIGNED
#define KIND_f32 KIND_FLOAT
#define KIND_f64 KIND_FLOAT
#define ELEM_KIND CONCAT_WORDS(KIND_, ELEM)

/* The native register, and `name` of the intrinsics with the suffix for arithmetic and for order. */
#if defined __x86_64__
#if VECTOR_BYTES == 64
#define PREFIX _mm512
#define NATIVE_INTEGERS __m512i
#define NATIVE_f32 __m512
#define NATIVE_f64 __m512d
#elif VECTOR_BYTES == 32
#define PREFIX _mm256
#define NATIVE_INTEGERS __m256i
#define NATIVE_f32 __m256
#define NATIVE_f64 __m256d
#else
#define PREFIX _mm
#define NATIVE_INTEGERS __m128i
#define NATIVE_f32 __m128
#define NATIVE_f64 __m128d
#endif
#define NATIVE_u32 NATIVE_INTEGERS
#define NATIVE_i32 NATIVE_INTEGERS
#define NATIVE_u64 NATIVE_INTEGERS
#define SUFFIX_u32 epi32
#define SUFFIX_i32 epi32
#define SUFFIX_u64 epi64
#define SUFFIX_f32 ps
#define SUFFIX_f64 pd
#define ORDER_u32 epu32
#define ORDER_i32 epi32
#define ORDER_u64 epu64
#define ORDER_f32 ps
#define ORDER_f64 pd
#define ADD add
#if ELEM_KIND == KIND_FLOAT
#define MULTIPLY mul
#else
#define MULTIPLY mullo
#endif
#define MIN min
#define MAX max
#else
#define NATIVE_u32 uint32x4_t
#define NATIVE_i32 int32x4_t
#define NATIVE_u64 uint64x2_t
#define NATIVE_f32 float32x4_t
#define NATIVE_f64 float64x2_t
#define SUFFIX_u32 u32
#define SUFFIX_i32 s32
#define SUFFIX_u64 u64
#define SUFFIX_f32 f32
#define SUFFIX_f64 f64
#define ORDER_u32 u32
#define ORDER_i32 s32
#define ORDER_u64 u64
#define ORDER_f32 f32
#define ORDER_f64 f64
#define ADD vaddq
#define MULTIPLY vmulq
#define MIN vminq
#define MAX vmaxq
#endif

typedef CONCAT_WORDS(NATIVE_, ELEM) native;

#if defined __x86_64__
#define ARITHMETIC(name) CONCAT(PREFIX, name, CONCAT_WORDS(SUFFIX_, ELEM))
#define ORDERED(name) CONCAT(PREFIX, name, CONCAT_WORDS(ORDER_, ELEM))
#else
#define CONCAT_PAIR_(a, b) a##_##b
#define CONCAT_PAIR(a, b) CONCAT_PAIR_(a, b)
#define ARITHMETIC(name) CONCAT_PAIR(name, CONCAT_WORDS(SUFFIX_, ELEM))
#define ORDERED(name) CONCAT_PAIR(name, CONCAT_WORDS(ORDER_, ELEM))
#endif

/* Whether the ISA has instructions for the least, the greatest and the product of this element type. */
#if ELEM_KIND == KIND_FLOAT || ELEM_BYTES == 4 || VECTOR_BYTES == 64
#define HAS_EVERY_OP 1
#else
#define HAS_EVERY_OP 0
#endif

static ALWAYS_INLINE vector native_sum(vector a, vector b)
{
    return (vector)ARITHMETIC(ADD)((native)a, (native)b);
}

static ALWAYS_INLINE vector native_product(vector a, vector b)
{
#if HAS_EVERY_OP
    return (vector)ARITHMETIC(MULTIPLY)((native)a, (native)b);
#else
    return a * b;
#endif
}

/* Neither vector operators nor, with gcc, their comparisons give the one instruction for these two. */
static ALWAYS_INLINE vector native_min(vector a, vector b)
{
#if HAS_EVERY_OP
    return (vector)ORDERED(MIN)((native)a, (native)b);
#else
    const vector less = (vector)(a < b);
    return (a & less) | (b & ~less);
#endif
}

static ALWAYS_INLINE vector native_max(vector a, vector b)
{
#if HAS_EVERY_OP
    return (vector)ORDERED(MAX)((native)a, (native)b);
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
#else
#define NATIVE_MOVE_UP(below, value, by) \
    ((vector)_mm512_alignr_epi64((__m512i)(value), (__m512i)(below), VECTOR_LANES - (by)))
#define NATIVE_LAST(value) \
    ((vector)_mm512_permutexvar_epi64(_mm512_set1_epi64(VECTOR_LANES - 1), (__m512i)(value)))
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
#else
#define NATIVE_LAST(value) ((vector)_mm256_permute4x64_epi64((__m256i)(value), 0xff))
#endif
#elif defined __x86_64__
#define NATIVE_MOVE_UP(below, value, by) \
    ((vector)_mm_alignr_epi8((__m128i)(value), (__m128i)(below), 16 - (by)*ELEM_BYTES))
#else
#define NATIVE_MOVE_UP(below, value, by) \
    ((vector)ARITHMETIC(vextq)((native)(below), (native)(value), VECTOR_LANES - (by)))
#endif
#if VECTOR_BYTES == 16 && defined __x86_64__
#define NATIVE_LAST(value) ((vector)_mm_shuffle_epi32((__m128i)(value), ELEM_BYTES == 4 ? 0xff : 0xee))
#elif VECTOR_BYTES == 16
#define NATIVE_LAST(value) VECTOR_LAST(value)
#endif

/* Ends a kernel that may end in a call of a local function without vectors: gcc then leaves the upper halves
 * of the registers in use, which makes the code of the base ISA that follows wait for them. */
static ALWAYS_INLINE void vector_end(void)
{
#if defined __AVX__
    _mm256_zeroupper();
#endif
}

#endif
