/* SPDX-License-Identifier: MIT */
/* The single-worker SIMD kernels, one table for each ISA and element type. */
#ifndef SCANBENCH_SIMD_H
#define SCANBENCH_SIMD_H

#include "machine/isa.h"
#include "problem/primitive.h"

#include <stdbool.h>
#include <stddef.h>

enum { UNROLLS = 4 }; /* unroll 1, 2, 4, 8 at index 0 … 3 */

/* Scan n elements onto `carry` (the sum of what precedes); carry then includes these. Buffers are aligned to
 * an element and do not overlap. */
typedef void scan_kernel(const void *input, void *output, size_t n, union element *carry);

/* Add the sum of n elements to `sum`. */
typedef void reduce_kernel(const void *input, size_t n, union element *sum);

struct simd_kernels {
    size_t vector_bytes;
    scan_kernel *scan[MODE_COUNT][UNROLLS];
    reduce_kernel *reduce[UNROLLS];
};

/* The kernels for an available ISA; dtype is not DTYPE_NONE. */
const struct simd_kernels *simd_kernels(enum isa isa, enum dtype dtype);

/* The index of an unroll factor in the tables: 1, 2, 4, 8 → 0 … 3; anything else is false. */
bool simd_unroll_index(uint64_t unroll, unsigned *index);

#endif
