/* SPDX-License-Identifier: MIT */
/* Stream compaction and counting by one worker with SIMD registers. */
#include "cpu/compact_range.h"
#include "cpu/elements.h"
#include "cpu/tuning.h"
#include "implementation/implementation.h"

static void compress_run(const struct run *run)
{
    const size_t n = run->point->n;
    *run->count = compact_range(run, &(struct element_range){0, n, stream_ahead()}, run->output, n);
}

static void count_run(const struct run *run)
{
    const struct point *const point = run->point;
    const enum read_mode reading = read_mode_of(point->n * dtype_size(point->dtype), 1);
    *run->count = count_kernel_of(point)(run->input, point->n, reading);
}

const struct implementation simd_compact_compress = {
    .name = "simd/compress",
    .summary =
        "compress within a register, store it whole, advance by the number of set mask bits; past the caches "
        "through a buffer of lines",
    .source = "scanbench",
    .primitive = PRIMITIVE_COMPACT,
    .family = FAMILY_SIMD,
    .deterministic = true,
    .axes = AXIS_BIT(AXIS_UNROLL) | AXIS_BIT(AXIS_ISA) | AXIS_BIT(AXIS_SELECTIVITY) | AXIS_BIT(AXIS_IN_PLACE),
    .dtypes = EVERY_DTYPE | EVERY_NARROW,
    .phases =
        "for each register: compare, move what is > 0 to its front, store it whole, advance by what is > 0\n"
        "when input and output exceed the caches, lines are gathered in a buffer and stored past them",
    .preconditions = ISA_AND_UNROLL,
    .costs_hold = ANY_SIZE,
    .costs = COSTS({"reads", "n"}, {"writes", "k"}),
    .supports = unroll_supports,
    .run = compress_run,
};

const struct implementation simd_count = {
    .name = "simd",
    .summary = "compare, subtract the masks in `unroll` registers",
    .source = "scanbench",
    .primitive = PRIMITIVE_TALLY,
    .family = FAMILY_SIMD,
    .deterministic = true,
    .axes = AXIS_BIT(AXIS_UNROLL) | AXIS_BIT(AXIS_ISA) | AXIS_BIT(AXIS_SELECTIVITY),
    .dtypes = EVERY_DTYPE | EVERY_NARROW,
    .phases = "for each of `unroll` registers: compare, subtract the mask from its counter\n"
              "at the end the counters are added",
    .preconditions = ISA_AND_UNROLL,
    .costs_hold = ANY_SIZE,
    .costs = COSTS({"reads", "n"}),
    .supports = unroll_supports,
    .run = count_run,
};
