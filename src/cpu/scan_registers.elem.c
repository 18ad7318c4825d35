/* SPDX-License-Identifier: MIT */
/* Scans of each register, then of their totals: the lanes by log steps with vector operators and with
 * intrinsics, or by a tree. */
#include "cpu/scan_frame.h"

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

/* For each lane of a register its source of one step: VECTOR_LANES + lane − by where the step reaches it,
 * else lane 0 of the identity. */
#define UP_LANE(lane, by) ((lane) % (2 * (by)) == 2 * (by)-1 ? VECTOR_LANES + (lane) - (by) : 0)
#define DOWN_LANE(lane, by) \
    ((lane) >= 2 * (by) && (lane) % (2 * (by)) == (by)-1 ? VECTOR_LANES + (lane) - (by) : 0)
#define STEP_2(kind, by, x) kind##_LANE(x, by), kind##_LANE((x) + 1, by)
#define STEP_4(kind, by, x) STEP_2(kind, by, x), STEP_2(kind, by, (x) + 2)
#define STEP_8(kind, by, x) STEP_4(kind, by, x), STEP_4(kind, by, (x) + 4)
#define STEP_16(kind, by, x) STEP_8(kind, by, x), STEP_8(kind, by, (x) + 8)
#if VECTOR_LANES == 16
#define STEP STEP_16
#elif VECTOR_LANES == 8
#define STEP STEP_8
#elif VECTOR_LANES == 4
#define STEP STEP_4
#elif VECTOR_LANES == 2
#define STEP STEP_2
#else
#error "no tree of so many lanes"
#endif
#define TREE_STEP(kind, by)                                                                                  \
    value = combine_vectors(STYLE_OPERATORS, op, __builtin_shufflevector(nothing, value, STEP(kind, by, 0)), \
                            value)

/* Up the tree, where each node takes in its left child, then down, where each takes in what precedes it. */
static ALWAYS_INLINE vector scan_tree(enum op op, vector value)
{
    const vector nothing = vector_broadcast(identity(op));
    TREE_STEP(UP, 1);
#if VECTOR_LANES >= 4
    TREE_STEP(UP, 2);
#endif
#if VECTOR_LANES >= 8
    TREE_STEP(UP, 4);
#endif
#if VECTOR_LANES >= 16
    TREE_STEP(UP, 8);
    TREE_STEP(DOWN, 4);
#endif
#if VECTOR_LANES >= 8
    TREE_STEP(DOWN, 2);
#endif
#if VECTOR_LANES >= 4
    TREE_STEP(DOWN, 1);
#endif
    return value;
}

/* What the loop is compiled for: a tree in each register, or steps. */
struct registers_loop {
    bool tree;
    enum style style;
    enum op op;
    unsigned unroll;
};

/* `unroll` registers are scanned on their own; then the carry runs through their totals, so that the only
 * chain from one step to the next is one operation a register. */
static ALWAYS_INLINE void scan_registers(struct registers_loop loop, struct scan_rest *rest,
                                         union element *element)
{
    const elem *const input = rest->input;
    elem *const output = rest->output;
    const enum style style = loop.style;
    const enum op op = loop.op;
    const size_t step = (size_t)loop.unroll * VECTOR_LANES;
    vector carry = vector_broadcast(CARRIED(element));
    size_t i = 0;
    for (; i + step <= rest->n; i += step) {
        vector local[8];
#pragma GCC unroll 8
        for (unsigned u = 0; u < loop.unroll; u++) {
            const vector value = vector_load(input + i + u * VECTOR_LANES);
            local[u] = loop.tree ? scan_tree(op, value) : scan_lanes(style, op, value);
        }
#pragma GCC unroll 8
        for (unsigned u = 0; u < loop.unroll; u++) {
            const vector total = style == STYLE_INTRINSICS ? NATIVE_LAST(local[u]) : VECTOR_LAST(local[u]);
            vector_store(output + i + u * VECTOR_LANES, combine_vectors(style, op, carry, local[u]));
            carry = combine_vectors(style, op, carry, total);
        }
    }
    CARRIED(element) = carry[0];
    rest_skip(rest, i);
}

static ALWAYS_INLINE void registers_run(struct registers_loop loop, struct scan_rest *rest,
                                        union element *carry)
{
    scan_registers(loop, rest, carry);
    loop.unroll = 1;
    scan_registers(loop, rest, carry);
}

#define operators_steps(op, unroll, rest, ahead, carry) \
    registers_run((struct registers_loop){false, STYLE_OPERATORS, op, unroll}, rest, carry)
#define intrinsics_steps(op, unroll, rest, ahead, carry) \
    registers_run((struct registers_loop){false, STYLE_INTRINSICS, op, unroll}, rest, carry)
#define tree_steps(op, unroll, rest, ahead, carry) \
    registers_run((struct registers_loop){true, STYLE_OPERATORS, op, unroll}, rest, carry)

SCAN_TABLE(operators)
SCAN_TABLE(intrinsics)
SCAN_TABLE(tree)

/* `unroll` registers as above, from the last element to the first. */
static ALWAYS_INLINE size_t reverse_registers(enum op op, unsigned unroll, struct scan_rest rest,
                                              union element *element)
{
    const size_t step = (size_t)unroll * VECTOR_LANES;
    vector carry = vector_broadcast(CARRIED(element));
    size_t n = rest.n;
    for (; n >= step; n -= step) {
        vector local[8];
#pragma GCC unroll 8
        for (unsigned u = 0; u < unroll; u++) {
            const vector value = vector_load(rest.input + n - (u + 1) * VECTOR_LANES);
            local[u] = scan_lanes(STYLE_INTRINSICS, op, VECTOR_REVERSE(value));
        }
#pragma GCC unroll 8
        for (unsigned u = 0; u < unroll; u++) {
            const vector result = combine_vectors(STYLE_INTRINSICS, op, carry, local[u]);
            vector_store(rest.output + n - (u + 1) * VECTOR_LANES, VECTOR_REVERSE(result));
            carry = combine_vectors(STYLE_INTRINSICS, op, carry, NATIVE_LAST(local[u]));
        }
    }
    CARRIED(element) = carry[0];
    return n;
}

/* Memory sets the pace, or else the shuffles do: one unroll factor. */
#define REVERSE_KERNEL(op, name, style)                                                 \
    static void reverse_##name(const void *input, void *output, size_t n, size_t ahead, \
                               union element *carry)                                    \
    {                                                                                   \
        struct scan_rest rest = rest_of(input, output, n);                              \
        (void)ahead;                                                                    \
        rest.n = reverse_registers(op, 4, rest, carry);                                 \
        rest.n = reverse_registers(op, 1, rest, carry);                                 \
        elem prefix = CARRIED(carry);                                                   \
        SCALAR_LOOP                                                                     \
        for (size_t i = rest.n; i > 0; i--)                                             \
            rest.output[i - 1] = prefix = combine(op, prefix, rest.input[i - 1]);       \
        CARRIED(carry) = prefix;                                                        \
        vector_end();                                                                   \
    }
#define REVERSE_ENTRY(op, name, style) \
    [op] = {reverse_##name, reverse_##name, reverse_##name, reverse_##name},
FOR_EACH_OP(REVERSE_KERNEL, )
extern const struct scan_kernels EXPORT(scan_reverse);
const struct scan_kernels EXPORT(scan_reverse) = {.scan = {FOR_EACH_OP(REVERSE_ENTRY, )}};
