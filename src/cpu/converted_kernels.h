/* SPDX-License-Identifier: MIT */
/* The kernels of converted types for an ISA: what is read is joined in the accumulator and written as the
 * output's type. They take what those of kernels.h take; results are carried in the accumulator. */
#pragma once

#include "cpu/kernels.h"
#include "cpu/limit.h"

/* Write n elements as what they are in the output's type, in the shape of a limit; all but the split one. */
typedef void converted_copy_kernel(const void *input, void *output, size_t n);

/* What n elements are in the accumulator, and what n sums are in the output's type. */
typedef void widen_kernel(const void *input, void *sums, size_t n);
typedef void narrow_kernel(const void *sums, void *output, size_t n);

struct converted_kernels {
    converted_copy_kernel *copy[COPY_SHAPE_COUNT];
    scan_kernel *scan[SCAN_STYLES][UNROLLS]; /* SCAN_WINDOWS and SCAN_STREAM; output is not over input */
    reduce_kernel *reduce[UNROLLS];          /* REDUCE_INTRINSICS */
    widen_kernel *widen;
    narrow_kernel *narrow;                   /* NULL: sums are written as they are */
    dot_kernel *dot[UNROLLS];                /* DOT_OPERATORS of 16-bit floats */
    count_kernel *count[UNROLLS];            /* integers that keep their width */
    compact_kernel *compress[UNROLLS];       /* the same */
    compact_kernel *compress_whole[UNROLLS]; /* the same with VBMI2, which no ISA asks for; NULL: none */
};

struct converted_tables {
    struct converted_kernels of[DTYPE_COUNT];
};

/* Those of an available ISA. */
const struct converted_kernels *converted_kernels(enum isa isa, enum dtype dtype);

/* Of these the compaction that this CPU runs fastest. */
compact_kernel *converted_compress(const struct converted_kernels *kernels, unsigned unroll_index);
