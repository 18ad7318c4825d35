/* SPDX-License-Identifier: MIT */
/* How a subgroup stores the valid elements of a row on a CPU core: SIMD_STORE_VALID and SIMD_PUT_VALID of
 * dialect_cpu.h, for those who compile compactions. */
#pragma once

#if defined __AVX512F__
#include "cpu/native_headers.h"
#endif

/* To shared memory, in what is computed in. */
#if defined __AVX512F__ && defined __AVX512VL__
#if ELEM_BYTES == 4
typedef __mmask16 valid_mask;
#define VALID_MASK(valid) _mm512_test_epi32_mask(_mm512_loadu_si512(valid), _mm512_loadu_si512(valid))
#define VALID_COMPRESS(mask, value) _mm512_maskz_compress_epi32(mask, (__m512i)(value))
#define VALID_STORE(to, mask, value) _mm512_mask_storeu_epi32(to, mask, value)
#elif ELEM_BYTES == 8
typedef __mmask8 valid_mask;
#define VALID_MASK(valid)                                             \
    _mm256_test_epi32_mask(_mm256_loadu_si256((const void *)(valid)), \
                           _mm256_loadu_si256((const void *)(valid)))
#define VALID_COMPRESS(mask, value) _mm512_maskz_compress_epi64(mask, (__m512i)(value))
#define VALID_STORE(to, mask, value) _mm512_mask_storeu_epi64(to, mask, value)
#else
#error "elements of another width than 4 or 8 bytes"
#endif
/* Each vector is compressed in its register, and stored no further than it reaches: what follows may be
 * another group's. */
static ALWAYS_INLINE uint lanes_store_valid(elem *restrict to, const elem *restrict row,
                                            const uint *restrict valid)
{
    uint stored = 0;
#pragma GCC unroll 4
    for (uint lane = 0; lane < LANES; lane += VECTOR_LANES) {
        const valid_mask mask = VALID_MASK(valid + lane);
        const uint count = (uint)__builtin_popcount(mask);
        VALID_STORE(to + stored, (valid_mask)((1u << count) - 1),
                    VALID_COMPRESS(mask, vector_load(row + lane)));
        stored += count;
    }
    return stored;
}
#else
static ALWAYS_INLINE uint lanes_store_valid(elem *restrict to, const elem *restrict row,
                                            const uint *restrict valid)
{
    elem kept[LANES];
    uint stored = 0;
    for (uint lane = 0; lane < LANES; lane++) {
        kept[stored] = row[lane];
        stored += valid[lane];
    }
    for (uint i = 0; i < stored; i++)
        to[i] = kept[i];
    return stored;
}
#endif

/* To device memory. */
#if CONVERTS
static ALWAYS_INLINE uint lanes_write_valid(out_elem *restrict to, const elem *restrict row,
                                            const uint *restrict valid)
{
    elem kept[LANES];
    const uint stored = lanes_store_valid(kept, row, valid);
    for (uint i = 0; i < stored; i++)
        to[i] = NARROWED(kept[i]);
    return stored;
}
#else
#define lanes_write_valid lanes_store_valid
#endif
