/* SPDX-License-Identifier: MIT */
/* The kernel dialect on a CPU core: the text between two barriers is a loop over the group's threads,
 * simdgroups outside and 32 lanes inside with a constant trip count, so that the compiler vectorises over
 * lanes. */
#ifndef SCANBENCH_DIALECT_CPU_H
#define SCANBENCH_DIALECT_CPU_H

#include "cpu/vector.h"
#include "kernels/launch.h"

#include <stdbool.h>

typedef size_t size;
typedef unsigned uint;

enum { LANES = 32, MAX_THREADS = 1024, MAX_SIMDGROUPS = MAX_THREADS / LANES };

/* The operator of this build. Combining with the identity changes no bit, as 0.0 would (of −0.0). */
#define OP(a, b) ((a) + (b))
#define IDENTITY CONCAT_WORDS(IDENTITY_, ELEM)
#define IDENTITY_u32 0u
#define IDENTITY_i32 0
#define IDENTITY_u64 0ul
#define IDENTITY_f32 -0.0f
#define IDENTITY_f64 -0.0

/* A list of up to eight parameters, each a (kind, type, name): DO(index, kind, type, name) for every one. */
#define EACH_PARAMETER(DO, ...) EACH_PICK_(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1)(DO, __VA_ARGS__)
#define EACH_PICK_(a, b, c, d, e, f, g, h, count, ...) EACH_##count##_
#define EACH_1_(DO, a) EACH_CALL_(DO, 0, UNTUPLE_ a)
#define EACH_2_(DO, a, b) EACH_1_(DO, a) EACH_CALL_(DO, 1, UNTUPLE_ b)
#define EACH_3_(DO, a, b, c) EACH_2_(DO, a, b) EACH_CALL_(DO, 2, UNTUPLE_ c)
#define EACH_4_(DO, a, b, c, d) EACH_3_(DO, a, b, c) EACH_CALL_(DO, 3, UNTUPLE_ d)
#define EACH_5_(DO, a, b, c, d, e) EACH_4_(DO, a, b, c, d) EACH_CALL_(DO, 4, UNTUPLE_ e)
#define EACH_6_(DO, a, b, c, d, e, f) EACH_5_(DO, a, b, c, d, e) EACH_CALL_(DO, 5, UNTUPLE_ f)
#define EACH_7_(DO, a, b, c, d, e, f, g) EACH_6_(DO, a, b, c, d, e, f) EACH_CALL_(DO, 6, UNTUPLE_ g)
#define EACH_8_(DO, a, b, c, d, e, f, g, h) EACH_7_(DO, a, b, c, d, e, f, g) EACH_CALL_(DO, 7, UNTUPLE_ h)
#define UNTUPLE_(...) __VA_ARGS__
#define EACH_CALL_(DO, ...) DO(__VA_ARGS__)

/* What a parameter may be: a buffer read, a buffer written, words that groups exchange, a plain value. */
#define IN(type, name) (BUFFER_IN, type, name)
#define OUT(type, name) (BUFFER_OUT, type, name)
#define EXCHANGE(type, name) (BUFFER_EXCHANGE, type, name)
#define VALUE(type, name) (BY_VALUE, type, name)

#define DECLARE_(index, kind, type, name) DECLARE_##kind(type, name)
#define DECLARE_BUFFER_IN(type, name) , const type *restrict name
#define DECLARE_BUFFER_OUT(type, name) , type *restrict name
#define DECLARE_BUFFER_EXCHANGE(type, name) , type *name
#define DECLARE_BY_VALUE(type, name) , const type name
#define UNPACK_(index, kind, type, name) , UNPACK_##kind(type, launch->argument[index])
#define UNPACK_BUFFER_IN(type, from) (from).in
#define UNPACK_BUFFER_OUT(type, from) (from).out
#define UNPACK_BUFFER_EXCHANGE(type, from) (from).out
#define UNPACK_BY_VALUE(type, from) (type)(from).value

/* KERNEL(name, parameters…) { one group's work } with a launcher NAMED(name) that engines call. Inside:
 * GROUP, THREADS, SIMDGROUPS, and LOCAL(type), the group function that the launch chose. */
#define KERNEL(name, ...)                                                                                    \
    static ALWAYS_INLINE void NAMED(name##_group)(const struct launch *launch, const size GROUP,             \
                                                  const uint THREADS EACH_PARAMETER(DECLARE_, __VA_ARGS__)); \
    static void NAMED(name)(const struct launch *launch)                                                     \
    {                                                                                                        \
        for (size group = launch->first_group; group < launch->last_group; group++)                          \
            NAMED(name##_group)(launch, group, launch->threads EACH_PARAMETER(UNPACK_, __VA_ARGS__));        \
    }                                                                                                        \
    static ALWAYS_INLINE void NAMED(name##_group)(const struct launch *launch, const size GROUP,             \
                                                  const uint THREADS EACH_PARAMETER(DECLARE_, __VA_ARGS__))
#define LOCAL(type) ((type *)launch->local)

/* GROUP_FUNCTION(name, parameters…) { a part of a kernel that all threads of the group run together }, called
 * with CALL(name, …). It is compiled once for each number of threads, a constant inside, not once for each
 * kernel. */
#define GROUP_FUNCTION(name, ...)                                                                        \
    static ALWAYS_INLINE void name##_threads(const uint THREADS EACH_PARAMETER(DECLARE_, __VA_ARGS__));  \
    static __attribute__((noinline)) void name(const uint threads EACH_PARAMETER(DECLARE_, __VA_ARGS__)) \
    {                                                                                                    \
        switch (threads) {                                                                               \
            FOR_THREADS_(32, name, __VA_ARGS__)                                                          \
            FOR_THREADS_(64, name, __VA_ARGS__)                                                          \
            FOR_THREADS_(128, name, __VA_ARGS__)                                                         \
            FOR_THREADS_(256, name, __VA_ARGS__)                                                         \
            FOR_THREADS_(512, name, __VA_ARGS__)                                                         \
            FOR_THREADS_(1024, name, __VA_ARGS__)                                                        \
        default:                                                                                         \
            name##_threads(threads EACH_PARAMETER(PASS_, __VA_ARGS__));                                  \
        }                                                                                                \
    }                                                                                                    \
    static ALWAYS_INLINE void name##_threads(const uint THREADS EACH_PARAMETER(DECLARE_, __VA_ARGS__))
#define FOR_THREADS_(count, name, ...)                            \
    case count:                                                   \
        name##_threads(count EACH_PARAMETER(PASS_, __VA_ARGS__)); \
        break;
#define PASS_(index, kind, type, name) , name
#define CALL(name, ...) name(THREADS, __VA_ARGS__)
#define PRIVATE_REF(type, name) (BY_REFERENCE, type, name)
#define SHARED_REF(type, name) (BY_REFERENCE, type, name)
#define DECLARE_BY_REFERENCE(type, name) , type *restrict name
/* GROUP_FUNCTION_TYPE(name, parameters…): the type of such functions, for LOCAL. */
#define GROUP_FUNCTION_TYPE(name, ...) \
    typedef void name(const uint threads EACH_PARAMETER(DECLARE_, __VA_ARGS__))

/* Registers of each thread, MY(x) and MY_AT(x, i) its own; memory shared by the group, read by GET and
 * written by PUT. A private array keeps each simdgroup's values together, or rows of a large group would
 * share the sets of the cache. */
#define PRIVATE(type, name) type name[MAX_THREADS]
#define PRIVATE_ARRAY(type, name) type name[VALUES * MAX_THREADS]
#define SHARED(type, name, count) type name[count]
#define GET(words, i) (words)[i]
#define BROADCAST(words, i) (words)[i] /* the same word read by every thread, outside the loops */
#define PUT(words, i, value) ((words)[i] = (value))
#define MY(x) (x)[THREAD]
#define MY_AT(x, i) (x)[(SIMDGROUP * VALUES + (i)) * LANES + LANE]
#define THREAD (SIMDGROUP * LANES + LANE)
#define SIMDGROUPS ((size)THREADS / LANES)

/* The loops. Threads do not depend on each other between barriers, which ivdep tells the compiler. */
#if defined __clang__
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif
#define UNROLLED(i, from, to) _Pragma("GCC unroll 32") for (size i = (from); i < (to); i++)
#define EACH_LANE INDEPENDENT for (size LANE = 0; LANE < LANES; LANE++)
#define EACH_THREAD                                               \
    for (size SIMDGROUP = 0; SIMDGROUP < SIMDGROUPS; SIMDGROUP++) \
    EACH_LANE
#define EACH_THREAD_OF_FIRST_SIMDGROUP                   \
    for (size SIMDGROUP = 0; SIMDGROUP < 1; SIMDGROUP++) \
    EACH_LANE
#define EACH_THREAD_BELOW(count)                                       \
    for (size SIMDGROUP = 0; SIMDGROUP * LANES < (count); SIMDGROUP++) \
    EACH_LANE if (THREAD < (count))
#define EACH_FIRST_LANE for (size SIMDGROUP = 0, LANE = 0; SIMDGROUP < SIMDGROUPS; SIMDGROUP++)
#define EACH_LAST_LANE for (size SIMDGROUP = 0, LANE = LANES - 1; SIMDGROUP < SIMDGROUPS; SIMDGROUP++)
#define BARRIER ((void)0)

/* A tile of THREADS × VALUES elements in device memory; a partial one reads the identity past n and writes
 * nothing there. Blocked: thread i owns VALUES consecutive elements; striped: the elements i + THREADS · v.
 * MY_AT(values, v) is its element v either way. */
#define LOAD_BLOCKED(values, buffer, tile, n) tile_load_blocked(values, buffer, n, tile, THREADS, VALUES)
#define STORE_BLOCKED(buffer, values, tile, n) tile_store_blocked(buffer, values, n, tile, THREADS, VALUES)

/* Single elements of device memory. */
#define READ(buffer, i) (buffer)[i]
#define WRITE(buffer, i, value) ((buffer)[i] = (value))

/* Words that the groups of one launch exchange: 32 or 64 bits wide. An acquiring load sees all that was
 * written before the releasing store of the value it reads. ATOMIC_CAS returns what was there; POLL stands in
 * every waiting loop. */
#define ATOMIC_LOAD(buffer, i) __atomic_load_n(&(buffer)[i], __ATOMIC_RELAXED)
#define ATOMIC_LOAD_ACQUIRE(buffer, i) __atomic_load_n(&(buffer)[i], __ATOMIC_ACQUIRE)
#define ATOMIC_STORE(buffer, i, value) __atomic_store_n(&(buffer)[i], value, __ATOMIC_RELAXED)
#define ATOMIC_STORE_RELEASE(buffer, i, value) __atomic_store_n(&(buffer)[i], value, __ATOMIC_RELEASE)
#define ATOMIC_ADD(buffer, i, value) __atomic_fetch_add(&(buffer)[i], value, __ATOMIC_RELAXED)
#define ATOMIC_EXCHANGE(buffer, i, value) __atomic_exchange_n(&(buffer)[i], value, __ATOMIC_ACQ_REL)
#define ATOMIC_CAS(buffer, i, expected, desired)                                                           \
    ({                                                                                                     \
        __typeof__(*(buffer)) seen_ = (expected);                                                          \
        __atomic_compare_exchange_n(&(buffer)[i], &seen_, desired, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE); \
        seen_;                                                                                             \
    })
#define DEVICE_FENCE __atomic_thread_fence(__ATOMIC_SEQ_CST)
#if defined __x86_64__
#define POLL __builtin_ia32_pause()
#else
#define POLL __asm__ volatile("yield")
#endif

/* Collectives of each simdgroup, or of the first alone. */
#define SIMD_SCAN_EXCLUSIVE(result, from) lanes_scan_exclusive(SIMDGROUPS, result, from)
#define FIRST_SIMD_SCAN_EXCLUSIVE(result, from) lanes_scan_exclusive(1, result, from)
#define SIMD_REDUCE(result, from) lanes_reduce(SIMDGROUPS, result, from)
#define FIRST_SIMD_REDUCE(result, from) lanes_reduce(1, result, from)

/* The lanes of one simdgroup, in registers. */
enum { PARTS = LANES / VECTOR_LANES };
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

/* Where value v stands after log2(count) rounds of splitting even from odd: its bits reversed. */
static ALWAYS_INLINE uint reversed_bits(uint v, uint count)
{
    uint reversed = 0;
    for (uint bit = 1; bit < count; bit *= 2)
        reversed = reversed * 2 + (v & bit ? 1 : 0);
    return reversed;
}

/* From `count` consecutive elements a lane to a row of lanes for each: to[v][lane] = from[lane][v]. Vectors
 * at a time, by splitting even elements from odd ones log2(count) times. */
static ALWAYS_INLINE void lanes_load_blocked(elem *restrict to, const elem *restrict from, const uint count)
{
    for (uint p = 0; p < PARTS; p++) {
        vector x[32], y[32];
#pragma GCC unroll 32
        for (uint v = 0; v < count; v++)
            x[v] = vector_load(from + (p * count + v) * VECTOR_LANES);
#pragma GCC unroll 5
        for (uint block = count; block > 1; block /= 2) {
#pragma GCC unroll 16
            for (uint i = 0; i < count / 2; i++) {
                const uint at = i / (block / 2) * block + i % (block / 2);
                const uint pair = i / (block / 2) * block + 2 * (i % (block / 2));
                y[at] = VECTOR_EVEN(x[pair], x[pair + 1]);
                y[at + block / 2] = VECTOR_ODD(x[pair], x[pair + 1]);
            }
#pragma GCC unroll 32
            for (uint v = 0; v < count; v++)
                x[v] = y[v];
        }
#pragma GCC unroll 32
        for (uint v = 0; v < count; v++)
            vector_store(to + v * LANES + p * VECTOR_LANES, x[reversed_bits(v, count)]);
    }
}

/* The inverse: to[lane][v] = from[v][lane]. */
static ALWAYS_INLINE void lanes_store_blocked(elem *restrict to, const elem *restrict from, const uint count)
{
    for (uint p = 0; p < PARTS; p++) {
        vector x[32], y[32];
#pragma GCC unroll 32
        for (uint v = 0; v < count; v++)
            x[reversed_bits(v, count)] = vector_load(from + v * LANES + p * VECTOR_LANES);
#pragma GCC unroll 5
        for (uint block = 2; block <= count; block *= 2) {
#pragma GCC unroll 16
            for (uint i = 0; i < count / 2; i++) {
                const uint at = i / (block / 2) * block + i % (block / 2);
                const uint pair = i / (block / 2) * block + 2 * (i % (block / 2));
                y[pair] = VECTOR_ZIP_LOW(x[at], x[at + block / 2]);
                y[pair + 1] = VECTOR_ZIP_HIGH(x[at], x[at + block / 2]);
            }
#pragma GCC unroll 32
            for (uint v = 0; v < count; v++)
                x[v] = y[v];
        }
#pragma GCC unroll 32
        for (uint v = 0; v < count; v++)
            vector_store(to + (p * count + v) * VECTOR_LANES, x[v]);
    }
}

/* How many elements of a tile that starts at `begin` there are. */
static ALWAYS_INLINE size tile_elements(size n, size begin, size tile)
{
    return n - begin < tile ? n - begin : tile;
}

static ALWAYS_INLINE void tile_load_blocked(elem *restrict values, const elem *restrict buffer, size n,
                                            size group, uint threads, const uint count)
{
    const size tile = (size)threads * count;
    const size present = tile_elements(n, group * tile, tile);
    const elem *from = buffer + group * tile;
    elem padded[32 * MAX_THREADS];
    if (present < tile) {
        for (size i = 0; i < tile; i++)
            padded[i] = i < present ? from[i] : IDENTITY;
        from = padded;
    }
    for (size s = 0; s < threads / LANES; s++)
        lanes_load_blocked(values + s * count * LANES, from + s * count * LANES, count);
}

static ALWAYS_INLINE void tile_store_blocked(elem *restrict buffer, const elem *restrict values, size n,
                                             size group, uint threads, const uint count)
{
    const size tile = (size)threads * count;
    const size present = tile_elements(n, group * tile, tile);
    elem *const to = buffer + group * tile;
    elem padded[32 * MAX_THREADS];
    elem *const target = present < tile ? padded : to;
    for (size s = 0; s < threads / LANES; s++)
        lanes_store_blocked(target + s * count * LANES, values + s * count * LANES, count);
    if (present < tile)
        for (size i = 0; i < present; i++)
            to[i] = padded[i];
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
        a.part[p] = OP(a.part[p], b.part[p]);
    return a;
}

/* Kogge–Stone over 32 lanes, then moved up one lane. */
static ALWAYS_INLINE void lanes_scan_exclusive(uint simdgroups, elem *restrict result,
                                               const elem *restrict from)
{
    for (uint s = 0; s < simdgroups; s++) {
        struct lanes x = lanes_load(from + s * LANES);
        x = lanes_op(lanes_move_up_1(x), x);
        x = lanes_op(lanes_move_up_2(x), x);
        x = lanes_op(lanes_move_up_4(x), x);
        x = lanes_op(lanes_move_up_8(x), x);
        x = lanes_op(lanes_move_up_16(x), x);
        lanes_store(result + s * LANES, lanes_move_up_1(x));
    }
}

/* Fold by xor shuffles of 16, 8, 4, 2, 1: every lane of `result` receives the whole. */
static ALWAYS_INLINE void lanes_reduce(uint simdgroups, elem *result, const elem *from)
{
    for (uint s = 0; s < simdgroups; s++) {
        elem x[LANES];
        for (uint lane = 0; lane < LANES; lane++)
            x[lane] = from[s * LANES + lane];
#pragma GCC unroll 5
        for (uint half = LANES / 2; half > 0; half /= 2)
            for (uint lane = 0; lane < half; lane++)
                x[lane] = OP(x[lane], x[lane + half]);
        for (uint lane = 0; lane < LANES; lane++)
            result[s * LANES + lane] = x[0];
    }
}

#endif
