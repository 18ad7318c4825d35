/* SPDX-License-Identifier: MIT */
/* The kernel dialect in OpenCL C, 3.0 or 2.0, or 1.2 without EXCHANGES: a work-item is a thread, a work-group
 * a group, local memory is shared. What a simdgroup does at once goes through local memory, so that nothing
 * is asked of the device's own sub-groups. Whoever builds a program defines the words of problem/elem.h,
 * VALUES, NETWORK (a word), EXCHANGES (1, or 0 where groups cannot read what others write in the same
 * launch), and LOCAL_type for each type of group function that its kernels call. A kernel's first parameter
 * is local memory of an element a thread. */
#ifndef SCANBENCH_DIALECT_OPENCL_H
#define SCANBENCH_DIALECT_OPENCL_H

#include "kernels/choices.h"
#include "kernels/lanes.h"
#include "kernels/parameters.h"

#pragma OPENCL FP_CONTRACT OFF

#define uint32_t uint
#define int32_t int
#define uint64_t ulong
#define int64_t long
typedef ulong size;

#define INLINE static inline
#define INFINITE INFINITY
#include "problem/elem.h"

#include "engine/packed.h"

#define OP(a, b) combine(OPERATOR, a, b)
#define IDENTITY neutral(OPERATOR)
#define SUBTRACT(a, b) ((a) - (b))
#define MULTIPLY(a, b) ((a) * (b))
#define POSITIVE(value) ((value) > 0)
#define HANDED(value) (value)

#define BITS_OF(value) bits_of_elem(value)
#define ELEM_OF_BITS(bits) elem_of_bits(bits)

#define IN_FLIGHT 1
#define DEVICE_MEMORY __global
#define SHARED_MEMORY __local
#define RESTRICT
#define RESTRICT_REFERENCE

/* A kernel is given a buffer and the bytes from its start to what a parameter leads to: no device has to
 * share its addresses. `make` writes PLACES after the head of each. */
#define KERNEL(name, ...) \
    __kernel void name(__local elem *const simd_words EACH_PARAMETER(GIVEN_, __VA_ARGS__))
#define GIVEN_(index, kind, type, name) GIVEN_##kind(type, name)
#define GIVEN_BUFFER_(name) , __global char *const name##_buffer, const size name##_offset
#define GIVEN_BUFFER_IN(type, name) GIVEN_BUFFER_(name)
#define GIVEN_BUFFER_OUT(type, name) GIVEN_BUFFER_(name)
#define GIVEN_BUFFER_EXCHANGE(type, name) GIVEN_BUFFER_(name)
#define GIVEN_BY_VALUE(type, name) , const type name
#define PLACES(kernel_name, ...) EACH_PARAMETER(PLACE_, __VA_ARGS__)
#define PLACE_(index, kind, type, name) PLACE_##kind(type, name)
#define PLACE_BUFFER_IN(type, name) \
    __global const type *const name = (__global const type *)(name##_buffer + name##_offset);
#define PLACE_BUFFER_OUT(type, name) \
    __global type *const name = (__global type *)(name##_buffer + name##_offset);
#define PLACE_BUFFER_EXCHANGE PLACE_BUFFER_OUT
#define PLACE_BY_VALUE(type, name)
#define PART(name, ...) static void name(__local elem *const simd_words DECLARED(__VA_ARGS__))
#define GROUP_FUNCTION(name, ...) PART(name, __VA_ARGS__)
#define SIZED_GROUP_FUNCTION GROUP_FUNCTION
#define GROUP_FUNCTION_TYPE(name, ...) struct name
#define LOCAL(type) JOIN(LOCAL_, type)
#define CALL(name, ...) name(simd_words, __VA_ARGS__)
#define CALL_PART(name, ...) name(simd_words, __VA_ARGS__)

/* A private value is an array of one, so that a part may write its caller's. */
#define PRIVATE(type, name) type name[1]
#define PRIVATE_ARRAY(type, name) type name[VALUES]
#define PRIVATE_OF_FIRST_SIMDGROUP(type, name) type name[MAX_SIMDGROUPS]
#define SHARED(type, name, count) __local type name[count]
#define SHARED_TILE(type, name) __local type name[MAX_THREADS * VALUES]
#define GET(words, i) (words)[i]
#define SIMD_GET(words, i) (words)[i]
#define BROADCAST(words, i) (words)[i]
#define PUT(words, i, value) ((words)[i] = (value))
#define VOLATILE_GET(words, i) ((const volatile __local elem *)(words))[i]
#define VOLATILE_PUT(words, i, value) (((volatile __local elem *)(words))[i] = (value))
#define MY(x) (x)[0]
#define MY_AT(x, i) (x)[i]
#define FIRST_AT(x, i) (x)[i]

#define GROUP ((size)get_group_id(0))
#define THREADS ((size)get_local_size(0))
#define THREAD ((size)get_local_id(0))
#define SIMDGROUPS (THREADS / LANES)
#define SIMDGROUP (THREAD / LANES)
#define LANE (THREAD % LANES)

/* The loops over threads are blocks that each thread enters or not. */
#define UNROLLED(i, from, to) for (size i = (from); i < (to); i++)
#define EACH_LANE
#define EACH_SIMDGROUP
#define EACH_THREAD
#define EACH_THREAD_OF_FIRST_SIMDGROUP if (SIMDGROUP == 0)
#define THE_FIRST_SIMDGROUP /* the barriers of what it does at once are the group's */
#define EACH_THREAD_BELOW(count) if (THREAD < (count))
#define EACH_FIRST_LANE if (LANE == 0)
#define EACH_LAST_LANE if (LANE == LANES - 1)
#define THE_FIRST_THREAD if (THREAD == 0)
#define THE_LAST_THREAD if (THREAD == THREADS - 1)
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define SIMD_BARRIER BARRIER
#define FIRST_SIMD_BARRIER BARRIER

/* Device memory: element v of this thread, and whole tiles of them, the identity past n. */
#define BLOCKED_AT(tile, v) (((tile)*THREADS + THREAD) * VALUES + (v))
#define STRIPED_AT(tile, v) (((tile)*VALUES + (v)) * THREADS + THREAD)
#define READ(buffer, i) (buffer)[i]
#define WRITE(buffer, i, value) ((buffer)[i] = (value))
#define READ_BELOW(buffer, i, n) ((i) < (n) ? (buffer)[i] : IDENTITY)
#define LOAD_(values, buffer, at, tile, n) \
    for (uint v = 0; v < VALUES; v++)      \
    (values)[v] = READ_BELOW(buffer, at(tile, v), n)
#define STORE_(buffer, values, at, tile, n) \
    for (uint v = 0; v < VALUES; v++)       \
        if (at(tile, v) < (n))              \
    (buffer)[at(tile, v)] = (values)[v]
#define LOAD_BLOCKED(values, buffer, tile, n) LOAD_(values, buffer, BLOCKED_AT, tile, n)
#define LOAD_VECTORS(values, buffer, tile, n) LOAD_BLOCKED(values, buffer, tile, n)
#define LOAD_STRIPED(values, buffer, tile, n) LOAD_(values, buffer, STRIPED_AT, tile, n)
#define STORE_BLOCKED(buffer, values, tile, n) STORE_(buffer, values, BLOCKED_AT, tile, n)
#define STORE_STRIPED(buffer, values, tile, n) STORE_(buffer, values, STRIPED_AT, tile, n)
#define LOAD_ROW(value, buffer, row, n) ((value)[0] = READ_BELOW(buffer, (row)*THREADS + THREAD, n))
#define STORE_ROW(buffer, value, row, n)                   \
    do {                                                   \
        if ((row)*THREADS + THREAD < (n))                  \
            (buffer)[(row)*THREADS + THREAD] = (value)[0]; \
    } while (0)
#define EACH_THREAD_LOADED(values, buffer, tile, n) LOAD_BLOCKED(values, buffer, tile, n);
#define RUN_OF_LANE(own, words_, run_)  \
    __local elem *const own = (words_); \
    const size own##_run = (run_)
#define EACH_LANE_WITH_RUN(own, words, run) EACH_THREAD_OF_FIRST_SIMDGROUP
#define RUN_GET(own, j) GET(own, (j) + LANE * (own##_run))
#define RUN_PUT(own, j, value) PUT(own, (j) + LANE * (own##_run), value)
#define STORED_VALUES PRIVATE_ARRAY
#define STORED_AT MY_AT
#define EACH_THREAD_STORED(buffer, values, tile, n) \
    for (bool stored = false; !stored; stored = store_blocked(buffer, values, tile, n))

static inline bool store_blocked(__global elem *buffer, const elem *values, size tile, size n)
{
    STORE_BLOCKED(buffer, values, tile, n);
    return true;
}

/* Each thread's values joined pair by pair, then pairs of pairs. `run`: the consecutive elements that a
 * thread takes at a time, 1, 2 or 4. */
#define LOAD_TOTAL(total, buffer, tile, n, layout, width) \
    load_joined(total, buffer, tile, n, (layout) == LAYOUT_STRIPED ? (width) : VALUES)
static inline void load_joined(elem *total, __global const elem *buffer, size tile, size n, uint run)
{
    elem value[VALUES];
    for (uint v = 0; v < VALUES; v++) {
        const size at = tile * THREADS * VALUES + v / run * run * THREADS + THREAD * run + v % run;
        value[v] = READ_BELOW(buffer, at, n);
    }
    for (uint left = VALUES / 2; left > 0; left /= 2)
        for (uint i = 0; i < left; i++)
            value[i] = OP(value[2 * i], value[2 * i + 1]);
    total[0] = value[0];
}

/* Words that groups exchange. */
#define ATOMIC_LOAD(buffer, i) word_load_relaxed(&(buffer)[i])
#define ATOMIC_LOAD_ACQUIRE(buffer, i) word_load_acquire(&(buffer)[i])
#define ATOMIC_STORE(buffer, i, value) word_store_relaxed(&(buffer)[i], value)
#define ATOMIC_STORE_RELEASE(buffer, i, value) word_store_release(&(buffer)[i], value)
#define ATOMIC_ADD(buffer, i, value) word_add(&(buffer)[i], value)
#define ATOMIC_EXCHANGE(buffer, i, value) word_exchange(&(buffer)[i], value)
#define ATOMIC_CAS(buffer, i, expected, desired) word_cas(&(buffer)[i], expected, desired)
#define POLL ((void)0)
#define WAIT(nanoseconds) ((void)(nanoseconds))

#define OVERLOADED __attribute__((overloadable))
#if EXCHANGES
#define DEVICE_FENCE atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device)
#define DEFINE_WORDS(type)                                                                                   \
    static inline type OVERLOADED word_load_relaxed(__global type *word)                                     \
    {                                                                                                        \
        return atomic_load_explicit((volatile __global atomic_##type *)word, memory_order_relaxed,           \
                                    memory_scope_device);                                                    \
    }                                                                                                        \
    static inline type OVERLOADED word_load_acquire(__global type *word)                                     \
    {                                                                                                        \
        return atomic_load_explicit((volatile __global atomic_##type *)word, memory_order_acquire,           \
                                    memory_scope_device);                                                    \
    }                                                                                                        \
    static inline void OVERLOADED word_store_relaxed(__global type *word, type value)                        \
    {                                                                                                        \
        atomic_store_explicit((volatile __global atomic_##type *)word, value, memory_order_relaxed,          \
                              memory_scope_device);                                                          \
    }                                                                                                        \
    static inline void OVERLOADED word_store_release(__global type *word, type value)                        \
    {                                                                                                        \
        atomic_store_explicit((volatile __global atomic_##type *)word, value, memory_order_release,          \
                              memory_scope_device);                                                          \
    }                                                                                                        \
    static inline type OVERLOADED word_add(__global type *word, type value)                                  \
    {                                                                                                        \
        return atomic_fetch_add_explicit((volatile __global atomic_##type *)word, value,                     \
                                         memory_order_relaxed, memory_scope_device);                         \
    }                                                                                                        \
    static inline type OVERLOADED word_exchange(__global type *word, type value)                             \
    {                                                                                                        \
        return atomic_exchange_explicit((volatile __global atomic_##type *)word, value,                      \
                                        memory_order_acq_rel, memory_scope_device);                          \
    }                                                                                                        \
    static inline type OVERLOADED word_cas(__global type *word, type expected, type desired)                 \
    {                                                                                                        \
        atomic_compare_exchange_strong_explicit((volatile __global atomic_##type *)word, &expected, desired, \
                                                memory_order_acq_rel, memory_order_acquire,                  \
                                                memory_scope_device);                                        \
        return expected;                                                                                     \
    }
#else
/* Where a device cannot order what its groups write, no kernel that does so is launched: its words are read
 * and written as others are. */
#define DEVICE_FENCE mem_fence(CLK_GLOBAL_MEM_FENCE)
#define DEFINE_WORDS(type)                                                                   \
    static inline type OVERLOADED word_load_relaxed(__global type *word)                     \
    {                                                                                        \
        return *word;                                                                        \
    }                                                                                        \
    static inline type OVERLOADED word_load_acquire(__global type *word)                     \
    {                                                                                        \
        return *word;                                                                        \
    }                                                                                        \
    static inline void OVERLOADED word_store_relaxed(__global type *word, type value)        \
    {                                                                                        \
        *word = value;                                                                       \
    }                                                                                        \
    static inline void OVERLOADED word_store_release(__global type *word, type value)        \
    {                                                                                        \
        *word = value;                                                                       \
    }                                                                                        \
    static inline type OVERLOADED word_exchange(__global type *word, type value)             \
    {                                                                                        \
        const type before = *word;                                                           \
        *word = value;                                                                       \
        return before;                                                                       \
    }                                                                                        \
    static inline type OVERLOADED word_add(__global type *word, type value)                  \
    {                                                                                        \
        return word_exchange(word, *word + value);                                           \
    }                                                                                        \
    static inline type OVERLOADED word_cas(__global type *word, type expected, type desired) \
    {                                                                                        \
        return word_exchange(word, *word == expected ? desired : *word);                     \
    }
#endif
DEFINE_WORDS(uint)
DEFINE_WORDS(ulong)

#define PACKED_LOAD(buffer, i) packed_load(&(buffer)[i])
#define PACKED_STORE(buffer, i, value, tag) packed_store(&(buffer)[i], value, tag)
#define PACKED_VALUE(word) (word).value
#define PACKED_TAG(word) (word).tag

static inline packed packed_load(__global packed_word *word)
{
    packed_word loaded;
    for (uint part = 0; part < PACKED_PARTS; part++)
        loaded.part[part] = word_load_relaxed(&word->part[part]);
    return packed_of(loaded);
}

static inline void packed_store(__global packed_word *word, elem value, uint tag)
{
    for (uint part = 0; part < PACKED_PARTS; part++)
        word_store_relaxed(&word->part[part], packed_part(value, tag, part));
}

/* Join a value to a word by the operator. */
#if EXCHANGES && ELEM_BITS == 32 && !ELEM_IS_FLOAT && !defined OPERATOR_IS_product
#define HAS_ATOMIC_OP 1
#else
#define HAS_ATOMIC_OP 0
#endif
#define ATOMIC_OP(buffer, i, value)                                                           \
    JOIN(ATOMIC_, OPERATOR)                                                                   \
    ((volatile __global JOIN(ATOMIC_TYPE_, ELEM) *)&(buffer)[i], value, memory_order_relaxed, \
     memory_scope_device)
#define ATOMIC_OP_SUM atomic_fetch_add_explicit
#define ATOMIC_OP_MIN atomic_fetch_min_explicit
#define ATOMIC_OP_MAX atomic_fetch_max_explicit
#define ATOMIC_TYPE_u32 atomic_uint
#define ATOMIC_TYPE_i32 atomic_int

/* What a simdgroup does at once: its lanes leave their values in local memory, its first lane works on all of
 * them, and they take the results. All threads of the group take part, since the barriers are the group's. */

/* x[lane] = OP(x[from], x[lane]) for each lane that `takes`, highest first: below it all is as it was. */
#define NETWORK_STEP(x, takes, from)              \
    for (uint lane = LANES - 1; lane > 0; lane--) \
        if (takes)                                \
    (x)[lane] = OP((x)[from], (x)[lane])

static inline void network_kogge_stone(elem *x)
{
    for (uint by = 1; by < LANES; by *= 2)
        NETWORK_STEP(x, lane >= by, lane - by);
}

static inline void network_sklansky(elem *x)
{
    for (uint by = 1; by < LANES; by *= 2)
        NETWORK_STEP(x, (lane & by) != 0, (lane & ~(by - 1)) - 1);
}

static inline void network_brent_kung(elem *x)
{
    for (uint by = 1; by < LANES; by *= 2)
        NETWORK_STEP(x, lane % (2 * by) == 2 * by - 1, lane - by);
    for (uint by = LANES / 4; by > 0; by /= 2)
        NETWORK_STEP(x, lane >= 2 * by && lane % (2 * by) == by - 1, lane - by);
}

static inline void network_han_carlson(elem *x)
{
    for (uint by = 1; by < LANES; by *= 2)
        NETWORK_STEP(x, lane % 2 == 1 && lane >= by, lane - by);
    NETWORK_STEP(x, lane % 2 == 0, lane - 1);
}

/* Lane 0 has the whole: fold the upper half onto the lower one, down to one. */
static inline void network_fold(elem *x)
{
    for (uint half_ = LANES / 2; half_ > 0; half_ /= 2)
        for (uint lane = 0; lane < half_; lane++)
            x[lane] = OP(x[lane], x[lane + half_]);
}

/* The first `simdgroups` give their values: true for who is to work on those of its simdgroup. */
static inline bool simd_give(__local elem *words, const elem *from, size simdgroups)
{
    if (SIMDGROUP < simdgroups)
        words[THREAD] = from[0];
    BARRIER;
    return LANE == 0 && SIMDGROUP < simdgroups;
}

static inline void simd_scan(__local elem *words, elem *result, const elem *from, size simdgroups)
{
    if (simd_give(words, from, simdgroups)) {
        elem x[LANES];
        for (uint lane = 0; lane < LANES; lane++)
            x[lane] = words[THREAD + lane];
        JOIN(network_, NETWORK)(x);
        for (uint lane = 0; lane < LANES; lane++)
            words[THREAD + lane] = x[lane];
    }
    BARRIER;
    if (SIMDGROUP < simdgroups)
        result[0] = words[THREAD];
    BARRIER;
}

static inline void simd_move_up(__local elem *words, elem *result, const elem *from, size simdgroups)
{
    simd_give(words, from, simdgroups);
    if (SIMDGROUP < simdgroups)
        result[0] = LANE > 0 ? words[THREAD - 1] : IDENTITY;
    BARRIER;
}

static inline void simd_scan_exclusive(__local elem *words, elem *result, const elem *from, size simdgroups)
{
    elem inclusive[1];
    simd_scan(words, inclusive, from, simdgroups);
    simd_move_up(words, result, inclusive, simdgroups);
}

static inline void simd_reduce(__local elem *words, elem *result, const elem *from, size simdgroups)
{
    if (simd_give(words, from, simdgroups)) {
        elem x[LANES];
        for (uint lane = 0; lane < LANES; lane++)
            x[lane] = words[THREAD + lane];
        network_fold(x);
        words[THREAD] = x[0];
    }
    BARRIER;
    if (SIMDGROUP < simdgroups)
        result[0] = words[THREAD - LANE];
    BARRIER;
}

/* Every lane receives the last one's. */
static inline void simd_last(__local elem *words, elem *result, const elem *from)
{
    words[THREAD] = from[0];
    BARRIER;
    result[0] = words[THREAD - LANE + LANES - 1];
    BARRIER;
}

/* The bits of the first simdgroup's lanes whose value is not 0, for every thread of the group. */
static inline uint first_ballot(__local uint *words, uint value)
{
    uint lanes = 0;
    if (SIMDGROUP == 0)
        words[LANE] = value;
    BARRIER;
    for (uint lane = 0; lane < LANES; lane++)
        lanes |= (words[lane] ? 1u : 0u) << lane;
    BARRIER;
    return lanes;
}

/* How many lanes of the simdgroup are valid, and of those below this one. */
struct valid_lanes {
    uint below, all;
};

static inline struct valid_lanes count_valid(__local uint *words, uint valid)
{
    struct valid_lanes lanes = {0, 0};
    words[THREAD] = valid;
    BARRIER;
    for (uint lane = 0; lane < LANES; lane++) {
        lanes.below += lane < LANE ? words[THREAD - LANE + lane] : 0;
        lanes.all += words[THREAD - LANE + lane];
    }
    BARRIER;
    return lanes;
}

/* Write the simdgroup's elements that are valid side by side from `at` on: how many there are. */
static inline uint store_valid(__local uint *words, __global elem *buffer, size at, elem value, uint valid)
{
    const struct valid_lanes lanes = count_valid(words, valid);
    if (valid)
        buffer[at + lanes.below] = value;
    return lanes.all;
}

static inline uint put_valid(__local uint *words, __local elem *to, size at, elem value, uint valid)
{
    const struct valid_lanes lanes = count_valid(words, valid);
    if (valid)
        to[at + lanes.below] = value;
    return lanes.all;
}

/* The sum of the `count` threads from `first` on. */
static inline uint sum_of(__local uint *words, uint value, size first, size count)
{
    uint sum = 0;
    words[THREAD] = value;
    BARRIER;
    for (size thread = first; thread < first + count; thread++)
        sum += words[thread];
    BARRIER;
    return sum;
}

#define UINT_WORDS ((__local uint *)simd_words)
#define ROW(value) (value)
#define ROW_AT(values, v) ((values) + (v))
#define SIMD_LOAD_VECTORS(values, buffer, at, n) \
    for (uint v = 0; v < VALUES; v++)            \
    (values)[v] = READ_BELOW(buffer, (at) + LANE * VALUES + v, n)
#define SIMD_LOAD_STRIPED(values, buffer, at, n) \
    for (uint v = 0; v < VALUES; v++)            \
    (values)[v] = READ_BELOW(buffer, (at) + v * LANES + LANE, n)
#define SIMD_LOAD_ROW(value, buffer, at, n) ((value)[0] = READ_BELOW(buffer, (at) + LANE, n))
#define ROW_WIDTH (16 / ELEM_BYTES < VALUES ? 16 / ELEM_BYTES : VALUES)
#define ROW_AT_LANE(at, v) ((at) + ((v) / ROW_WIDTH * LANES + LANE) * ROW_WIDTH + (v) % ROW_WIDTH)
#define SIMD_LOAD_ROWS(values, buffer, at, n) \
    for (uint v = 0; v < VALUES; v++)         \
    (values)[v] = READ_BELOW(buffer, ROW_AT_LANE(at, v), n)
#define SIMD_STORE_ROWS(buffer, values, at, n) \
    for (uint v = 0; v < VALUES; v++)          \
        if (ROW_AT_LANE(at, v) < (n))          \
    (buffer)[ROW_AT_LANE(at, v)] = (values)[v]
#define SIMD_STORE_VALID(buffer, at, row, valid) store_valid(UINT_WORDS, buffer, at, (row)[0], (valid)[0])
#define SIMD_PUT_VALID(words, at, row, valid) put_valid(UINT_WORDS, words, at, (row)[0], (valid)[0])
#define FIRST_SIMD_SUM(result, from) ((result)[0] = sum_of(UINT_WORDS, (from)[0], 0, LANES))
#define SIMD_SUM(result, from) ((result)[0] = sum_of(UINT_WORDS, (from)[0], THREAD - LANE, LANES))
#define GROUP_SUM(count, from, words) ((void)(words), (count) += sum_of(UINT_WORDS, (from)[0], 0, THREADS))

#define SIMD_SCAN_INCLUSIVE(result, from) simd_scan(simd_words, result, from, SIMDGROUPS)
#define SIMD_SCAN_EXCLUSIVE(result, from) simd_scan_exclusive(simd_words, result, from, SIMDGROUPS)
#define FIRST_SIMD_SCAN_INCLUSIVE(result, from) simd_scan(simd_words, result, from, 1)
#define FIRST_SIMD_SCAN_EXCLUSIVE(result, from) simd_scan_exclusive(simd_words, result, from, 1)
#define SIMD_MOVE_UP(result, from) simd_move_up(simd_words, result, from, SIMDGROUPS)
#define SIMD_REDUCE(result, from) simd_reduce(simd_words, result, from, SIMDGROUPS)
#define FIRST_SIMD_REDUCE(result, from) simd_reduce(simd_words, result, from, 1)
#define FIRST_SIMD_SHUFFLE_REDUCE FIRST_SIMD_REDUCE
#define EACH_OF(count) for (uint i = 0; i < (count); i++)
#define SIMD_SCAN_EACH(values, count) \
    EACH_OF(count) simd_scan(simd_words, (values) + i, (values) + i, SIMDGROUPS)
#define SIMD_MOVE_UP_EACH(results, from, count) \
    EACH_OF(count) simd_move_up(simd_words, (results) + i, (from) + i, SIMDGROUPS)
#define SIMD_LAST_EACH(results, from, count) EACH_OF(count) simd_last(simd_words, (results) + i, (from) + i)
#define FIRST_SIMD_BALLOT(from) first_ballot(UINT_WORDS, (from)[0])

/* A ring of tiles: one slot, in local memory after the words of the simdgroups, whose roles all threads of
 * the group have, one after the other. */
#define RING_SLOTS 1
#define RING_OF(type) __local type *
#define RING(name) __local elem *const name = (__local elem *)((__local ulong *)simd_words + THREADS)
#define RING_LOADER
#define RING_REDUCER(round)
#define RING_SUMMER
#define RING_SCANNERS
#define RING_STORER
#define RING_LOAD(name, round, buffer, tile, n) ring_load(name, buffer, (tile)*THREADS *VALUES, n)
#define RING_WAIT(name, round) BARRIER
#define RING_FOLLOW(name, round, by) BARRIER
#define RING_SUMMED(name, round) ((void)0)
#define RING_WAIT_SUM(name, round) BARRIER
#define RING_DONE(name, round) BARRIER
#define RING_STORE(name, round, buffer, tile, n) ring_store(buffer, name, (tile)*THREADS *VALUES, n)
#define RING_WAIT_DONE(name, round) ((void)0)
#define RING_STORE_PART(name, round, buffer, at, count) ring_store_part(buffer, name, at, count)
#define SLOT_OF(name, round) (name)
#define SLOT_SHIFT(buffer, at) 0
#define RING_END(name) ((void)0)
#define RING_STEPS(i, to, step) for (size i = 0; i < (to); i += (step))
#define SCANNER_BARRIER BARRIER

#define EACH_LANE_OF_ONE EACH_THREAD_OF_FIRST_SIMDGROUP
#define THE_FIRST_LANE_OF_ONE THE_FIRST_THREAD
#define REDUCE_OF_ONE FIRST_SIMD_REDUCE
#define SUM_OF_ONE FIRST_SIMD_SUM

#define WIDE (16 / ELEM_BYTES)
#define WIDE_AT(name, i) (name)[i]
#define TAKE_WIDE(name, ring, round, at) __local const elem *const name = (ring) + (at)
#define NEW_WIDE(name) elem name[WIDE]
#define LEAVE_WIDE(ring, round, at, name) \
    for (uint own = 0; own < WIDE; own++) \
    (ring)[(at) + own] = (name)[own]

static inline void ring_load(__local elem *slot, __global const elem *buffer, size at, size n)
{
    for (size i = THREAD; i < THREADS * VALUES; i += THREADS)
        slot[i] = READ_BELOW(buffer, at + i, n);
}

static inline void ring_store_part(__global elem *buffer, __local const elem *slot, size at, size count)
{
    for (size i = THREAD; i < count; i += THREADS)
        buffer[at + i] = slot[i];
    BARRIER;
}

static inline void ring_store(__global elem *buffer, __local const elem *slot, size at, size n)
{
    ring_store_part(buffer, slot, at, n - at < THREADS * VALUES ? n - at : THREADS * VALUES);
}

#endif
