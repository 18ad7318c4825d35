/* SPDX-License-Identifier: MIT */
/* What every scan kernel has around its registers: a head up to aligned output, steps of `unroll` vectors,
 * single vectors, a tail. */
#pragma once

#include "cpu/kernels.h"
#include "cpu/operator.h"

/* What of a scan is still to be done. Where output is input + 1, what was written last is over input[0]. */
struct scan_rest {
    const elem *input;
    elem *output;
    size_t n;
    elem next; /* what input[0] was, where n > 0 */
};

static ALWAYS_INLINE struct scan_rest rest_of(const void *input, void *output, size_t n)
{
    const elem *const first = input;
    return (struct scan_rest){first, output, n, n > 0 ? first[0] : 0};
}

/* After `done` elements; next as of the rest. */
static ALWAYS_INLINE void rest_advance(struct scan_rest *rest, size_t done, elem next)
{
    *rest = (struct scan_rest){rest->input + done, rest->output + done, rest->n - done, next};
}

/* The same where output is not input + 1. */
static ALWAYS_INLINE void rest_skip(struct scan_rest *rest, size_t done)
{
    *rest = rest_of(rest->input + done, rest->output + done, rest->n - done);
}

/* scan_each_name, a plain loop for the few elements beside whole vectors. Not inlined: one copy for all
 * styles and unroll factors of a file. */
#define SCAN_EACH(op, name, style)                                                           \
    static __attribute__((noinline)) void scan_each_##name(struct scan_rest *rest, size_t n, \
                                                           union element *carry)             \
    {                                                                                        \
        elem prefix = CARRIED(carry), next = rest->next;                                     \
        SCALAR_LOOP                                                                          \
        for (size_t i = 0; i < n; i++) {                                                     \
            prefix = combine(op, prefix, next);                                              \
            next = i + 1 < rest->n ? rest->input[i + 1] : next;                              \
            rest->output[i] = prefix;                                                        \
        }                                                                                    \
        CARRIED(carry) = prefix;                                                             \
        rest_advance(rest, n, next);                                                         \
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
 * unroll, rest, ahead, carry), which scans the rest but for less than a vector. */
#define SCAN_KERNEL(op, name, style, unroll)                                                       \
    static void style##_##name##_##unroll(const void *input, void *output, size_t n, size_t ahead, \
                                          union element *carry)                                    \
    {                                                                                              \
        (void)ahead;                                                                               \
        struct scan_rest rest = rest_of(input, output, n);                                         \
        scan_each_##name(&rest, scan_head(output, n), carry);                                      \
        style##_steps(op, unroll, &rest, ahead, carry);                                            \
        scan_each_##name(&rest, rest.n, carry);                                                    \
        vector_end();                                                                              \
    }
#define SCAN_KERNELS(op, name, style) \
    SCAN_KERNEL(op, name, style, 1)   \
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
