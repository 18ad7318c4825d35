/* SPDX-License-Identifier: MIT */
/* Reductions in `unroll` independent registers. */
#include "cpu/kernels.h"
#include "cpu/operator.h"

/* What is left beside steps of `unroll` vectors, and the lanes of the register they
 * gave. Not inlined: one copy for all unroll factors. */
#define REDUCE_REST(op, name, style)                                                                 \
    static __attribute__((noinline)) void reduce_rest_##name(const vector *lanes, const elem *input, \
                                                             size_t n, union element *result)        \
    {                                                                                                \
        reduce_rest(op, *lanes, input, n, result);                                                   \
    }

static ALWAYS_INLINE void reduce_rest(enum op op, vector lanes, const elem *input, size_t n,
                                      union element *result)
{
    size_t i = 0;
    for (; i + VECTOR_LANES <= n; i += VECTOR_LANES)
        lanes = combine_vectors(STYLE_OPERATORS, op, lanes, vector_load(input + i));
    elem total = CARRIED(result);
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++)
        total = combine(op, total, lanes[lane]);
#pragma GCC unroll 1
    for (; i < n; i++)
        total = combine(op, total, input[i]);
    CARRIED(result) = total;
}
FOR_EACH_OP(REDUCE_REST, )

static ALWAYS_INLINE size_t reduce_loop(enum read_mode reading, struct loop loop, const elem *input, size_t n,
                                        vector *results)
{
    const size_t step = (size_t)loop.unroll * VECTOR_LANES;
    size_t i = 0;
    for (; i + step <= n; i += step) {
#pragma GCC unroll 8
        for (unsigned u = 0; u < loop.unroll; u++) {
            const elem *const from = input + i + u * VECTOR_LANES;
            results[u] = combine_vectors(loop.style, loop.op, results[u],
                                         vector_read(from, reading, u * VECTOR_BYTES % CACHE_LINE == 0));
        }
    }
    return i;
}

/* Returns how many elements went into *lanes. */
static ALWAYS_INLINE size_t reduce_steps(struct loop loop, const elem *input, size_t n,
                                         enum read_mode reading, vector *lanes)
{
    vector results[8];
#pragma GCC unroll 8
    for (unsigned u = 0; u < 8; u++)
        results[u] = vector_broadcast(identity(loop.op));
    const size_t done = READ_AS(reading, reduce_loop, loop, input, n, results);
#pragma GCC unroll 8
    for (unsigned u = 1; u < loop.unroll; u++)
        results[0] = combine_vectors(loop.style, loop.op, results[0], results[u]);
    *lanes = results[0];
    return done;
}

#define REDUCE_KERNEL(op, name, style, unroll)                                                         \
    static void name##_##style##_##unroll(const void *input_, size_t n, enum read_mode reading,        \
                                          union element *result)                                       \
    {                                                                                                  \
        const elem *const input = input_;                                                              \
        vector lanes;                                                                                  \
        const size_t done = reduce_steps((struct loop){style, op, unroll}, input, n, reading, &lanes); \
        reduce_rest_##name(&lanes, input + done, n - done, result);                                    \
    }
#define REDUCE_KERNELS(op, name, style) \
    REDUCE_KERNEL(op, name, style, 1)   \
    REDUCE_KERNEL(op, name, style, 2)   \
    REDUCE_KERNEL(op, name, style, 4)   \
    REDUCE_KERNEL(op, name, style, 8)
FOR_EACH_OP(REDUCE_KERNELS, STYLE_OPERATORS)
FOR_EACH_OP(REDUCE_KERNELS, STYLE_INTRINSICS)

#define REDUCE_ENTRY(op, name, style) \
    [op] = {name##_##style##_1, name##_##style##_2, name##_##style##_4, name##_##style##_8},
extern const struct reduce_kernels EXPORT(reduce_kernels);
const struct reduce_kernels EXPORT(reduce_kernels) = {
    .reduce = {[REDUCE_OPERATORS] = {FOR_EACH_OP(REDUCE_ENTRY, STYLE_OPERATORS)},
               [REDUCE_INTRINSICS] = {FOR_EACH_OP(REDUCE_ENTRY, STYLE_INTRINSICS)}},
};
