/* SPDX-License-Identifier: MIT */
/* What a subgroup does at once on a CPU core: the collectives of its 32 lanes in native vectors. For
 * dialect_cpu.h, once the operator is known. */
#pragma once

#include "cpu/intrinsics.h"
#include "engine/emulate/dialect_cpu_rows.h"

static ALWAYS_INLINE vector vector_op(vector a, vector b)
{
    if (OPERATOR == OP_SUM)
        return a + b;
    if (OPERATOR == OP_PRODUCT)
        return a * b;
    if (OPERATOR == OP_MIN)
        return native_min(a, b);
    for (uint lane = 0; lane < VECTOR_LANES; lane++) /* right before it is fast */
        a[lane] = OP(a[lane], b[lane]);
    return a;
}

static ALWAYS_INLINE vector vector_flipped(vector value, elem_bits flip)
{
    typedef elem_bits bits __attribute__((vector_size(VECTOR_BYTES)));
    return FLIPS ? (vector)((bits)value ^ flip) : value;
}

/* The lanes of one subgroup, in registers. */
struct lanes {
    vector part[PARTS];
};

static ALWAYS_INLINE struct lanes lanes_load(const elem *from)
{
    struct lanes lanes;
#pragma GCC unroll 16
    for (uint p = 0; p < PARTS; p++)
        lanes.part[p] = vector_load(from + p * VECTOR_LANES);
    return lanes;
}

static ALWAYS_INLINE void lanes_store(elem *to, struct lanes lanes)
{
#pragma GCC unroll 16
    for (uint p = 0; p < PARTS; p++)
        vector_store(to + p * VECTOR_LANES, lanes.part[p]);
}

/* Every lane's value moved up by `by` lanes, the identity below. */
#define DEFINE_MOVE_UP(by)                                                             \
    static ALWAYS_INLINE struct lanes lanes_move_up_##by(struct lanes from)            \
    {                                                                                  \
        const vector identity = vector_broadcast(IDENTITY);                            \
        const uint whole = (by) / VECTOR_LANES;                                        \
        struct lanes to;                                                               \
        _Pragma("GCC unroll 16") for (uint p = 0; p < PARTS; p++)                      \
        {                                                                              \
            const vector below = p >= whole + 1 ? from.part[p - whole - 1] : identity; \
            const vector above = p >= whole ? from.part[p - whole] : identity;         \
            to.part[p] = VECTOR_MOVE_UP(below, above, (by) % VECTOR_LANES);            \
        }                                                                              \
        return to;                                                                     \
    }
DEFINE_MOVE_UP(1)
DEFINE_MOVE_UP(2)
DEFINE_MOVE_UP(4)
DEFINE_MOVE_UP(8)
DEFINE_MOVE_UP(16)

static ALWAYS_INLINE struct lanes lanes_op(struct lanes a, struct lanes b)
{
#pragma GCC unroll 16
    for (uint p = 0; p < PARTS; p++)
        a.part[p] = vector_op(a.part[p], b.part[p]);
    return a;
}

static ALWAYS_INLINE struct lanes lanes_scan(struct lanes x)
{
    x = lanes_op(lanes_move_up_1(x), x);
    x = lanes_op(lanes_move_up_2(x), x);
    x = lanes_op(lanes_move_up_4(x), x);
    x = lanes_op(lanes_move_up_8(x), x);
    return lanes_op(lanes_move_up_16(x), x);
}

/* The networks but for Kogge–Stone. */
#define EACH_ROUND _Pragma("GCC unroll 5") for
#define ROUND_FROM(takes, from)                                                 \
    do {                                                                        \
        elem y[LANES];                                                          \
        for (uint lane = 0; lane < LANES; lane++)                               \
            y[lane] = (takes) ? OP(x[(takes) ? (from) : 0], x[lane]) : x[lane]; \
        for (uint lane = 0; lane < LANES; lane++)                               \
            x[lane] = y[lane];                                                  \
    } while (0)
#define ROUND_UP(takes, by) ROUND_FROM(takes, lane - (by))

static __attribute__((noinline)) struct lanes lanes_scan_network(enum network network, struct lanes from)
{
    elem x[LANES];
    lanes_store(x, from);
    if (network == NETWORK_SKLANSKY) {
        ROUNDS_sklansky(ROUND_UP, ROUND_FROM)
    } else if (network == NETWORK_BRENT_KUNG) {
        ROUNDS_brent_kung(ROUND_UP, ROUND_FROM)
    } else {
        ROUNDS_han_carlson(ROUND_UP, ROUND_FROM)
    }
    return lanes_load(x);
}

/* Fold by xor shuffles of 16, 8, 4, 2, 1: every lane receives the whole. */
static ALWAYS_INLINE struct lanes lanes_fold(struct lanes x)
{
#pragma GCC unroll 5
    for (uint half = PARTS / 2; half > 0; half /= 2)
#pragma GCC unroll 8
        for (uint p = 0; p < half; p++)
            x.part[p] = vector_op(x.part[p], x.part[p + half]);
    vector whole = x.part[0];
#if VECTOR_LANES >= 16
    whole = vector_op(whole, VECTOR_TURN(whole, 8));
#endif
#if VECTOR_LANES >= 8
    whole = vector_op(whole, VECTOR_TURN(whole, 4));
#endif
#if VECTOR_LANES >= 4
    whole = vector_op(whole, VECTOR_TURN(whole, 2));
#endif
    whole = vector_op(whole, VECTOR_TURN(whole, 1));
#pragma GCC unroll 16
    for (uint p = 0; p < PARTS; p++)
        x.part[p] = whole;
    return x;
}

/* Of the first `subgroups`, the first `count` of the `values` rows that each has; by this network. */
struct lane_rows {
    enum network network;
    size subgroups, values, count;
};

static ALWAYS_INLINE struct lanes lanes_last(struct lanes x)
{
    const vector last = vector_broadcast(x.part[PARTS - 1][VECTOR_LANES - 1]);
#pragma GCC unroll 16
    for (uint p = 0; p < PARTS; p++)
        x.part[p] = last;
    return x;
}

/* name_rows(rows, results, from): `what` of the lanes x of each row. In line where there is one of each
 * subgroup. */
#define DEFINE_ROWS(name, what)                                                                     \
    static ALWAYS_INLINE void name##_side_by_side(enum network network, size count, elem *results,  \
                                                  const elem *from)                                 \
    {                                                                                               \
        (void)network;                                                                              \
        for (size at = 0; at < count * LANES; at += LANES) {                                        \
            const struct lanes x = lanes_load(from + at);                                           \
            lanes_store(results + at, what);                                                        \
        }                                                                                           \
    }                                                                                               \
    static UNUSED ONE_COPY void name##_each(struct lane_rows rows, elem *results, const elem *from) \
    {                                                                                               \
        for (size at = 0; at < rows.subgroups * rows.values * LANES; at += rows.values * LANES)     \
            name##_side_by_side(rows.network, rows.count, results + at, from + at);                 \
    }                                                                                               \
    static ALWAYS_INLINE void name##_rows(struct lane_rows rows, elem *results, const elem *from)   \
    {                                                                                               \
        if (__builtin_constant_p(rows.values) && rows.values == 1)                                  \
            name##_side_by_side(rows.network, rows.subgroups, results, from);                       \
        else                                                                                        \
            name##_each(rows, results, from);                                                       \
    }
DEFINE_ROWS(lanes_scan, network > NETWORK_KOGGE_STONE ? lanes_scan_network(network, x) : lanes_scan(x))
DEFINE_ROWS(lanes_up, lanes_move_up_1(x))
DEFINE_ROWS(lanes_up_2, lanes_move_up_2(x))
DEFINE_ROWS(lanes_up_4, lanes_move_up_4(x))
DEFINE_ROWS(lanes_up_8, lanes_move_up_8(x))
DEFINE_ROWS(lanes_up_16, lanes_move_up_16(x))
DEFINE_ROWS(lanes_reduce, lanes_fold(x))
DEFINE_ROWS(lanes_last, lanes_last(x))

/* Moved up by a power of two below 32. */
static UNUSED void lanes_up_by(struct lane_rows rows, elem *results, const elem *from, uint by)
{
    if (by == 1)
        lanes_up_rows(rows, results, from);
    else if (by == 2)
        lanes_up_2_rows(rows, results, from);
    else if (by == 4)
        lanes_up_4_rows(rows, results, from);
    else if (by == 8)
        lanes_up_8_rows(rows, results, from);
    else
        lanes_up_16_rows(rows, results, from);
}

/* Kogge–Stone, but for what a lane does not reach, which is read alone: gcc 12 warns of a const one that it
 * may be read before it is written. */
static UNUSED ONE_COPY void lanes_scan_reaching(struct lane_rows rows, elem *restrict results,
                                                uint *restrict reach, uint most)
{
    for (size s = 0; s < rows.subgroups; s++)
        for (size at = s * rows.values * LANES; at < (s * rows.values + rows.count) * LANES; at += LANES)
            for (uint by = 1; by < LANES && by <= most; by *= 2) {
                elem below[LANES];
                for (uint lane = by; lane < LANES; lane++)
                    below[lane] = results[at + lane - by];
                for (uint lane = by; lane < LANES; lane++)
                    results[at + lane] =
                        reach[at + lane] >= by ? OP(below[lane], results[at + lane]) : results[at + lane];
            }
}

static ALWAYS_INLINE uint lanes_ballot(const uint *from)
{
    uint lanes = 0;
    for (uint lane = 0; lane < LANES; lane++)
        lanes |= (from[lane] ? 1u : 0u) << lane;
    return lanes;
}

/* Every lane receives the sum of the subgroup's 32. */
static ALWAYS_INLINE void lanes_sum(struct lane_rows rows, uint *restrict results, const uint *restrict from)
{
    for (size s = 0; s < rows.subgroups; s++)
        for (size at = s * rows.values * LANES; at < (s * rows.values + rows.count) * LANES; at += LANES) {
            uint sum = 0;
            for (size lane = 0; lane < LANES; lane++)
                sum += from[at + lane];
            for (size lane = 0; lane < LANES; lane++)
                results[at + lane] = sum;
        }
}

/* Each lane receives the sum of those below it. */
static UNUSED ALWAYS_INLINE void lanes_sum_below(struct lane_rows rows, uint *restrict results,
                                                 const uint *restrict from)
{
    for (size s = 0; s < rows.subgroups; s++)
        for (size at = s * rows.values * LANES; at < (s * rows.values + rows.count) * LANES; at += LANES) {
            uint sum = 0;
            for (size lane = 0; lane < LANES; lane++) {
                results[at + lane] = sum;
                sum += from[at + lane];
            }
        }
}

static ALWAYS_INLINE uint threads_sum(size threads, const uint *restrict from, uint *restrict words)
{
    uint sum = 0;
    (void)words;
    for (size thread = 0; thread < threads; thread++)
        sum += from[thread];
    return sum;
}
