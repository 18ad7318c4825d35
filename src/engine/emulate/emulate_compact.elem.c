/* SPDX-License-Identifier: MIT */
/* The kernels of counts, compactions and copies compiled for a CPU core. */
#define OPERATOR OP_SUM
#define OPERATOR_IS_sum
#define SPECIALISED 0
#include "engine/compiled.h"
#include "engine/emulate/dialect_cpu.h"
#if defined __AVX512F__
#include "cpu/native_headers.h"
#endif

/* How a subgroup stores the valid elements of a row: SIMD_STORE_VALID of dialect_cpu.h. */
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

#include "kernels/compact.h"
#include "kernels/compact_ahead.h"
#include "kernels/copy.h"
#include "kernels/count.h"

static const struct compiled_kernel compiled_kernels[] = {
    COMPILED(count_sequence) COMPILED(count_block) COMPILED(count_atomic) COMPILED(move_sequence)
        COMPILED(move_block) COMPILED(compact_one_round) COMPILED(compact_lookback)
            COMPILED(compact_lookback_subgroup) COMPILED(compact_atomics) COMPILED(compact_ahead)
                COMPILED(copy_tile) COMPILED(copy_tile_unchecked){0}};

static const struct compiled_local compiled_locals[] = {{0}};

extern const struct compiled_table EXPORT(emulate_compact);
const struct compiled_table EXPORT(emulate_compact) = {compiled_kernels, compiled_locals};
