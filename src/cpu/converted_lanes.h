/* SPDX-License-Identifier: MIT */
/* Registers of narrow lanes, for files with ELEM u32: conversions of their elements, windows of sums, and
 * what of a whole register is added up. */
#pragma once

#include "cpu/intrinsics.h"
#include "problem/half.h"

/* Registers of each width of lanes. */
typedef uint8_t lanes_8 __attribute__((vector_size(VECTOR_BYTES)));
typedef uint16_t lanes_16 __attribute__((vector_size(VECTOR_BYTES)));
typedef uint64_t lanes_64 __attribute__((vector_size(VECTOR_BYTES)));
typedef float lanes_float __attribute__((vector_size(VECTOR_BYTES)));

typedef int32_t lanes_signed __attribute__((vector_size(VECTOR_BYTES)));

/* Words of 32 bits from anywhere. */
static ALWAYS_INLINE vector words_at(const void *from)
{
    typedef elem unaligned __attribute__((vector_size(VECTOR_BYTES), aligned(1), may_alias));
    return *(const unaligned *)from;
}

/* One where a mask of lanes says so, else the other. */
static ALWAYS_INLINE vector chosen(vector mask, vector one, vector other)
{
#if VECTOR_BYTES == 32
    return (vector)_mm256_blendv_epi8((__m256i)other, (__m256i)one, (__m256i)mask);
#elif VECTOR_BYTES == 16 && defined __x86_64__
    return (vector)_mm_blendv_epi8((__m128i)other, (__m128i)one, (__m128i)mask);
#else
    return (one & mask) | (other & ~mask);
#endif
}

/* Whether bits without the sign are of a number above a limit. */
static ALWAYS_INLINE vector is_above(vector magnitude, int32_t limit)
{
    return (vector)((lanes_signed)magnitude > limit);
}

/* As half.h does it, a lane at a time: from the bits of a half in each lane, and to them. The magnitude's
 * bits are those of a float that is 2^112 times too small, infinity and NaN aside. */
static ALWAYS_INLINE lanes_float f16_widen(vector half)
{
    const vector sign = (half & 0x8000) << 16, magnitude = half & 0x7fff;
    const vector finite = (vector)((lanes_float)(magnitude << 13) * 0x1p112f);
    return (lanes_float)(sign | finite | (is_above(magnitude, 0x7bff) & 0x7f800000));
}

/* A sum that is no number has nothing in its last bits, since no element has. */
static ALWAYS_INLINE vector f16_narrow(lanes_float value)
{
    const vector bits = (vector)value, sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    const vector least_infinite = native_min(magnitude, vector_broadcast(0x47800000));
    const vector normal = (least_infinite + (0x0fff - ((127 - 15) << 23)) + (magnitude >> 13 & 1)) >> 13;
    const vector subnormal = (vector)((lanes_float)magnitude + 0.5f) - 0x3f000000;
    const vector nan = is_above(magnitude, 0x7f800000) & 0x0200;
    return sign | nan | chosen(is_above(magnitude, 0x387fffff), normal, subnormal);
}

static ALWAYS_INLINE lanes_float bf16_widen(vector half)
{
    return (lanes_float)(half << 16);
}

/* The upper half of each lane is the number. */
static ALWAYS_INLINE vector bf16_rounded(lanes_float value)
{
    const vector bits = (vector)value;
    return bits + 0x7fff + (bits >> 16 & 1);
}

static ALWAYS_INLINE vector bf16_narrow(lanes_float value)
{
    return bf16_rounded(value) >> 16;
}

/* Lanes of 32 bits of narrow elements, and of 64 bits of 32: as many as a register has.
 * Compilers convert registers of AVX-512 in halves, and vectors of less than 16 bytes element by element. */
static ALWAYS_INLINE vector widened_16(const uint16_t *from)
{
#if VECTOR_BYTES == 64
    return (vector)_mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)(const void *)from));
#elif VECTOR_BYTES == 32
    return (vector)_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)from));
#elif VECTOR_BYTES == 16 && defined __x86_64__
    return (vector)_mm_cvtepu16_epi32(_mm_loadl_epi64((const __m128i *)(const void *)from));
#else
    typedef uint16_t part __attribute__((vector_size(VECTOR_BYTES / 2), aligned(2), may_alias));
    return __builtin_convertvector(*(const part *)from, vector);
#endif
}

static ALWAYS_INLINE lanes_64 widened_32(const uint32_t *from)
{
#if VECTOR_BYTES == 64
    return (lanes_64)_mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)(const void *)from));
#elif VECTOR_BYTES == 32
    return (lanes_64)_mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(const void *)from));
#elif VECTOR_BYTES == 16 && defined __x86_64__
    return (lanes_64)_mm_cvtepu32_epi64(_mm_loadl_epi64((const __m128i *)(const void *)from));
#else
    typedef uint32_t part __attribute__((vector_size(VECTOR_BYTES / 2), aligned(4), may_alias));
    return __builtin_convertvector(*(const part *)from, lanes_64);
#endif
}

static ALWAYS_INLINE void store_narrowed(uint16_t *to, vector value)
{
#if VECTOR_BYTES == 64
    _mm256_storeu_si256((__m256i *)(void *)to, _mm512_cvtepi32_epi16((__m512i)value));
#elif VECTOR_BYTES == 16 && defined __x86_64__
    _mm_storel_epi64((__m128i *)(void *)to, _mm_packus_epi32((__m128i)value, (__m128i)value));
#elif VECTOR_BYTES == 32
    const __m128i low = _mm256_castsi256_si128((__m256i)value),
                  high = _mm256_extracti128_si256((__m256i)value, 1);
    _mm_storeu_si128((__m128i *)(void *)to, _mm_packus_epi32(low, high));
#else
    typedef uint16_t part __attribute__((vector_size(VECTOR_BYTES / 2), aligned(2), may_alias));
    *(part *)to = __builtin_convertvector(value, part);
#endif
}

static ALWAYS_INLINE void store_vector(void *to, vector value, bool stream)
{
    if (stream)
        vector_stream(to, value);
    else
        vector_store(to, value);
}

/* Halves from anywhere as lanes, and to anywhere; by instructions where there are any, which are exact and
 * round to nearest even. */
static ALWAYS_INLINE lanes_float f16_load(const uint16_t *from)
{
#if VECTOR_BYTES == 64
    return (lanes_float)_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(const void *)from));
#elif VECTOR_BYTES == 32
    return (lanes_float)_mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)from));
#elif defined __aarch64__
    return (lanes_float)vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(from)));
#else
    return f16_widen(widened_16(from));
#endif
}

static ALWAYS_INLINE void f16_store(uint16_t *to, lanes_float value)
{
#if VECTOR_BYTES == 64
    _mm256_storeu_si256((__m256i *)(void *)to, _mm512_cvtps_ph((__m512)value, _MM_FROUND_TO_NEAREST_INT));
#elif VECTOR_BYTES == 32
    _mm_storeu_si128((__m128i *)(void *)to, _mm256_cvtps_ph((__m256)value, _MM_FROUND_TO_NEAREST_INT));
#elif defined __aarch64__
    vst1_u16(to, vreinterpret_u16_f16(vcvt_f16_f32((float32x4_t)value)));
#else
    store_narrowed(to, f16_narrow(value));
#endif
}

/* The halves of two registers in one, which can be stored past the caches. In caches two stores take an
 * eighth to a fifth less time. */
static ALWAYS_INLINE vector f16_narrow_two(lanes_float low, lanes_float high)
{
#if VECTOR_BYTES == 64
    const __m512i lower = _mm512_castsi256_si512(_mm512_cvtps_ph((__m512)low, _MM_FROUND_TO_NEAREST_INT));
    return (vector)_mm512_inserti64x4(lower, _mm512_cvtps_ph((__m512)high, _MM_FROUND_TO_NEAREST_INT), 1);
#elif VECTOR_BYTES == 32
    const __m256i lower = _mm256_castsi128_si256(_mm256_cvtps_ph((__m256)low, _MM_FROUND_TO_NEAREST_INT));
    return (vector)_mm256_inserti128_si256(lower, _mm256_cvtps_ph((__m256)high, _MM_FROUND_TO_NEAREST_INT),
                                           1);
#elif defined __aarch64__
    return (vector)vcombine_f16(vcvt_f16_f32((float32x4_t)low), vcvt_f16_f32((float32x4_t)high));
#else
    return (vector)_mm_packus_epi32((__m128i)f16_narrow(low), (__m128i)f16_narrow(high));
#endif
}

static ALWAYS_INLINE lanes_float bf16_load(const uint16_t *from)
{
    return bf16_widen(widened_16(from));
}

static ALWAYS_INLINE void bf16_store(uint16_t *to, lanes_float value)
{
    store_narrowed(to, bf16_narrow(value));
}

/* Sums as elements, and halves as floats, an array of them. */
#define DEFINE_NARROW(symbol, type)                                       \
    static void narrow_##symbol(const void *sums, void *output, size_t n) \
    {                                                                     \
        const uint32_t *const from = sums;                                \
        type *const to = output;                                          \
        for (size_t i = 0; i < n; i++)                                    \
            to[i] = (type)from[i];                                        \
        vector_end();                                                     \
    }
DEFINE_NARROW(u8, uint8_t)
DEFINE_NARROW(u16, uint16_t)

#define DEFINE_CONVERSIONS(symbol)                                                  \
    static void widen_##symbol(const void *input, void *sums, size_t n)             \
    {                                                                               \
        const uint16_t *const from = input;                                         \
        float *const to = sums;                                                     \
        size_t i = 0;                                                               \
        for (; i + VECTOR_LANES <= n; i += VECTOR_LANES)                            \
            store_vector(to + i, (vector)symbol##_load(from + i), false);           \
        _Pragma("GCC unroll 1") for (; i < n; i++) to[i] = symbol##_read(from[i]);  \
        vector_end();                                                               \
    }                                                                               \
    static void narrow_##symbol(const void *sums, void *output, size_t n)           \
    {                                                                               \
        const float *const from = sums;                                             \
        uint16_t *const to = output;                                                \
        size_t i = 0;                                                               \
        for (; i + VECTOR_LANES <= n; i += VECTOR_LANES)                            \
            symbol##_store(to + i, (lanes_float)words_at(from + i));                \
        _Pragma("GCC unroll 1") for (; i < n; i++) to[i] = symbol##_write(from[i]); \
        vector_end();                                                               \
    }
DEFINE_CONVERSIONS(f16)
DEFINE_CONVERSIONS(bf16)

/* A register moved up by a literal number of bytes, below it the end of another. Where these are whole words
 * compilers take a shuffle of two registers by a third, which Zen 4 does not always run beside an addition.
 */
#if VECTOR_BYTES == 64
typedef char bytes_64 __attribute__((vector_size(64)));
#define FROM_BYTE(i, by) ((i) + 64 - (by))
#define EIGHT_FROM(i, by)                                                               \
    FROM_BYTE(i, by), FROM_BYTE(i + 1, by), FROM_BYTE(i + 2, by), FROM_BYTE(i + 3, by), \
        FROM_BYTE(i + 4, by), FROM_BYTE(i + 5, by), FROM_BYTE(i + 6, by), FROM_BYTE(i + 7, by)
#define MOVED_BYTES(below, value, by)                                                                   \
    ((vector)__builtin_shufflevector(                                                                   \
        (bytes_64)(below), (bytes_64)(value), EIGHT_FROM(0, by), EIGHT_FROM(8, by), EIGHT_FROM(16, by), \
        EIGHT_FROM(24, by), EIGHT_FROM(32, by), EIGHT_FROM(40, by), EIGHT_FROM(48, by), EIGHT_FROM(56, by)))
#define MOVED(below, value, by)               \
    ((by) % 4 ? MOVED_BYTES(below, value, by) \
              : (vector)_mm512_alignr_epi32((__m512i)(value), (__m512i)(below), 16 - (by) / 4))
#elif VECTOR_BYTES == 32
#define MOVED(below, value, by)                 \
    ((vector)((by) >= 16                        \
                  ? NATIVE_MIDDLE(below, value) \
                  : _mm256_alignr_epi8((__m256i)(value), NATIVE_MIDDLE(below, value), (16 - (by)) & 15)))
#elif defined __x86_64__
#define MOVED(below, value, by) ((vector)_mm_alignr_epi8((__m128i)(value), (__m128i)(below), 16 - (by)))
#else
#define MOVED(below, value, by) ((vector)vextq_u8((uint8x16_t)(below), (uint8x16_t)(value), 16 - (by)))
#endif

/* Of each lane the sum of the lanes up to there, as many as a register has: windows that overlap, whose lower
 * lanes take from the registers before. */
struct lane_windows {
    vector before[6];
};
#define MOVED_LANES(lanes, at, by)                                                                           \
    if ((by) < VECTOR_BYTES) {                                                                               \
        const vector narrower = (vector)value;                                                               \
        value += (lanes)MOVED(windows->before[at], narrower, (by) < VECTOR_BYTES ? (by) : VECTOR_BYTES / 2); \
        windows->before[at] = narrower;                                                                      \
    }
#define WINDOWS_OF(name, lanes, bytes)                                                   \
    static ALWAYS_INLINE lanes windows_##name(struct lane_windows *windows, lanes value) \
    {                                                                                    \
        MOVED_LANES(lanes, 0, 1 * (bytes))                                               \
        MOVED_LANES(lanes, 1, 2 * (bytes))                                               \
        MOVED_LANES(lanes, 2, 4 * (bytes))                                               \
        MOVED_LANES(lanes, 3, 8 * (bytes))                                               \
        MOVED_LANES(lanes, 4, 16 * (bytes))                                              \
        MOVED_LANES(lanes, 5, 32 * (bytes))                                              \
        return value;                                                                    \
    }
WINDOWS_OF(8, lanes_8, 1)
WINDOWS_OF(16, lanes_16, 2)
WINDOWS_OF(32, vector, 4)
WINDOWS_OF(float, lanes_float, 4)
WINDOWS_OF(64, lanes_64, 8)

/* Of an accumulator its register. */
typedef vector sums_u32;
typedef lanes_float sums_f32;
typedef lanes_64 sums_u64;

/* What a kernel of narrow elements adds up of a whole register: its parts, of which each fits a lane. */
#if VECTOR_BYTES == 64
#define SUMS_OF_EIGHT __builtin_ia32_psadbw512
#elif VECTOR_BYTES == 32
#define SUMS_OF_EIGHT __builtin_ia32_psadbw256
#else
#define SUMS_OF_EIGHT __builtin_ia32_psadbw128
#endif
static ALWAYS_INLINE sums_u32 parts_u8(const void *from)
{
    typedef char bytes __attribute__((vector_size(VECTOR_BYTES), aligned(1), may_alias));
#if defined __x86_64__
    return (vector)SUMS_OF_EIGHT(*(const bytes *)from, (bytes){0});
#else
    const vector words = (vector) * (const bytes *)from;
    const vector pairs = (words & 0x00ff00ff) + (words >> 8 & 0x00ff00ff);
    return (pairs & 0xffff) + (pairs >> 16);
#endif
}

static ALWAYS_INLINE sums_u32 parts_u16(const void *from)
{
    const vector words = words_at(from);
    return (words & 0xffff) + (words >> 16);
}

static ALWAYS_INLINE sums_u64 parts_u32_u64(const void *from)
{
    const lanes_64 words = (lanes_64)words_at(from);
    return (words & 0xffffffff) + (words >> 32);
}

static ALWAYS_INLINE sums_f32 parts_f16(const void *from)
{
    const uint16_t *const halves = from;
    return f16_load(halves) + f16_load(halves + VECTOR_LANES);
}

static ALWAYS_INLINE sums_f32 parts_bf16(const void *from)
{
    const vector words = words_at(from);
    return (lanes_float)(words << 16) + (lanes_float)(words & 0xffff0000);
}
#define parts_u8_u32 parts_u8
#define parts_u16_u32 parts_u16

/* Of two registers of halves the products, two to a lane. */
static ALWAYS_INLINE lanes_float products_f16(const uint16_t *first, const uint16_t *second)
{
    return f16_load(first) * f16_load(second) +
           f16_load(first + VECTOR_LANES) * f16_load(second + VECTOR_LANES);
}

static ALWAYS_INLINE lanes_float products_bf16(const uint16_t *first, const uint16_t *second)
{
    const vector a = words_at(first), b = words_at(second);
    return (lanes_float)(a << 16) * (lanes_float)(b << 16) +
           (lanes_float)(a & 0xffff0000) * (lanes_float)(b & 0xffff0000);
}
