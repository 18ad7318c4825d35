/* SPDX-License-Identifier: MIT */
/* Stream compaction and counting of the elements > 0, by masks of whole registers. */
#include "cpu/kernels.h"
#include "cpu/operator.h"
#include "cpu/tuning.h"

#if VECTOR_BYTES < 64
typedef unsigned lane_mask;
#elif ELEM_BYTES == 4
typedef __mmask16 lane_mask;
#elif ELEM_BYTES == 8
typedef __mmask8 lane_mask;
#else
#error "no code for elements of this width"
#endif

/* The intrinsics that move or count bits of any element type. */
#define MASKED(name) CONCAT(_mm512_mask, name, JOIN(epi, ELEM_BITS))

/* One bit for each lane that is > 0, the first lane lowest. */
static ALWAYS_INLINE lane_mask positive_lanes(vector value)
{
#if VECTOR_BYTES == 64 && ELEM_IS_FLOAT
    return CONCAT(_mm512_cmp, OF_ELEM(SUFFIX), mask)((native)value, (native)(vector){0}, _CMP_GT_OQ);
#elif VECTOR_BYTES == 64
    return CONCAT(_mm512_cmpgt, OF_ELEM(ORDER), mask)((native)value, (native)(vector){0});
#elif VECTOR_BYTES == 32 && ELEM_BYTES == 4
    return (unsigned)_mm256_movemask_ps((__m256)(value > 0));
#elif VECTOR_BYTES == 32 && ELEM_BYTES == 8
    return (unsigned)_mm256_movemask_pd((__m256d)(value > 0));
#elif defined __x86_64__ && ELEM_BYTES == 4
    return (unsigned)_mm_movemask_ps((__m128)(value > 0));
#elif defined __x86_64__ && ELEM_BYTES == 8
    return (unsigned)_mm_movemask_pd((__m128d)(value > 0));
#elif ELEM_BYTES == 4
    const uint32x4_t bits = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32((uint32x4_t)(value > 0), bits));
#elif ELEM_BYTES == 8
    const uint64x2_t bits = {1, 2};
    return (lane_mask)vaddvq_u64(vandq_u64((uint64x2_t)(value > 0), bits));
#else
#error "no code for elements of this width"
#endif
}

/* compress_lanes moves the lanes of a mask to the front, in order; what follows them is undefined. */
#if VECTOR_BYTES == 64
static ALWAYS_INLINE vector compress_lanes(vector value, lane_mask mask)
{
    return (vector)MASKED(compress)(native_cleared(), mask, (__m512i)value);
}
#else
/* For every mask the places of its set lanes, in order: lane numbers a byte each for vpermd, byte numbers for
 * the byte shuffles. */
#if VECTOR_BYTES == 32 && ELEM_BYTES == 4
typedef uint64_t places;
#define PLACE_BITS 8
#define PLACE(lane) (lane)
#elif VECTOR_BYTES == 32 && ELEM_BYTES == 8
typedef uint64_t places;
#define PLACE_BITS 16
#define PLACE(lane) (0x0100u + 0x0202u * (lane))
#elif ELEM_BYTES == 4
typedef unsigned __int128 places;
#define PLACE_BITS 32
#define PLACE(lane) (0x03020100u + 0x04040404u * (lane))
#elif ELEM_BYTES == 8
typedef unsigned __int128 places;
#define PLACE_BITS 64
#define PLACE(lane) (0x0706050403020100u + 0x0808080808080808u * (lane))
#else
#error "no code for elements of this width"
#endif
#define BEFORE(m, lane, above) \
    ((places)(above) << PLACE_BITS * ((m) >> (lane)&1) | (places)((m) >> (lane)&1) * PLACE(lane))
#define PLACES_2(m) BEFORE(m, 0, BEFORE(m, 1, 0))
#define PLACES_4(m) BEFORE(m, 0, BEFORE(m, 1, BEFORE(m, 2, BEFORE(m, 3, 0))))
#define PLACES_8(m) \
    BEFORE(         \
        m, 0,       \
        BEFORE(m, 1, BEFORE(m, 2, BEFORE(m, 3, BEFORE(m, 4, BEFORE(m, 5, BEFORE(m, 6, BEFORE(m, 7, 0))))))))
#define MASKS_4(of, m) of(m), of((m) + 1), of((m) + 2), of((m) + 3)
#define MASKS_16(of, m) MASKS_4(of, m), MASKS_4(of, (m) + 4), MASKS_4(of, (m) + 8), MASKS_4(of, (m) + 12)
#define MASKS_64(of, m) \
    MASKS_16(of, m), MASKS_16(of, (m) + 16), MASKS_16(of, (m) + 32), MASKS_16(of, (m) + 48)
#define MASKS_256(of) MASKS_64(of, 0), MASKS_64(of, 64), MASKS_64(of, 128), MASKS_64(of, 192)
#if VECTOR_LANES == 8
static const places places_of[256] = {MASKS_256(PLACES_8)};
#elif VECTOR_LANES == 4
static const places places_of[16] = {MASKS_16(PLACES_4, 0)};
#elif VECTOR_LANES == 2
static const places places_of[4] = {MASKS_4(PLACES_2, 0)};
#else
#error "no table for so many lanes"
#endif

static ALWAYS_INLINE vector compress_lanes(vector value, lane_mask mask)
{
    const places *const chosen = &places_of[mask];
#if VECTOR_BYTES == 32
    const __m256i lanes = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)chosen));
    return (vector)_mm256_permutevar8x32_epi32((__m256i)value, lanes);
#elif defined __x86_64__
    return (vector)_mm_shuffle_epi8((__m128i)value, _mm_load_si128((const __m128i *)chosen));
#else
    return (vector)vqtbl1q_u8((uint8x16_t)value, vld1q_u8((const uint8_t *)chosen));
#endif
}
#endif

/* What of a vector is > 0, at its front, and how many these are. */
struct packed_lanes {
    vector front;
    size_t found;
};

static ALWAYS_INLINE struct packed_lanes pack_lanes(const elem *input)
{
    const vector value = vector_load(input);
    const lane_mask mask = positive_lanes(value);
    return (struct packed_lanes){compress_lanes(value, mask), (size_t)__builtin_popcount(mask)};
}

/* Writes VECTOR_LANES elements. Returns how many of them count. */
static ALWAYS_INLINE size_t packed_store(struct packed_lanes packed, elem *output)
{
    vector_store(output, packed.front);
    return packed.found;
}

/* The end, where a whole vector would go beyond the room. Not inlined: one copy for all unroll factors. */
static __attribute__((noinline)) size_t compress_rest(const elem *input, size_t n, elem *output, size_t room)
{
    size_t i = 0, found = 0;
    for (; i + VECTOR_LANES <= n && found + VECTOR_LANES <= room; i += VECTOR_LANES)
        found += packed_store(pack_lanes(input + i), output + found);
#pragma GCC unroll 1
    for (; i < n; i++)
        if (input[i] > 0)
            output[found++] = input[i];
    return found;
}

/* So many vectors are compressed before the first of them is stored: on Zen 4 0.85 to 0.95 of the time of one
 * after the other; four of AVX2 take longer. */
enum { PACKED_FIRST = VECTOR_BYTES == 32 ? 2 : 4 };

static ALWAYS_INLINE size_t compress(const elem *input, size_t n, elem *output, size_t room, unsigned unroll)
{
    const size_t step = (size_t)unroll * VECTOR_LANES;
    size_t i = 0, found = 0;
    for (; i + step <= n && found + step <= room; i += step) {
#pragma GCC unroll 8
        for (unsigned first = 0; first < unroll; first += PACKED_FIRST) {
            const unsigned end = first + PACKED_FIRST < unroll ? first + PACKED_FIRST : unroll;
            struct packed_lanes packed[PACKED_FIRST];
#pragma GCC unroll 4
            for (unsigned u = first; u < end; u++)
                packed[u - first] = pack_lanes(input + i + u * VECTOR_LANES);
#pragma GCC unroll 4
            for (unsigned u = first; u < end; u++) {
                if (u * VECTOR_BYTES % CACHE_LINE == 0)
                    __builtin_prefetch((const char *)(output + found) + WRITE_AHEAD, 1);
                found += packed_store(packed[u - first], output + found);
            }
        }
    }
    return found + compress_rest(input + i, n - i, output + found, room - found);
}

typedef __typeof__((vector){0} > (vector){0}) lane_counts;

static __attribute__((noinline)) size_t count_rest(const lane_counts *counts, const elem *input, size_t n)
{
    size_t total = 0;
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++)
        total += (size_t)(*counts)[lane];
    for (size_t i = 0; i < n; i++)
        total += input[i] > 0;
    return total;
}

/* Add 1 to the lanes where value is > 0: a comparison that holds is −1. */
static ALWAYS_INLINE lane_counts count_lanes(lane_counts counts, vector value)
{
#if VECTOR_BYTES == 64
    const __m512i all = (__m512i)counts;
    return (lane_counts)MASKED(sub)(all, positive_lanes(value), all, _mm512_set1_epi64(-1));
#else
    return counts - (value > 0);
#endif
}

/* No more elements than a lane can count. */
static ALWAYS_INLINE size_t count_part(enum read_mode reading, const elem *input, size_t n, unsigned unroll)
{
    const size_t step = (size_t)unroll * VECTOR_LANES;
    lane_counts counts[8] = {{0}};
    size_t i = 0;
    for (; i + step <= n; i += step) {
#pragma GCC unroll 8
        for (unsigned u = 0; u < unroll; u++)
            counts[u] = count_lanes(counts[u], vector_read(input + i + u * VECTOR_LANES, reading,
                                                           u * VECTOR_BYTES % CACHE_LINE == 0));
    }
    for (unsigned u = 1; u < unroll; u++)
        counts[0] += counts[u];
    const lane_counts all = counts[0];
    return count_rest(&all, input + i, n - i);
}

static ALWAYS_INLINE size_t count(const elem *input, size_t n, enum read_mode reading, unsigned unroll)
{
    const size_t most = (size_t)1 << 30;
    size_t total = 0;
    for (size_t i = 0; i < n; i += most)
        total += READ_AS(reading, count_part, input + i, n - i < most ? n - i : most, unroll);
    return total;
}

#define KERNELS(unroll)                                                                     \
    static size_t compress_##unroll(const void *input, size_t n, void *output, size_t room) \
    {                                                                                       \
        return compress(input, n, output, room, unroll);                                    \
    }                                                                                       \
    static size_t count_##unroll(const void *input, size_t n, enum read_mode reading)       \
    {                                                                                       \
        return count(input, n, reading, unroll);                                            \
    }
KERNELS(1)
KERNELS(2)
KERNELS(4)
KERNELS(8)

extern const struct compact_kernels EXPORT(compact_kernels);
const struct compact_kernels EXPORT(compact_kernels) = {
    .compress = {compress_1, compress_2, compress_4, compress_8},
    .count = {count_1, count_2, count_4, count_8},
};
