/* SPDX-License-Identifier: MIT */
/* Scans by several pinned workers, with the SIMD kernels inside. */
#include "cpu/cpu_implementations.h"
#include "cpu/simd.h"
#include "machine/team.h"

enum { SEGMENTS = 512, SEGMENT_MIN = 1024, SEGMENT_GRAIN = 64 };

/* The published stride, max(1024, ⌈n/512⌉), rounded up to whole vectors. */
static size_t segment_stride(size_t n)
{
    const size_t even = n / SEGMENTS + (n % SEGMENTS != 0);
    const size_t stride = even > SEGMENT_MIN ? even : SEGMENT_MIN;
    return (stride + SEGMENT_GRAIN - 1) / SEGMENT_GRAIN * SEGMENT_GRAIN;
}

static size_t segment_count(size_t n)
{
    const size_t stride = segment_stride(n);
    return n / stride + (n % stride != 0);
}

/* The elements of the segments first … last − 1. */
struct range {
    size_t begin, end;
};

static struct range segment(size_t n, size_t index)
{
    const size_t stride = segment_stride(n);
    const size_t begin = index * stride;
    return (struct range){begin, n - begin < stride ? n : begin + stride};
}

static void add(enum dtype dtype, union element *sum, union element term)
{
    if (dtype == DTYPE_U32)
        sum->u32 += term.u32;
    else
        sum->f32 += term.f32;
}

static size_t scratch_bytes(const struct point *point)
{
    (void)point;
    return SEGMENTS * sizeof(union element);
}

/* Every worker reduces its segments; behind the barrier each sums the partials before its own, which costs
 * less than a second barrier, and rescans its segments from there. */
static void reduce_then_scan_run(const struct run *run)
{
    const struct point *const point = run->point;
    const struct simd_kernels *const kernels = simd_kernels(point->isa, point->dtype);
    const size_t size = dtype_size(point->dtype);
    const char *const input = run->input;
    char *const output = run->output;
    union element *const partials = run->scratch;
    unsigned unroll = 0;
    size_t first, last;
    simd_unroll_index(point->unroll, &unroll);
    team_part(segment_count(point->n), 1, run->worker, run->workers, &first, &last);

    for (size_t s = first; s < last; s++) {
        const struct range range = segment(point->n, s);
        union element sum = {0};
        kernels->reduce[unroll](input + range.begin * size, range.end - range.begin, &sum);
        partials[s] = sum;
    }
    team_barrier(run->team, run->worker);

    union element prefix = {0};
    for (size_t s = 0; s < first; s++)
        add(point->dtype, &prefix, partials[s]);
    for (size_t s = first; s < last; s++) {
        const struct range range = segment(point->n, s);
        union element carry = prefix;
        kernels->scan[point->mode][unroll](input + range.begin * size, output + range.begin * size,
                                           range.end - range.begin, &carry);
        add(point->dtype, &prefix, partials[s]);
    }
}

static size_t roundings(const struct point *point)
{
    const size_t lanes = simd_kernels(point->isa, point->dtype)->vector_bytes / dtype_size(point->dtype);
    return segment_stride(point->n) / lanes + 3 * lanes + SEGMENTS;
}

const struct implementation threads_reduce_then_scan = {
    .name = "threads/reduce-then-scan",
    .summary = "reduce segments, scan their partials, rescan each segment from its partial",
    .source = "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1",
    .primitive = PRIMITIVE_SCAN,
    .family = FAMILY_THREADS,
    .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_MODE) | AXIS_BIT(AXIS_UNROLL) | AXIS_BIT(AXIS_WORKERS) |
            AXIS_BIT(AXIS_ISA),
    .dtypes = 1u << DTYPE_U32 | 1u << DTYPE_F32,
    .ops = 1u << OP_SUM,
    .supports = simd_supports,
    .scratch_bytes = scratch_bytes,
    .roundings = roundings,
    .run = reduce_then_scan_run,
};
