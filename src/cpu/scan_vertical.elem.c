/* SPDX-License-Identifier: MIT */
/* Scans of a chunk of the array for each lane. */
#include "cpu/scan_frame.h"

/* Element `from[lane · stride]` in each lane; (VECTOR_LANES − 1) · stride < 2^31. */
static ALWAYS_INLINE vector vector_gather(const elem *from, size_t stride)
{
#if VECTOR_BYTES == 64 && ELEM_BYTES == 4
    const __m512i lanes = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    return (vector)_mm512_i32gather_epi32(_mm512_mullo_epi32(lanes, _mm512_set1_epi32((int)stride)), from, 4);
#elif VECTOR_BYTES == 64 && ELEM_BYTES == 8
    const __m256i lanes = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    return (vector)_mm512_i32gather_epi64(_mm256_mullo_epi32(lanes, _mm256_set1_epi32((int)stride)), from, 8);
#elif VECTOR_BYTES == 32 && ELEM_BYTES == 4
    const __m256i lanes = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    return (vector)_mm256_i32gather_epi32((const int *)from,
                                          _mm256_mullo_epi32(lanes, _mm256_set1_epi32((int)stride)), 4);
#elif VECTOR_BYTES == 32 && ELEM_BYTES == 8
    const __m128i lanes = _mm_set_epi32(3, 2, 1, 0);
    return (vector)_mm256_i32gather_epi64((const long long *)from,
                                          _mm_mullo_epi32(lanes, _mm_set1_epi32((int)stride)), 8);
#elif VECTOR_BYTES == 16 /* of any width */
    vector value;
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++)
        value[lane] = from[lane * stride];
    return value;
#else
#error "no code for elements of this width"
#endif
}

static ALWAYS_INLINE void vector_scatter(elem *to, size_t stride, vector value)
{
#if VECTOR_BYTES == 64 && ELEM_BYTES == 4
    const __m512i lanes = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    _mm512_i32scatter_epi32(to, _mm512_mullo_epi32(lanes, _mm512_set1_epi32((int)stride)), (__m512i)value, 4);
#elif VECTOR_BYTES == 64 && ELEM_BYTES == 8
    const __m256i lanes = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    _mm512_i32scatter_epi64(to, _mm256_mullo_epi32(lanes, _mm256_set1_epi32((int)stride)), (__m512i)value, 8);
#elif VECTOR_BYTES < 64 /* of any width */
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++)
        to[lane * stride] = value[lane];
#else
#error "no code for elements of this width"
#endif
}

/* What precedes each chunk, from the totals of the chunks, one a lane. */
static ALWAYS_INLINE void scan_totals(enum op op, unsigned unroll, vector *totals, union element *carry)
{
    elem prefix = CARRIED(carry);
    for (unsigned u = 0; u < unroll; u++) {
        for (unsigned lane = 0; lane < VECTOR_LANES; lane++) {
            const elem total = totals[u][lane];
            totals[u][lane] = prefix;
            prefix = combine(op, prefix, total);
        }
    }
    CARRIED(carry) = prefix;
}

/* Each lane of `unroll` registers goes through a chunk of its own: once for the chunk's total, once more from
 * what precedes it. */
static ALWAYS_INLINE void vertical_chunks(struct loop loop, const elem *input, elem *output, size_t chunk,
                                          union element *carry)
{
    const enum op op = loop.op;
    const unsigned unroll = loop.unroll;
    vector prefix[8];
    for (unsigned u = 0; u < unroll; u++)
        prefix[u] = vector_broadcast(identity(op));
    for (size_t i = 0; i < chunk; i++) {
#pragma GCC unroll 8
        for (unsigned u = 0; u < unroll; u++)
            prefix[u] = combine_vectors(loop.style, op, prefix[u],
                                        vector_gather(input + u * VECTOR_LANES * chunk + i, chunk));
    }
    scan_totals(op, unroll, prefix, carry);
    for (size_t i = 0; i < chunk; i++) {
#pragma GCC unroll 8
        for (unsigned u = 0; u < unroll; u++) {
            const size_t first = u * VECTOR_LANES * chunk + i;
            prefix[u] = combine_vectors(loop.style, op, prefix[u], vector_gather(input + first, chunk));
            vector_scatter(output + first, chunk, prefix[u]);
        }
    }
}

enum { CHUNK_MOST = 1 << 26 }; /* times 15 lanes fits the 32-bit indices of a gather */

static ALWAYS_INLINE void vertical_rounds(struct loop loop, struct scan_rest *rest, union element *carry)
{
    const size_t lanes = (size_t)loop.unroll * VECTOR_LANES;
    while (rest->n >= lanes) {
        const size_t chunk = rest->n / lanes < CHUNK_MOST ? rest->n / lanes : CHUNK_MOST;
        vertical_chunks(loop, rest->input, rest->output, chunk, carry);
        rest_skip(rest, chunk * lanes);
    }
}

static ALWAYS_INLINE void vertical_run(struct loop loop, struct scan_rest *rest, union element *carry)
{
    vertical_rounds(loop, rest, carry);
    loop.unroll = 1;
    vertical_rounds(loop, rest, carry);
}

#define vertical_steps(op, unroll, rest, ahead, carry) \
    vertical_run((struct loop){STYLE_OPERATORS, op, unroll}, rest, carry)

SCAN_TABLE(vertical)
