/* SPDX-License-Identifier: MIT */
/* Scan and reduction on native vectors, written with vector operators alone. */
#include "cpu/simd.h"
#include "cpu/vector.h"

/* How an operation reads its element from the union that every type shares. */
#define CARRIED(element) ((element)->ELEM)

/* `unroll` registers are scanned on their own; then the carry runs through their totals, so that the only
 * chain from one step to the next is one addition a register. Exclusive output is the inclusive one moved up
 * a lane. */
static ALWAYS_INLINE size_t scan_vectors(const elem *restrict input, elem *restrict output, size_t n,
                                         vector *carry, bool inclusive, unsigned unroll)
{
    const size_t step = (size_t)unroll * VECTOR_LANES;
    size_t i = 0;
    for (; i + step <= n; i += step) {
        vector local[8];
#pragma GCC unroll 8
        for (unsigned u = 0; u < unroll; u++)
            local[u] = vector_scan(vector_load(input + i + u * VECTOR_LANES));
#pragma GCC unroll 8
        for (unsigned u = 0; u < unroll; u++) {
            const vector zero = {0};
            const vector total = VECTOR_LAST(local[u]);
            const vector own = inclusive ? local[u] : VECTOR_MOVE_UP(zero, local[u], 1);
            vector_store(output + i + u * VECTOR_LANES, *carry + own);
            *carry += total;
        }
    }
    return i;
}

static ALWAYS_INLINE void scan(const void *input_, void *output_, size_t n, union element *element,
                               bool inclusive, unsigned unroll)
{
    const elem *const input = input_;
    elem *const output = output_;
    vector carries = vector_broadcast(CARRIED(element));
    size_t i = scan_vectors(input, output, n, &carries, inclusive, unroll);
    if (unroll > 1)
        i += scan_vectors(input + i, output + i, n - i, &carries, inclusive, 1);
    elem carry = carries[0];
    for (; i < n; i++) {
        const elem next = carry + input[i];
        output[i] = inclusive ? next : carry;
        carry = next;
    }
    CARRIED(element) = carry;
}

static ALWAYS_INLINE void reduce(const void *input_, size_t n, union element *element, unsigned unroll)
{
    const elem *const input = input_;
    const size_t step = (size_t)unroll * VECTOR_LANES;
    vector sums[8] = {{0}};
    size_t i = 0;
    for (; i + step <= n; i += step)
#pragma GCC unroll 8
        for (unsigned u = 0; u < unroll; u++)
            sums[u] += vector_load(input + i + u * VECTOR_LANES);
#pragma GCC unroll 8
    for (unsigned u = 1; u < unroll; u++)
        sums[0] += sums[u];
    for (; i + VECTOR_LANES <= n; i += VECTOR_LANES)
        sums[0] += vector_load(input + i);
    elem sum = CARRIED(element);
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++)
        sum += sums[0][lane];
    for (; i < n; i++)
        sum += input[i];
    CARRIED(element) = sum;
}

#define KERNELS(unroll)                                                                                  \
    static void scan_exclusive_##unroll(const void *input, void *output, size_t n, union element *carry) \
    {                                                                                                    \
        scan(input, output, n, carry, false, unroll);                                                    \
    }                                                                                                    \
    static void scan_inclusive_##unroll(const void *input, void *output, size_t n, union element *carry) \
    {                                                                                                    \
        scan(input, output, n, carry, true, unroll);                                                     \
    }                                                                                                    \
    static void reduce_##unroll(const void *input, size_t n, union element *sum)                         \
    {                                                                                                    \
        reduce(input, n, sum, unroll);                                                                   \
    }
KERNELS(1)
KERNELS(2)
KERNELS(4)
KERNELS(8)

extern const struct simd_kernels EXPORT(simd_kernels);
const struct simd_kernels EXPORT(simd_kernels) = {
    .vector_bytes = VECTOR_BYTES,
    .scan = {[MODE_EXCLUSIVE] = {scan_exclusive_1, scan_exclusive_2, scan_exclusive_4, scan_exclusive_8},
             [MODE_INCLUSIVE] = {scan_inclusive_1, scan_inclusive_2, scan_inclusive_4, scan_inclusive_8}},
    .reduce = {reduce_1, reduce_2, reduce_4, reduce_8},
};
