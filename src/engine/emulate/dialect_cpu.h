/* SPDX-License-Identifier: MIT */
/* The kernel dialect on a CPU core: the text between two barriers is a loop over the group's threads,
 * simdgroups outside and 32 lanes inside with a constant trip count, so that the compiler vectorises over
 * lanes. */
#ifndef SCANBENCH_DIALECT_CPU_H
#define SCANBENCH_DIALECT_CPU_H

#include "base/buffer.h"
#include "cpu/vector.h"
#include "engine/kernel.h"
#include "kernels/lanes.h"
#include "kernels/launch.h"
#include "kernels/parameters.h"

#include <sched.h>
#include <stdbool.h>

typedef size_t size;
typedef unsigned uint;
#include "engine/packed.h"

/* The operator of this build is OPERATOR, and OPERATOR_WORD in names. The build for min serves max too, of
 * elements whose bits are flipped. */
#define OP(a, b) combine(OPERATOR, a, b)
#define IDENTITY neutral(OPERATOR)

/* The parts of scans and reductions by sum are compiled for each VALUES and for each usual number of threads,
 * constants inside, which is what makes them fast; all else, for the sake of build time, once and for one
 * number of threads. */
#ifndef SPECIALISED
#ifdef OPERATOR_IS_sum
#define SPECIALISED 1
#else
#define SPECIALISED 0
#endif
#endif
#if SPECIALISED
#define MAX_VALUES VALUES
#define NAMED(name) CONCAT(name, VALUES, kernel)
#define EACH_VALUES(name)                                                                     \
    {                                                                                         \
        name##_1_kernel, name##_2_kernel, name##_4_kernel, name##_8_kernel, name##_16_kernel, \
            name##_32_kernel                                                                  \
    }
#else
#define VALUES ((uint)launch->values)
#define MAX_VALUES MAX_VALUES_PER_THREAD
#define NAMED(name) name##_kernel
#endif

/* The row of a kernel in the table of a file: compiled.h. */
#define COMPILED(name) {&kernels.name, name##_kernel},

/* The one table of a file. */
#define EXPORT_OP(name) JOIN(EXPORT(name), JOIN(_, OPERATOR_WORD))

#define SUBTRACT(a, b) ((a) - (b))
#define MULTIPLY(a, b) ((a) * (b))
#define POSITIVE(value) ((value) > 0)
#define RECEIVED(value) (value) /* a value that comes from another thread through shared memory */

#define BITS_OF(value) bits_of_elem(value)
#define ELEM_OF_BITS(bits) elem_of_bits(bits)

/* What the build for min makes of an element that comes from device memory or goes there: it flips the bits
 * that the launch says. */
#ifdef OPERATOR_IS_min
#define FLIPS 1
#else
#define FLIPS 0
#endif
#define LAUNCH_FLIP ((elem_bits)launch->flip)
#define LAUNCH_TRANSFER ((struct transfer){LAUNCH_FLIP, launch->ahead, launch->streamed})
#define TILE_EXTENT(n, tile, count) ((struct tile_extent){n, tile, THREADS, count})
#define FLIPPED(value) cpu_flipped(value, LAUNCH_FLIP)

static ALWAYS_INLINE elem cpu_flipped(elem value, elem_bits flip)
{
    return FLIPS ? ELEM_OF_BITS(BITS_OF(value) ^ flip) : value;
}

#define UNUSED __attribute__((unused))
#define IN_FLIGHT 1 /* steps of a walk that are loaded at once, where a device has to wait for memory */
#define DEVICE_MEMORY
#define SHARED_MEMORY
#define RESTRICT restrict
#define RESTRICT_REFERENCE restrict

/* OMITTED(name, parameters…) { what this pass over a text does not compile }. */
#define OMITTED(name, ...)                                                              \
    static UNUSED inline void NAMED(name##_omitted)(UNUSED const struct launch *launch, \
                                                    UNUSED const size GROUP,            \
                                                    UNUSED const uint THREADS DECLARED(__VA_ARGS__))

/* KERNEL(name, parameters…) { one group's work } with a launcher NAMED(name) that engines call. Inside:
 * GROUP, THREADS, SIMDGROUPS, and LOCAL(type), the group function that the launch chose. */
#define KERNEL(name, ...)                                                                           \
    static ALWAYS_INLINE void NAMED(name##_group)(UNUSED const struct launch *launch,               \
                                                  UNUSED const size GROUP,                          \
                                                  UNUSED const uint THREADS DECLARED(__VA_ARGS__)); \
    static void NAMED(name)(const struct launch *launch)                                            \
    {                                                                                               \
        const size step = launch->group_step ? launch->group_step : 1;                              \
        for (size group = launch->first_group; group < launch->last_group; group += step)           \
            NAMED(name##_group)(launch, group, launch->threads UNPACKED(__VA_ARGS__));              \
    }                                                                                               \
    static ALWAYS_INLINE void NAMED(name##_group)(UNUSED const struct launch *launch,               \
                                                  UNUSED const size GROUP,                          \
                                                  UNUSED const uint THREADS DECLARED(__VA_ARGS__))
#define LOCAL(type) ((type *)launch->local)

/* PART(name, parameters…) { what several kernels share }, compiled once for each VALUES, called with
 * CALL_PART(name, …). */
#define PART PART_OF_ANY
#define PART_OF_ANY(name, ...)                                                            \
    static __attribute__((noinline)) void NAMED(name)(UNUSED const struct launch *launch, \
                                                      UNUSED const uint THREADS DECLARED(__VA_ARGS__))
#define CALL_PART CALL_PART_OF_ANY
#define CALL_PART_OF_ANY(name, ...) NAMED(name)(launch, THREADS, __VA_ARGS__)

/* GROUP_FUNCTION(name, parameters…) { a part of a kernel that all threads of the group run together }, called
 * with CALL(name, …) and compiled once. A SIZED_GROUP_FUNCTION is compiled for each usual number of threads,
 * a constant inside: for those whose inner loops are as long as there are simdgroups. */
#define GROUP_FUNCTION(name, ...)                                                          \
    static __attribute__((noinline, unused)) void name(UNUSED const struct launch *launch, \
                                                       UNUSED const uint THREADS DECLARED(__VA_ARGS__))
#define SIZED_GROUP_FUNCTION(name, ...)                                                         \
    static ALWAYS_INLINE void name##_threads(UNUSED const struct launch *launch,                \
                                             UNUSED const uint THREADS DECLARED(__VA_ARGS__));  \
    static UNUSED __attribute__((noinline)) void name(const struct launch *launch,              \
                                                      const uint threads DECLARED(__VA_ARGS__)) \
    {                                                                                           \
        switch (threads) {                                                                      \
            EACH_SIZE_(name, __VA_ARGS__)                                                       \
        default:                                                                                \
            name##_threads(launch, threads EACH_PARAMETER(PASS_, __VA_ARGS__));                 \
        }                                                                                       \
    }                                                                                           \
    static ALWAYS_INLINE void name##_threads(UNUSED const struct launch *launch,                \
                                             UNUSED const uint THREADS DECLARED(__VA_ARGS__))
#if SPECIALISED
#define EACH_SIZE_(name, ...)            \
    FOR_THREADS_(32, name, __VA_ARGS__)  \
    FOR_THREADS_(64, name, __VA_ARGS__)  \
    FOR_THREADS_(128, name, __VA_ARGS__) \
    FOR_THREADS_(256, name, __VA_ARGS__) \
    FOR_THREADS_(512, name, __VA_ARGS__) \
    FOR_THREADS_(1024, name, __VA_ARGS__)
#else
#define EACH_SIZE_(name, ...) FOR_THREADS_(256, name, __VA_ARGS__)
#endif
#define FOR_THREADS_(count, name, ...)                                    \
    case count:                                                           \
        name##_threads(launch, count EACH_PARAMETER(PASS_, __VA_ARGS__)); \
        break;
#define PASS_(index, kind, type, name) , name
#define CALL(name, ...) name(launch, THREADS, __VA_ARGS__)
/* GROUP_FUNCTION_TYPE(name, parameters…): the type of such functions, for LOCAL. */
#define GROUP_FUNCTION_TYPE(name, ...) \
    typedef void name(const struct launch *launch, const uint threads DECLARED(__VA_ARGS__))

/* Registers of each thread, MY(x) and MY_AT(x, i) its own; memory shared by the group, read by GET and
 * written by PUT. A private array keeps each simdgroup's values together, or rows of a large group would
 * share the sets of the cache; where it begins in its page is the launch's choice. */
#define PRIVATE(type, name) type name[MAX_THREADS]
#define PRIVATE_ARRAY(type, name)                                                                    \
    __attribute__((aligned(PAGE))) type name##_room[MAX_VALUES * MAX_THREADS + PAGE / sizeof(type)]; \
    type *const name = name##_room + launch->place / sizeof(type)
#define PRIVATE_OF_FIRST_SIMDGROUP(type, name) type name[MAX_SIMDGROUPS * LANES]
#define SHARED(type, name, count) type name[count]
#define SHARED_TILE(type, name) type name[MAX_THREADS * MAX_VALUES] /* an element for each of the group's */
#define GET(words, i) (words)[i]
#define SIMD_GET(words, i) (words)[i]  /* the same word read by every lane, within EACH_SIMDGROUP */
#define BROADCAST(words, i) (words)[i] /* the same word read by every thread, outside the loops */
#define PUT(words, i, value) ((words)[i] = (value))
#define VOLATILE_GET GET /* read and written as the text says, for lanes that do not wait for each other */
#define VOLATILE_PUT PUT
#define MY(x) (x)[THREAD]
#define MY_AT(x, i) (x)[(SIMDGROUP * VALUES + (i)) * LANES + LANE]
#define FIRST_AT(x, i) (x)[(i)*LANES + LANE]
#define THREAD (SIMDGROUP * LANES + LANE)
#define SIMDGROUPS ((size)THREADS / LANES)

/* The loops. Threads do not depend on each other between barriers, which ivdep says to the compiler. */
#if defined __clang__
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif
#if SPECIALISED
#define UNROLLED(i, from, to) _Pragma("GCC unroll 32") for (size i = (from); i < (to); i++)
/* Values that an unrolled loop has at once: more of them cost the compiler time, and the core registers. */
#define VALUES_AT_ONCE (VALUES < 8 ? VALUES : 8)
#else
#define UNROLLED(i, from, to) for (size i = (from); i < (to); i++)
#endif
#define EACH_LANE INDEPENDENT for (size LANE = 0; LANE < LANES; LANE++)
#define EACH_THREAD                                               \
    for (size SIMDGROUP = 0; SIMDGROUP < SIMDGROUPS; SIMDGROUP++) \
        EACH_LANE
#define EACH_THREAD_OF_FIRST_SIMDGROUP                   \
    for (size SIMDGROUP = 0; SIMDGROUP < 1; SIMDGROUP++) \
        EACH_LANE
/* What the first simdgroup does alone, collectives and EACH_THREAD_OF_FIRST_SIMDGROUP. */
#define THE_FIRST_SIMDGROUP
#define EACH_THREAD_BELOW(count)                                       \
    for (size SIMDGROUP = 0; SIMDGROUP * LANES < (count); SIMDGROUP++) \
        EACH_LANE                                                      \
            if (THREAD < (count))
#define EACH_SIMDGROUP for (size SIMDGROUP = 0; SIMDGROUP < SIMDGROUPS; SIMDGROUP++)
#define EACH_FIRST_LANE for (UNUSED size SIMDGROUP = 0, LANE = 0; SIMDGROUP < SIMDGROUPS; SIMDGROUP++)
#define EACH_LAST_LANE for (UNUSED size SIMDGROUP = 0, LANE = LANES - 1; SIMDGROUP < SIMDGROUPS; SIMDGROUP++)
#define THE_FIRST_THREAD for (UNUSED size SIMDGROUP = 0, LANE = 0, once_ = 1; once_; once_ = 0)
#define THE_LAST_THREAD \
    for (UNUSED size SIMDGROUP = SIMDGROUPS - 1, LANE = LANES - 1, once_ = 1; once_; once_ = 0)
#define BARRIER ((void)0)
#define SIMD_BARRIER ((void)0)
#define FIRST_SIMD_BARRIER ((void)0)

/* A tile of THREADS × VALUES elements in device memory; a partial one reads the identity past n and writes
 * nothing there. Blocked: thread i owns VALUES consecutive elements; vectors: the same in one access of the
 * thread; striped: the elements i + THREADS · v. MY_AT(values, v) is its element v in any case. A row: one
 * element a thread, MY(value). */
#define LOAD_BLOCKED(values, buffer, tile, n) \
    tile_load_blocked(values, buffer, TILE_EXTENT(n, tile, VALUES), LAUNCH_FLIP)
#define LOAD_VECTORS(values, buffer, tile, n) LOAD_BLOCKED(values, buffer, tile, n)
#define STORE_BLOCKED(buffer, values, tile, n) \
    tile_store_blocked(buffer, values, TILE_EXTENT(n, tile, VALUES), LAUNCH_TRANSFER)
#define LOAD_STRIPED(values, buffer, tile, n) \
    tile_load_striped(values, buffer, TILE_EXTENT(n, tile, VALUES), LAUNCH_FLIP)
#define LOAD_ROW(value, buffer, row, n) tile_load_striped(value, buffer, TILE_EXTENT(n, row, 1), LAUNCH_FLIP)
#define STORE_ROW(buffer, value, row, n) \
    tile_store_striped(buffer, value, TILE_EXTENT(n, row, 1), LAUNCH_TRANSFER)
#define STORE_STRIPED(buffer, values, tile, n) \
    tile_store_striped(buffer, values, TILE_EXTENT(n, tile, VALUES), LAUNCH_TRANSFER)

/* The same at once with the loop over threads that comes after the load, or before the store of
 * STORED_VALUES, of which a thread writes all, STORED_AT(values, v), and reads none: what a simdgroup works
 * on stays in registers. */
#define BLOCKED_EXTENT(n, tile) ((struct extent){n, ((tile)*THREADS + SIMDGROUP * LANES) * VALUES})
#define EACH_THREAD_LOADED(values, buffer, tile, n)                                                         \
    for (size SIMDGROUP = 0;                                                                                \
         SIMDGROUP < SIMDGROUPS && (simdgroup_load_ahead((values) + SIMDGROUP * LANES * VALUES, buffer,     \
                                                         BLOCKED_EXTENT(n, tile), VALUES, LAUNCH_TRANSFER), \
                                    true);                                                                  \
         SIMDGROUP++)                                                                                       \
        EACH_LANE
#define EACH_THREAD_STORED(buffer, values, tile, n)                                                 \
    for (size SIMDGROUP = 0; SIMDGROUP < SIMDGROUPS;                                                \
         simdgroup_store_blocked(buffer, values, BLOCKED_EXTENT(n, tile), VALUES, LAUNCH_TRANSFER), \
              SIMDGROUP++)                                                                          \
        EACH_LANE
#define STORED_VALUES(type, name) type name[MAX_VALUES * LANES]
#define STORED_AT(x, i) FIRST_AT(x, i)

/* The lanes of the first simdgroup, each with the `run` words of shared memory from LANE · run on for its own
 * (j = 0 … run − 1), which nobody else touches meanwhile: what stays in registers until all are through. */
#define RUN_OF_LANE(own, words, run) elem own[MAX_THREADS]
#define EACH_LANE_WITH_RUN(own, words, run)                                             \
    for (size SIMDGROUP = 0; SIMDGROUP < 1 && (lanes_load_runs(own, words, run), true); \
         lanes_store_runs(words, own, run), SIMDGROUP++)                                \
        EACH_LANE
#define RUN_GET(own, j) FIRST_AT(own, j)
#define RUN_PUT(own, j, value) (FIRST_AT(own, j) = (value))

/* Within EACH_SIMDGROUP, elements from `at` on, the identity past n: vectors, each lane VALUES consecutive
 * ones in one access; striped, VALUES rows of 32; a row, one a lane. */
#define SIMD_LOAD_VECTORS(values, buffer, at, n)                                                            \
    simdgroup_load_blocked((values) + SIMDGROUP * VALUES * LANES, buffer, ((struct extent){n, at}), VALUES, \
                           LAUNCH_FLIP)
#define SIMD_LOAD_STRIPED(values, buffer, at, n)                                                         \
    simdgroup_load_rows((values) + SIMDGROUP * VALUES * LANES, buffer, ((struct extent){n, at}), VALUES, \
                        LAUNCH_FLIP)
#define SIMD_LOAD_ROW(value, buffer, at, n) \
    simdgroup_load_rows((value) + SIMDGROUP * LANES, buffer, ((struct extent){n, at}), 1, LAUNCH_FLIP)
/* Rows of 16 bytes a lane: ROW_WIDTH elements a lane, its VALUES in that order, the identity past n, where
 * nothing is stored. */
#define MAX_ROW_WIDTH (16 / ELEM_BYTES)
#define ROW_WIDTH (16 / ELEM_BYTES < VALUES ? 16 / ELEM_BYTES : VALUES)
#define SIMD_LOAD_ROWS(values, buffer, at, n)                                                            \
    simdgroup_load_wide((values) + SIMDGROUP * VALUES * LANES, buffer, ((struct extent){n, at}), VALUES, \
                        LAUNCH_FLIP)
#define SIMD_STORE_ROWS(buffer, values, at, n)                                                            \
    simdgroup_store_wide(buffer, (values) + SIMDGROUP * VALUES * LANES, ((struct extent){n, at}), VALUES, \
                         LAUNCH_TRANSFER)
#define ROW(value) ((value) + SIMDGROUP * LANES)
#define ROW_AT(values, v) ((values) + (SIMDGROUP * VALUES + (v)) * LANES)

/* Write the elements of a row that are valid (1, else 0) side by side to buffer + at; how many there are. */
#define SIMD_STORE_VALID(buffer, at, row, valid) lanes_store_valid((buffer) + (at), row, valid)
#define SIMD_PUT_VALID(words, at, row, valid) lanes_store_valid((words) + (at), row, valid) /* to shared */

/* total = what each thread's VALUES elements make together, pair by pair and pair of pairs by pair of pairs.
 * `layout` LAYOUT_BLOCKED: thread i owns VALUES consecutive elements; LAYOUT_STRIPED: `width` consecutive
 * ones of each THREADS · width. `width` elements are one access. */
#define LOAD_TOTAL(total, buffer, tile, n, layout, width)                                                  \
    tile_load_total(total, buffer, TILE_EXTENT(n, tile, VALUES), (layout) == LAYOUT_STRIPED ? (width) : 0, \
                    LAUNCH_TRANSFER)

/* Single elements of device memory; counts and places too where no element is flipped. */
#if FLIPS
#define READ(buffer, i) FLIPPED((buffer)[i])
#define WRITE(buffer, i, value) ((buffer)[i] = FLIPPED(value))
#else
#define READ(buffer, i) (buffer)[i]
#define WRITE(buffer, i, value) ((buffer)[i] = (value))
#endif

/* Words that the groups of one launch exchange: 32 or 64 bits wide. An acquiring load sees all that was
 * written before the releasing store of the value it reads. ATOMIC_CAS returns what was there; POLL is in
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
/* A value with a tag, which is not 0, in one word: stored at once, or loaded with PACKED_VALUE and PACKED_TAG
 * of what was stored last, else of a tag of 0. Nothing but the word itself is ordered. */
#define PACKED_LOAD(buffer, i) cpu_packed_load(&(buffer)[i])
#define PACKED_STORE(buffer, i, value, tag) cpu_packed_store(&(buffer)[i], value, tag)
#define PACKED_VALUE(word) (word).value
#define PACKED_TAG(word) (word).tag
/* Join a value to a word by the operator. */
#define HAS_ATOMIC_OP (ELEM_BITS == 32 && !ELEM_IS_FLOAT)
#define ATOMIC_OP(buffer, i, value) cpu_atomic_op(&(buffer)[i], value, LAUNCH_FLIP)
#define DEVICE_FENCE __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define POLL cpu_poll()
#define WAIT(nanoseconds) ((void)(nanoseconds)) /* before looking again, where looking costs others */

static inline void cpu_atomic_op(elem *word, elem value, UNUSED elem_bits flip)
{
#if defined OPERATOR_IS_sum && !ELEM_IS_FLOAT
    __atomic_fetch_add(word, value, __ATOMIC_RELAXED);
#else
    elem seen, joined;
    __atomic_load(word, &seen, __ATOMIC_RELAXED);
    do
        joined = cpu_flipped(OP(cpu_flipped(seen, flip), value), flip);
    while (!__atomic_compare_exchange(word, &seen, &joined, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
#endif
}

static UNUSED inline packed cpu_packed_load(const packed_word *word)
{
    packed_word loaded;
    for (uint part = 0; part < PACKED_PARTS; part++)
        loaded.part[part] = ATOMIC_LOAD(word->part, part);
    return packed_of(loaded);
}

static UNUSED inline void cpu_packed_store(packed_word *word, elem value, uint tag)
{
    for (uint part = 0; part < PACKED_PARTS; part++)
        ATOMIC_STORE(word->part, part, packed_part(value, tag, part));
}

/* Who is waited for may have no CPU: give this one up now and then. */
static inline void cpu_poll(void)
{
    static _Thread_local uint polls;
    if (++polls % 64 == 0)
        sched_yield();
#if defined __x86_64__
    else
        __builtin_ia32_pause();
#endif
}

/* Collectives of each simdgroup, or of the first alone; scans go by the launch's network. */
#define SIMD_SCAN_INCLUSIVE(result, from) lanes_scan_inclusive(launch->network, SIMDGROUPS, result, from)
#define SIMD_SCAN_EXCLUSIVE(result, from) lanes_scan_exclusive(launch->network, SIMDGROUPS, result, from)
#define FIRST_SIMD_SCAN_EXCLUSIVE(result, from) lanes_scan_exclusive(launch->network, 1, result, from)
#define FIRST_SIMD_SCAN_INCLUSIVE(result, from) lanes_scan_inclusive(launch->network, 1, result, from)
#define SIMD_MOVE_UP(result, from) lanes_move_up(SIMDGROUPS, result, from)
#define SIMD_REDUCE(result, from) lanes_reduce(SIMDGROUPS, result, from)
#define FIRST_SIMD_REDUCE(result, from) lanes_reduce(1, result, from)
#define FIRST_SIMD_SHUFFLE_REDUCE FIRST_SIMD_REDUCE /* by shuffles, even where there is an instruction */

/* The same of the first `count` of a thread's values at once: scans in place, what the lane below has, and
 * for every lane what the last one has. */
#define SIMD_SCAN_EACH(values, count) lanes_scan_each(launch->network, SIMDGROUPS, values, VALUES, count)
#define SIMD_MOVE_UP_EACH(results, from, count) lanes_move_up_each(SIMDGROUPS, results, from, VALUES, count)
#define SIMD_LAST_EACH(results, from, count) lanes_last_each(SIMDGROUPS, results, from, VALUES, count)
/* The bits of the lanes of the first simdgroup whose uint is not 0, the lowest that of lane 0. */
#define FIRST_SIMD_BALLOT(from) lanes_ballot(from)
#define SIMD_SUM(result, from) lanes_sum(SIMDGROUPS, result, from) /* of uint */
#define FIRST_SIMD_SUM(result, from) lanes_sum(1, result, from)
#define SIMD_SUM_BELOW(result, from) lanes_sum_below(SIMDGROUPS, result, from) /* of the lanes below */
#define SIMD_SUM_BELOW_EACH(results, from, count) \
    lanes_sum_below_each(SIMDGROUPS, results, from, VALUES, count)
#define SIMD_SUM_EACH(results, from, count) lanes_sum_each(SIMDGROUPS, results, from, VALUES, count)
/* count += how much all threads' uints make together, the same for every thread; words: one a simdgroup. */
#define GROUP_SUM(count, from, words) ((count) += threads_sum(THREADS, from, words))

#include "engine/emulate/dialect_cpu_lanes.h"
#include "engine/emulate/dialect_cpu_tile.h"

#include "engine/emulate/dialect_cpu_ring.h"

#endif
