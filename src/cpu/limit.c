/* SPDX-License-Identifier: MIT */
/* The limits: what the memory of this machine allows for the same bytes, measured beside every point. */
#include "cpu/limit.h"

#include "cpu/cpu_implementations.h"
#include "machine/isa.h"
#include "machine/team.h"

#include <string.h>

enum { CACHE_LINE = 64 };

#if defined __x86_64__
extern const struct limit_kernels limit_kernels_sse2, limit_kernels_avx2, limit_kernels_avx512;
static const struct limit_kernels *const tables[ISA_COUNT] = {
    [ISA_SSE2] = &limit_kernels_sse2, [ISA_AVX2] = &limit_kernels_avx2, [ISA_AVX512] = &limit_kernels_avx512};
#else
extern const struct limit_kernels limit_kernels_neon;
static const struct limit_kernels *const tables[ISA_COUNT] = {[ISA_NEON] = &limit_kernels_neon};
#endif

static void copy_libc(const void *input, void *output, size_t bytes)
{
    memcpy(output, input, bytes);
}

/* Each worker copies its part of the elements, boundaries at cache lines. */
static void copy_part(const struct run *run, copy_kernel *copy)
{
    const size_t size = dtype_size(run->point->dtype);
    size_t first, last;
    team_part(run->point->n, CACHE_LINE / size, run->worker, run->workers, &first, &last);
    copy((const char *)run->input + first * size, (char *)run->output + first * size, (last - first) * size);
}

static void copy_run(const struct run *run)
{
    copy_part(run, tables[run->point->isa]->copy);
}

static void memcpy_run(const struct run *run)
{
    copy_part(run, copy_libc);
}

static size_t no_roundings(const struct point *point)
{
    (void)point;
    return 0;
}

const struct implementation limit_copy = {
    .name = "limit/copy",
    .summary = "vector loads and ordinary stores, four registers at a time",
    .source = "scanbench",
    .primitive = PRIMITIVE_COPY,
    .family = FAMILY_LIMIT,
    .axes = AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_ISA),
    .dtypes = 1u << DTYPE_U32 | 1u << DTYPE_F32,
    .roundings = no_roundings,
    .run = copy_run,
};

const struct implementation limit_memcpy = {
    .name = "limit/memcpy",
    .summary = "memcpy of the C library, each worker its part",
    .source = "scanbench",
    .primitive = PRIMITIVE_COPY,
    .family = FAMILY_LIMIT,
    .axes = AXIS_BIT(AXIS_WORKERS),
    .dtypes = 1u << DTYPE_U32 | 1u << DTYPE_F32,
    .roundings = no_roundings,
    .run = memcpy_run,
};
