/* SPDX-License-Identifier: MIT */
/* Scans by log steps in each register, with vector operators and with intrinsics. */
#include "cpu/scan_frame.h"

FOR_EACH_OP(SCAN_EACH)

#define MOVE_UP(style, below, value, by) \
    ((style) == STYLE_INTRINSICS ? NATIVE_MOVE_UP(below, value, by) : VECTOR_MOVE_UP(below, value, by))

/* Inclusive scan of the lanes (Kogge–Stone). */
static ALWAYS_INLINE vector scan_lanes(enum style style, enum op op, vector value)
{
    const vector nothing = vector_broadcast(identity(op));
    value = combine_vectors(style, op, MOVE_UP(style, nothing, value, 1), value);
#if VECTOR_LANES >= 4
    value = combine_vectors(style, op, MOVE_UP(style, nothing, value, 2), value);
#endif
#if VECTOR_LANES >= 8
    value = combine_vectors(style, op, MOVE_UP(style, nothing, value, 4), value);
#endif
#if VECTOR_LANES >= 16
    value = combine_vectors(style, op, MOVE_UP(style, nothing, value, 8), value);
#endif
    return value;
}

/* `unroll` registers are scanned on their own; then the carry runs through their totals, so that the only
 * chain from one step to the next is one operation a register. */
static ALWAYS_INLINE size_t scan_registers(enum style style, enum op op, unsigned unroll, const elem *input,
                                           elem *output, size_t n, union element *element)
{
    const size_t step = (size_t)unroll * VECTOR_LANES;
    vector carry = vector_broadcast(CARRIED(element));
    size_t i = 0;
    for (; i + step <= n; i += step) {
        vector local[8];
#pragma GCC unroll 8
        for (unsigned u = 0; u < unroll; u++)
            local[u] = scan_lanes(style, op, vector_load(input + i + u * VECTOR_LANES));
#pragma GCC unroll 8
        for (unsigned u = 0; u < unroll; u++) {
            const vector total = style == STYLE_INTRINSICS ? NATIVE_LAST(local[u]) : VECTOR_LAST(local[u]);
            vector_store(output + i + u * VECTOR_LANES, combine_vectors(style, op, carry, local[u]));
            carry = combine_vectors(style, op, carry, total);
        }
    }
    CARRIED(element) = carry[0];
    return i;
}

#define operators_steps(op, unroll, input, output, n, ahead, carry) \
    scan_registers(STYLE_OPERATORS, op, unroll, input, output, n, carry)
#define intrinsics_steps(op, unroll, input, output, n, ahead, carry) \
    scan_registers(STYLE_INTRINSICS, op, unroll, input, output, n, carry)

#define KERNELS(op, name)             \
    SCAN_KERNELS(op, name, operators) \
    SCAN_KERNELS(op, name, intrinsics)
FOR_EACH_OP(KERNELS)

#define OPERATORS_ENTRY(op, name) SCAN_ENTRY(op, name, operators)
#define INTRINSICS_ENTRY(op, name) SCAN_ENTRY(op, name, intrinsics)
extern const struct scan_kernels EXPORT(scan_operators), EXPORT(scan_intrinsics);
const struct scan_kernels EXPORT(scan_operators) = {.scan = {FOR_EACH_OP(OPERATORS_ENTRY)}};
const struct scan_kernels EXPORT(scan_intrinsics) = {.scan = {FOR_EACH_OP(INTRINSICS_ENTRY)}};
