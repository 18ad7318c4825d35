/* SPDX-License-Identifier: MIT */
/* The single-worker SIMD implementations, and the choice of their kernels by ISA and element type. */
#include "cpu/simd.h"

#include "cpu/cpu_implementations.h"

#include <assert.h>

#if defined __x86_64__
#define FOR_EACH_ISA(DO) DO(SSE2, sse2) DO(AVX2, avx2) DO(AVX512, avx512)
#else
#define FOR_EACH_ISA(DO) DO(NEON, neon)
#endif

#define DECLARE(id, isa)                                       \
    extern const struct simd_kernels simd_kernels_##isa##_u32; \
    extern const struct simd_kernels simd_kernels_##isa##_f32;
FOR_EACH_ISA(DECLARE)

#define ENTRY(id, isa) \
    [ISA_##id] = {[DTYPE_U32] = &simd_kernels_##isa##_u32, [DTYPE_F32] = &simd_kernels_##isa##_f32},

static const struct simd_kernels *const tables[ISA_COUNT][DTYPE_COUNT] = {FOR_EACH_ISA(ENTRY)};

const struct simd_kernels *simd_kernels(enum isa isa, enum dtype dtype)
{
    assert(tables[isa][dtype]);
    return tables[isa][dtype];
}

bool simd_unroll_index(uint64_t unroll, unsigned *index)
{
    if (unroll == 0 || unroll > 8 || (unroll & (unroll - 1)) != 0)
        return false;
    *index = (unsigned)__builtin_ctzll(unroll);
    return true;
}

bool simd_supports(const struct point *point, struct error *why)
{
    unsigned index;
    if (simd_unroll_index(point->unroll, &index))
        return true;
    return error_set(why, EXIT_USAGE, "unroll is 1, 2, 4 or 8");
}

static size_t scan_roundings(const struct point *point)
{
    const size_t lanes = simd_kernels(point->isa, point->dtype)->vector_bytes / dtype_size(point->dtype);
    return point->n / lanes + (size_t)__builtin_ctzll(lanes) + lanes;
}

static void scan_run(const struct run *run)
{
    const struct point *const point = run->point;
    unsigned unroll = 0;
    simd_unroll_index(point->unroll, &unroll);
    union element carry = {0};
    simd_kernels(point->isa, point->dtype)
        ->scan[point->mode][unroll](run->input, run->output, point->n, &carry);
}

const struct implementation simd_scan_operators = {
    .name = "simd/operators",
    .summary = "log-step scan in registers with vector operators, the carry run through the totals of "
               "`unroll` registers",
    .source = "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1",
    .primitive = PRIMITIVE_SCAN,
    .family = FAMILY_SIMD,
    .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_MODE) | AXIS_BIT(AXIS_UNROLL) | AXIS_BIT(AXIS_ISA),
    .dtypes = 1u << DTYPE_U32 | 1u << DTYPE_F32,
    .ops = 1u << OP_SUM,
    .supports = simd_supports,
    .roundings = scan_roundings,
    .run = scan_run,
};
