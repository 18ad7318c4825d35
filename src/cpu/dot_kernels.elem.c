/* SPDX-License-Identifier: MIT */
/* Dot products in `unroll` independent registers; multiply and add separate, or fused where the ISA can. */
#include "cpu/kernels.h"
#include "cpu/operator.h"

#if ELEM_IS_FLOAT && (!defined __x86_64__ || defined __FMA__)
#define HAS_FMA 1
#else
#define HAS_FMA 0
#endif

enum multiply { MULTIPLY_OPERATORS, MULTIPLY_INTRINSICS, MULTIPLY_FUSED };

static ALWAYS_INLINE vector multiply_add(enum multiply how, vector sum, vector a, vector b)
{
#if HAS_FMA && defined __x86_64__
    if (how == MULTIPLY_FUSED)
        return (vector)ARITHMETIC(fmadd)((native)a, (native)b, (native)sum);
#elif HAS_FMA
    if (how == MULTIPLY_FUSED)
        return (vector)ARITHMETIC(vfmaq)((native)sum, (native)a, (native)b);
#endif
    if (how == MULTIPLY_INTRINSICS)
        return native_sum(sum, native_product(a, b));
    return sum + a * b;
}

/* What is left beside steps of `unroll` vectors, and the lanes of the register they gave. */
static __attribute__((noinline)) void dot_rest(const vector *lanes, const elem *input, const elem *second,
                                               size_t n, union element *result)
{
    vector sums = *lanes;
    size_t i = 0;
    for (; i + VECTOR_LANES <= n; i += VECTOR_LANES)
        sums += vector_load(input + i) * vector_load(second + i);
    elem sum = CARRIED(result);
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++)
        sum += sums[lane];
#pragma GCC unroll 1
    for (; i < n; i++)
        sum += input[i] * second[i];
    CARRIED(result) = sum;
}

/* Both inputs of n elements. */
struct dot_inputs {
    const elem *first, *second;
    size_t n;
};

static ALWAYS_INLINE size_t dot_loop(enum read_mode reading, enum multiply how, unsigned unroll,
                                     struct dot_inputs inputs, vector *sums)
{
    const size_t step = (size_t)unroll * VECTOR_LANES;
    size_t i = 0;
    for (; i + step <= inputs.n; i += step) {
#pragma GCC unroll 8
        for (unsigned u = 0; u < unroll; u++) {
            const elem *const first = inputs.first + i + u * VECTOR_LANES;
            const elem *const second = inputs.second + i + u * VECTOR_LANES;
            const bool begins_line = u * VECTOR_BYTES % CACHE_LINE == 0;
            sums[u] = multiply_add(how, sums[u], vector_read(first, reading, begins_line),
                                   vector_read(second, reading, begins_line));
        }
    }
    return i;
}

static ALWAYS_INLINE void dot(enum multiply how, unsigned unroll, struct dot_inputs inputs,
                              enum read_mode reading, union element *result)
{
    vector sums[8] = {{0}};
    const size_t done = READ_AS(reading, dot_loop, how, unroll, inputs, sums);
#pragma GCC unroll 8
    for (unsigned u = 1; u < unroll; u++)
        sums[0] += sums[u];
    const vector lanes = sums[0];
    dot_rest(&lanes, inputs.first + done, inputs.second + done, inputs.n - done, result);
}

#define DOT_KERNEL(how, unroll)                                                                         \
    static void how##_##unroll(const void *input, const void *second, size_t n, enum read_mode reading, \
                               union element *result)                                                   \
    {                                                                                                   \
        dot(how, unroll, (struct dot_inputs){input, second, n}, reading, result);                       \
    }
#define DOT_KERNELS(how) \
    DOT_KERNEL(how, 1)   \
    DOT_KERNEL(how, 2)   \
    DOT_KERNEL(how, 4)   \
    DOT_KERNEL(how, 8)
#define DOT_ENTRY(how)                     \
    {                                      \
        how##_1, how##_2, how##_4, how##_8 \
    }
DOT_KERNELS(MULTIPLY_OPERATORS)
DOT_KERNELS(MULTIPLY_INTRINSICS)
#if HAS_FMA
DOT_KERNELS(MULTIPLY_FUSED)
#endif

extern const struct dot_kernels EXPORT(dot_kernels);
const struct dot_kernels EXPORT(dot_kernels) = {
    .dot =
        {
            [DOT_OPERATORS] = DOT_ENTRY(MULTIPLY_OPERATORS),
            [DOT_INTRINSICS] = DOT_ENTRY(MULTIPLY_INTRINSICS),
#if HAS_FMA
            [DOT_FMA] = DOT_ENTRY(MULTIPLY_FUSED),
#endif
        },
};
