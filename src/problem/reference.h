/* SPDX-License-Identifier: MIT */
/* The reference: each primitive by its definition, slow and obvious, in strict order. */
#ifndef SCANBENCH_REFERENCE_H
#define SCANBENCH_REFERENCE_H

#include "problem/primitive.h"

/* Prefix sums of n elements: element i of the output is the sum of the inputs before i (exclusive) or up to
 * and with i (inclusive). u32 is modulo 2^32. */
void reference_scan_u32(const uint32_t *input, uint32_t *output, size_t n, enum mode mode);

/* The same in float; its answer is the only one where every partial sum is exact. */
void reference_scan_f32(const float *input, float *output, size_t n, enum mode mode);

/* The same over multiples of 2^-24, |x| < 1, n < 2^39: summed as integers, each sum then the nearest double.
 */
void reference_scan_grid(const float *input, double *output, size_t n, enum mode mode);

#endif
