/* SPDX-License-Identifier: MIT */
/* Sliding windows: lanes are moved in from the register before, so that each lane ends up with the last
 * VECTOR_LANES inputs combined, and the result is that onto the previous result. */
#pragma once

#include "cpu/scan_frame.h"
#include "cpu/tuning.h"

/* What the step before leaves: its windows of 2, 4, 8 inputs, its result, the vector that comes next and its
 * windows of 2. What comes next is loaded before the result is stored, which may be over it: output is apart
 * from input, input, or input + 1. */
struct windows {
    vector of[3];
    vector prefix;
    vector next, pairs;
};

/* Next is the vector at `from`, after another. The elements one before are loaded where that costs less than
 * to move them up from register to register. */
static ALWAYS_INLINE void windows_load(enum op op, struct windows *windows, const elem *from)
{
    const vector value = vector_load(from);
#if WINDOWS_LOAD
    const vector below = vector_load(from - 1);
#else
    const vector below = NATIVE_MOVE_UP(windows->next, value, 1);
#endif
    windows->next = value;
    windows->pairs = combine_vectors(STYLE_INTRINSICS, op, below, value);
}

/* `value` joined with what it is moved up by `by` onto; `before` becomes what it was. */
#define WIDEN(op, before, value, by)                                    \
    do {                                                                \
        const vector moved_ = NATIVE_MOVE_UP(before, value, by);        \
        (before) = (value);                                             \
        (value) = combine_vectors(STYLE_INTRINSICS, op, moved_, value); \
    } while (0)

/* No lane is broadcast: the one chain from register to register is one operation in the same lane. */
static ALWAYS_INLINE vector windows_step(enum op op, struct windows *windows, vector value)
{
#if VECTOR_LANES >= 4
    WIDEN(op, windows->of[0], value, 2);
#endif
#if VECTOR_LANES >= 8
    WIDEN(op, windows->of[1], value, 4);
#endif
#if VECTOR_LANES >= 16
    WIDEN(op, windows->of[2], value, 8);
#endif
    windows->prefix = combine_vectors(STYLE_INTRINSICS, op, windows->prefix, value);
    return windows->prefix;
}

enum { STORE_CACHED = 0, STORE_STREAM = 1 };

/* What the loop is compiled for, and how many bytes it fetches ahead. */
struct windows_loop {
    enum op op;
    unsigned unroll;
    int stream;
    size_t ahead;
};

/* Lines about to be written are fetched early in every cache: a store that misses holds up those after it.
 */
static ALWAYS_INLINE void windows_prefetch(const elem *from, elem *to, int stream, size_t ahead)
{
    if (stream) {
        if (ahead)
            prefetch_far((const char *)from + ahead);
        return;
    }
    if (ahead)
        __builtin_prefetch((const char *)from + ahead);
    __builtin_prefetch((const char *)to + WRITE_AHEAD, 1);
}

static ALWAYS_INLINE void windows_put(struct windows_loop loop, elem *to, vector result)
{
    if (loop.stream)
        vector_stream(to, result);
    else
        vector_store(to, result);
}

static ALWAYS_INLINE void windows_store(struct windows_loop loop, struct windows *windows, vector pairs,
                                        elem *to)
{
    windows_put(loop, to, windows_step(loop.op, windows, pairs));
}

/* From element i on, as far as another vector follows. */
static ALWAYS_INLINE size_t windows_loop(struct windows_loop loop, const struct scan_rest *rest, size_t i,
                                         struct windows *windows)
{
    const size_t step = (size_t)loop.unroll * VECTOR_LANES;
    for (; i + step + VECTOR_LANES <= rest->n; i += step) {
#pragma GCC unroll 8
        for (unsigned u = 0; u < loop.unroll; u++) {
            const elem *const from = rest->input + i + u * VECTOR_LANES;
            elem *const to = rest->output + i + u * VECTOR_LANES;
            if (u * VECTOR_BYTES % CACHE_LINE == 0)
                windows_prefetch(from, to, loop.stream, loop.ahead);
            const vector pairs = windows->pairs;
            windows_load(loop.op, windows, from + VECTOR_LANES);
            windows_store(loop, windows, pairs, to);
        }
    }
    return i;
}

static ALWAYS_INLINE struct windows windows_begin(enum op op, const struct scan_rest *rest,
                                                  const union element *carry)
{
    const vector nothing = vector_broadcast(identity(op));
    vector first = vector_load(rest->input);
    first[0] = rest->next;
    return (struct windows){
        .of = {nothing, nothing, nothing},
        .prefix = vector_broadcast(CARRIED(carry)),
        .next = first,
        .pairs = combine_vectors(STYLE_INTRINSICS, op, NATIVE_MOVE_UP(nothing, first, 1), first)};
}

/* All whole vectors; what follows the last is read before it is written. */
static ALWAYS_INLINE void windows_run(struct windows_loop loop, struct scan_rest *rest, union element *carry)
{
    if (rest->n < VECTOR_LANES)
        return;
    struct windows_loop nearby = loop, single = loop;
    nearby.ahead = single.ahead = 0;
    single.unroll = 1;
    struct windows windows = windows_begin(loop.op, rest, carry);
    size_t i = loop.ahead ? windows_loop(loop, rest, 0, &windows) : windows_loop(nearby, rest, 0, &windows);
    i = windows_loop(single, rest, i, &windows);
    const elem next = i + VECTOR_LANES < rest->n ? rest->input[i + VECTOR_LANES] : 0;
    windows_store(loop, &windows, windows.pairs, rest->output + i);
    CARRIED(carry) = windows.prefix[VECTOR_LANES - 1];
    rest_advance(rest, i + VECTOR_LANES, next);
    if (loop.stream)
        stream_fence();
}
