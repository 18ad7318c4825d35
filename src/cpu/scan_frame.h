/* SPDX-License-Identifier: MIT */
/* What every scan kernel has around its registers: a head up to aligned output, steps of `unroll` vectors,
 * single vectors, a tail. */
#ifndef SCANBENCH_SCAN_FRAME_H
#define SCANBENCH_SCAN_FRAME_H

#include "cpu/kernels.h"
#include "cpu/operator.h"

/* scan_each_name, a plain loop for the few elements beside whole vectors. Not inlined: one copy for all
 * styles and unroll factors of a file. */
#define SCAN_EACH(op, name, style)                                                                    \
    static __attribute__((noinline)) void scan_each_##name(const elem *input, elem *output, size_t n, \
                                                           union element *carry)                      \
    {                                                                                                 \
        elem prefix = CARRIED(carry);                                                                 \
        SCALAR_LOOP                                                                                   \
        for (size_t i = 0; i < n; i++) {                                                              \
            prefix = combine(op, prefix, input[i]);                                                   \
            output[i] = prefix;                                                                       \
        }                                                                                             \
        CARRIED(carry) = prefix;                                                                      \
    }
#define SCALAR_LOOP _Pragma("GCC unroll 1")
FOR_EACH_OP(SCAN_EACH, )

/* Elements before the first at which `output` is aligned to a vector; at most n. Stores that straddle lines
 * cost more than loads that do. */
static ALWAYS_INLINE size_t scan_head(const elem *output, size_t n)
{
    const size_t misaligned = (uintptr_t)output % VECTOR_BYTES / sizeof(elem);
    const size_t head = misaligned ? VECTOR_LANES - misaligned : 0;
    return head < n ? head : n;
}

/* SCAN_KERNEL(OP, name, style, unroll): the kernel style_name_unroll out of the function style_steps(op,
 * unroll, input, output, n, ahead, carry), which scans as many vectors as it can and returns how many
 * elements these were. Vectors left over go to the kernel for unroll 1, which comes first and leaves the rest
 * to the plain loop. */
#define SCAN_KERNEL(op, name, style, unroll)                                                         \
    static void style##_##name##_##unroll(const void *input_, void *output_, size_t n, size_t ahead, \
                                          union element *carry)                                      \
    {                                                                                                \
        const elem *const input = input_;                                                            \
        elem *const output = output_;                                                                \
        size_t i = scan_head(output, n);                                                             \
        scan_each_##name(input, output, i, carry);                                                   \
        i += style##_steps(op, unroll, input + i, output + i, n - i, ahead, carry);                  \
        style##_##name##_1(input + i, output + i, n - i, ahead, carry);                              \
    }
#define SCAN_KERNEL_1(op, name, style)                                                        \
    static void style##_##name##_1(const void *input_, void *output_, size_t n, size_t ahead, \
                                   union element *carry)                                      \
    {                                                                                         \
        (void)ahead;                                                                          \
        const elem *const input = input_;                                                     \
        elem *const output = output_;                                                         \
        size_t i = scan_head(output, n);                                                      \
        scan_each_##name(input, output, i, carry);                                            \
        i += style##_steps(op, 1, input + i, output + i, n - i, ahead, carry);                \
        scan_each_##name(input + i, output + i, n - i, carry);                                \
        vector_end();                                                                         \
    }
#define SCAN_KERNELS(op, name, style) \
    SCAN_KERNEL_1(op, name, style)    \
    SCAN_KERNEL(op, name, style, 2)   \
    SCAN_KERNEL(op, name, style, 4)   \
    SCAN_KERNEL(op, name, style, 8)
#define SCAN_ENTRY(op, name, style) \
    [op] = {style##_##name##_1, style##_##name##_2, style##_##name##_4, style##_##name##_8},

/* The kernels of a style for each operator, and the table of them that the file exports. */
#define SCAN_TABLE(style)                                  \
    FOR_EACH_OP(SCAN_KERNELS, style)                       \
    extern const struct scan_kernels EXPORT(scan_##style); \
    const struct scan_kernels EXPORT(scan_##style) = {.scan = {FOR_EACH_OP(SCAN_ENTRY, style)}};

#endif
