/* SPDX-License-Identifier: MIT */
/* Scans by sliding windows: lanes are moved in from the register before, so that each lane ends up with the
 * last VECTOR_LANES inputs combined, and the result is that onto the previous result. */
#include "cpu/scan_frame.h"
#include "cpu/tuning.h"

/* What the step before leaves: its windows of 1, 2, 4, 8 inputs, and its result. */
struct windows {
    vector of[4];
    vector prefix;
};

#define WIDEN(op, before, value, by)                             \
    ({                                                           \
        const vector moved_ = NATIVE_MOVE_UP(before, value, by); \
        (before) = (value);                                      \
        combine_vectors(STYLE_INTRINSICS, op, moved_, value);    \
    })

/* No lane is broadcast: the one chain from register to register is one operation in the same lane. */
static ALWAYS_INLINE vector windows_step(enum op op, struct windows *windows, vector value)
{
    value = WIDEN(op, windows->of[0], value, 1);
#if VECTOR_LANES >= 4
    value = WIDEN(op, windows->of[1], value, 2);
#endif
#if VECTOR_LANES >= 8
    value = WIDEN(op, windows->of[2], value, 4);
#endif
#if VECTOR_LANES >= 16
    value = WIDEN(op, windows->of[3], value, 8);
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

static ALWAYS_INLINE size_t windows_loop(struct windows_loop loop, const elem *input, elem *output, size_t n,
                                         struct windows *windows)
{
    const size_t step = (size_t)loop.unroll * VECTOR_LANES;
    size_t i = 0;
    for (; i + step <= n; i += step) {
#pragma GCC unroll 8
        for (unsigned u = 0; u < loop.unroll; u++) {
            const elem *const from = input + i + u * VECTOR_LANES;
            elem *const to = output + i + u * VECTOR_LANES;
            if (u * VECTOR_BYTES % CACHE_LINE == 0)
                windows_prefetch(from, to, loop.stream, loop.ahead);
            const vector result = windows_step(loop.op, windows, vector_load(from));
            if (loop.stream)
                vector_stream(to, result);
            else
                vector_store(to, result);
        }
    }
    return i;
}

static ALWAYS_INLINE size_t windows_run(struct windows_loop loop, const elem *input, elem *output, size_t n,
                                        union element *carry)
{
    struct windows_loop nearby = loop;
    nearby.ahead = 0;
    const vector nothing = vector_broadcast(identity(loop.op));
    struct windows windows = {.of = {nothing, nothing, nothing, nothing},
                              .prefix = vector_broadcast(CARRIED(carry))};
    const size_t done = loop.ahead ? windows_loop(loop, input, output, n, &windows)
                                   : windows_loop(nearby, input, output, n, &windows);
    CARRIED(carry) = windows.prefix[VECTOR_LANES - 1];
    if (loop.stream)
        stream_fence();
    return done;
}

#define windows_steps(op, unroll, input, output, n, ahead, carry) \
    windows_run((struct windows_loop){op, unroll, STORE_CACHED, ahead}, input, output, n, carry)
#define stream_steps(op, unroll, input, output, n, ahead, carry) \
    windows_run((struct windows_loop){op, unroll, STORE_STREAM, ahead}, input, output, n, carry)

#define PROPAGATE(op, name, style)                                                                \
    static void propagate_##name(void *output_, size_t n, const union element *prefix)            \
    {                                                                                             \
        elem *const output = output_;                                                             \
        const vector before = vector_broadcast(CARRIED(prefix));                                  \
        size_t i = 0;                                                                             \
        for (; i + VECTOR_LANES <= n; i += VECTOR_LANES)                                          \
            vector_store(output + i,                                                              \
                         combine_vectors(STYLE_INTRINSICS, op, before, vector_load(output + i))); \
        SCALAR_LOOP                                                                               \
        for (; i < n; i++)                                                                        \
            output[i] = combine(op, CARRIED(prefix), output[i]);                                  \
    }
FOR_EACH_OP(PROPAGATE, )

/* Memory sets the pace here, whatever the unroll factor. */
#define STREAM_KERNEL(op, name, style) \
    SCAN_KERNEL_1(op, name, style)     \
    SCAN_KERNEL(op, name, style, 4)
FOR_EACH_OP(SCAN_KERNELS, windows)
FOR_EACH_OP(STREAM_KERNEL, stream)

#define STREAM_ENTRY(op, name, style) \
    [op] = {style##_##name##_1, style##_##name##_4, style##_##name##_4, style##_##name##_4},
#define PROPAGATE_ENTRY(op, name, style) [op] = propagate_##name,
extern const struct scan_kernels EXPORT(scan_windows), EXPORT(scan_stream);
const struct scan_kernels EXPORT(scan_windows) = {.scan = {FOR_EACH_OP(SCAN_ENTRY, windows)},
                                                  .propagate = {FOR_EACH_OP(PROPAGATE_ENTRY, )}};
const struct scan_kernels EXPORT(scan_stream) = {.scan = {FOR_EACH_OP(STREAM_ENTRY, stream)}};
