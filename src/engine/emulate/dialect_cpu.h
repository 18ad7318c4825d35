/* SPDX-License-Identifier: MIT */
/* The kernel dialect on a CPU core: the text between two barriers is a loop over the group's threads,
 * subgroups outside and 32 lanes inside with a constant trip count, so that the compiler vectorises over
 * lanes. */
#pragma once

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
 * elements whose bits are flipped.
 *
 * The parts of scans and reductions by sum are compiled for each VALUES and for each usual number of threads,
 * constants inside, which is what makes them fast; all else, for the sake of build time, once and for one
 * number of threads, but for what is a SIZED_PART. */
#ifndef SPECIALISED
#ifdef OPERATOR_IS_sum
#define SPECIALISED 1
#else
#define SPECIALISED 0
#endif
#endif
#if SPECIALISED
#define MOST_VALUES VALUES
#define NAMED(name) CONCAT(name, VALUES, kernel)
#define EACH_VALUES(name)                                                                     \
    {                                                                                         \
        name##_1_kernel, name##_2_kernel, name##_4_kernel, name##_8_kernel, name##_16_kernel, \
            name##_32_kernel                                                                  \
    }
#else
#define VALUES ((uint)launch->values)
#define MOST_VALUES MAX_VALUES_PER_THREAD
#define NAMED(name) name##_kernel
#endif

/* The row of a kernel in the table of a file: compiled.h. */
#define COMPILED(name) {&kernels.name, name##_kernel},

/* The one table of a file. */
#define EXPORT_OP(name) JOIN(EXPORT(name), JOIN(_, OPERATOR_WORD))

/* What the build for min makes of an element that comes from device memory or goes there: it flips the bits
 * that the launch says. */
#ifdef OPERATOR_IS_min
#define FLIPS 1
#else
#define FLIPS 0
#endif
/* Whether what arrays have is turned into what is computed in and back. */
#ifdef CONVERTED
#define CONVERTS 1
#else
#define CONVERTS 0
#endif
#define LAUNCH_FLIP ((elem_bits)launch->flip)
#define LAUNCH_TRANSFER ((struct transfer){LAUNCH_FLIP, launch->ahead, launch->streamed})
#define LAUNCH_MIRROR(n) (launch->reversed ? ALL_TILES(n) : 0)
#define EXTENT(n, at) extent_of(n, at, LAUNCH_MIRROR(n))
#define TILE_EXTENT(n, tile, count) ((struct tile_extent){n, tile, LAUNCH_MIRROR(n), THREADS, count})
#define FLIPPED(value) cpu_flipped(value, LAUNCH_FLIP)

#define UNUSED __attribute__((unused))
#define WALKED 1
#define IS_REVERSED launch->reversed
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
 * GROUP, THREADS, SUBGROUPS, and LOCAL(type), the group function that the launch chose. */
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

/* A SIZED_PART is compiled for each VALUES also where kernels are compiled for all of them at once. Compilers
 * do not vectorise its loops where they do not know how long the inner ones are: scans by min took four times
 * as long (avx512, u32, 64 Ki). */
#if !SPECIALISED
#define SIZED_PART(name, ...)                                                                                \
    static ALWAYS_INLINE void NAMED(name##_sized)(UNUSED const struct launch *launch,                        \
                                                  UNUSED const uint THREADS DECLARED(__VA_ARGS__));          \
    static ALWAYS_INLINE void NAMED(name##_for)(const struct launch *launch,                                 \
                                                const uint THREADS DECLARED(__VA_ARGS__), const uint values) \
    {                                                                                                        \
        struct launch own = *launch;                                                                         \
        own.values = values;                                                                                 \
        NAMED(name##_sized)(&own, THREADS EACH_PARAMETER(PASS_, __VA_ARGS__));                               \
    }                                                                                                        \
    PART(name, __VA_ARGS__)                                                                                  \
    {                                                                                                        \
        SWITCH_COUNT(launch->values, NAMED(name##_for), launch, THREADS EACH_PARAMETER(PASS_, __VA_ARGS__))  \
    }                                                                                                        \
    static ALWAYS_INLINE void NAMED(name##_sized)(UNUSED const struct launch *launch,                        \
                                                  UNUSED const uint THREADS DECLARED(__VA_ARGS__))
#endif

/* GROUP_FUNCTION(name, parameters…) { a part of a kernel that all threads of the group run together }, called
 * with CALL(name, …) and compiled once. A SIZED_GROUP_FUNCTION is compiled for each usual number of threads,
 * a constant inside: for those whose inner loops are as long as there are subgroups. Compiled once, scans by
 * cub-raking take twice as long, by raking 16 % longer. */
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
/* A private array keeps each subgroup's values together, or rows of a large group would share the sets of
 * the cache; where it begins in its page is the launch's choice. */
#define PRIVATE_ARRAY(type, name)                                                                     \
    __attribute__((aligned(PAGE))) type name##_room[MOST_VALUES * MAX_THREADS + PAGE / sizeof(type)]; \
    type *const name = name##_room + launch->place / sizeof(type)
#define SHARED(type, name, count) type name[count]
#define SHARED_TILE(type, name) type name[MAX_THREADS * MOST_VALUES] /* as large for every launch */
/* The loops. Threads do not depend on each other between barriers, which ivdep says to the compiler. */
#if defined __clang__
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif
/* After a word that the same thread reads next. Without it clang 14 vectorises the loop of raking so that the
 * read does not see the word, and products are wrong. */
#ifdef __clang__
#define WRITTEN __asm__ volatile("" ::: "memory")
#endif
#if SPECIALISED
#define UNROLLED(i, from, to) _Pragma("GCC unroll 32") for (size i = (from); i < (to); i++)
/* Values that an unrolled loop has at once: more of them cost the compiler time, and the core registers. */
#define VALUES_AT_ONCE (VALUES < 8 ? VALUES : 8)
#endif
#define EACH_LANE INDEPENDENT for (size LANE = 0; LANE < LANES; LANE++)
#define EACH_SUBGROUP_BELOW(count) for (size SUBGROUP = 0; SUBGROUP < (count); SUBGROUP++)
/* Without a division: trees in shared memory take 6 % longer with it, totals that are broadcast 17. */
#define EACH_THREAD_BELOW(count)                                    \
    for (size SUBGROUP = 0; SUBGROUP * LANES < (count); SUBGROUP++) \
        EACH_LANE                                                   \
            if (THREAD < (count))
#define ONE_LANE(from, to, lane) \
    for (UNUSED size SUBGROUP = (from), LANE = (lane), left_ = (to) - (from); left_ > 0; SUBGROUP++, left_--)
#define BARRIER ((void)0)
#define SIMD_BARRIER ((void)0)
#define FIRST_SIMD_BARRIER ((void)0)

/* Tiles in native vectors, rows of lanes from consecutive elements by moves alone: element by element scans
 * and reductions take 2.4 times as long, copies 20 times, compactions in blocks 22 % longer (avx2, u32, 256
 * Ki). */
#define LOAD_BLOCKED(values, buffer, tile, n) \
    tile_load_blocked(values, buffer, TILE_EXTENT(n, tile, VALUES), LAUNCH_TRANSFER)
#define LOAD_VECTORS(values, buffer, tile, n) LOAD_BLOCKED(values, buffer, tile, n)
#define STORE_BLOCKED(buffer, values, tile, n) \
    tile_store_blocked(buffer, values, TILE_EXTENT(n, tile, VALUES), LAUNCH_TRANSFER)
#define LOAD_STRIPED(values, buffer, tile, n) \
    tile_load_striped(values, buffer, TILE_EXTENT(n, tile, VALUES), LAUNCH_TRANSFER)
#define LOAD_ROW(value, buffer, row, n) \
    tile_load_striped(value, buffer, TILE_EXTENT(n, row, 1), LAUNCH_TRANSFER)
#define STORE_ROW(buffer, value, row, n) \
    tile_store_striped(buffer, value, TILE_EXTENT(n, row, 1), LAUNCH_TRANSFER)
#define STORE_STRIPED(buffer, values, tile, n) \
    tile_store_striped(buffer, values, TILE_EXTENT(n, tile, VALUES), LAUNCH_TRANSFER)

/* What a subgroup works on between a load and a store stays in registers: scans take 14 % longer where it
 * does not. */
#define BLOCKED_EXTENT(n, tile) EXTENT(n, ((tile)*THREADS + SUBGROUP * LANES) * VALUES)
#define EACH_THREAD_LOADED(values, buffer, tile, n)                                                      \
    for (size SUBGROUP = 0;                                                                              \
         SUBGROUP < SUBGROUPS && (subgroup_load_ahead((values) + SUBGROUP * LANES * VALUES, buffer,      \
                                                      BLOCKED_EXTENT(n, tile), VALUES, LAUNCH_TRANSFER), \
                                  true);                                                                 \
         SUBGROUP++)                                                                                     \
        EACH_LANE
#define EACH_THREAD_STORED(buffer, values, tile, n)                                                \
    for (size SUBGROUP = 0; SUBGROUP < SUBGROUPS;                                                  \
         subgroup_store_blocked(buffer, values, BLOCKED_EXTENT(n, tile), VALUES, LAUNCH_TRANSFER), \
              SUBGROUP++)                                                                          \
        EACH_LANE
#define STORED_VALUES(type, name) type name[MOST_VALUES * LANES]
#define STORED_AT(x, i) FIRST_AT(x, i)

/* The same of a subgroup: element by element two scans of nine take 1.5 times as long, and six compactions
 * of seven 1.3 to 1.7 times (u32, 256 Ki, AVX2). */
#define SIMD_LOAD_VECTORS(values, buffer, at, n) \
    subgroup_load_blocked((values) + SUBGROUP * VALUES * LANES, buffer, EXTENT(n, at), VALUES, LAUNCH_FLIP)
#define SIMD_LOAD_STRIPED(values, buffer, at, n) \
    subgroup_load_rows((values) + SUBGROUP * VALUES * LANES, buffer, EXTENT(n, at), VALUES, LAUNCH_FLIP)
#define SIMD_LOAD_ROW(value, buffer, at, n) \
    subgroup_load_rows((value) + SUBGROUP * LANES, buffer, EXTENT(n, at), 1, LAUNCH_FLIP)
#define SIMD_LOAD_ROWS(values, buffer, at, n) \
    subgroup_load_wide((values) + SUBGROUP * VALUES * LANES, buffer, EXTENT(n, at), VALUES, LAUNCH_FLIP)
#define SIMD_STORE_ROWS(buffer, values, at, n) \
    subgroup_store_wide(buffer, (values) + SUBGROUP * VALUES * LANES, EXTENT(n, at), VALUES, LAUNCH_TRANSFER)

/* Those of a span: where all are within it, as the rows above. */
#define SIMD_LOAD_SPAN(values, buffer, at, from, to)                                                    \
    subgroup_load_span((values) + SUBGROUP * VALUES * LANES, buffer, SPAN_EXTENT(at, from, to), VALUES, \
                       LAUNCH_FLIP)
#define SIMD_STORE_SPAN(buffer, values, at, from, to)                                                    \
    subgroup_store_span(buffer, (values) + SUBGROUP * VALUES * LANES, SPAN_EXTENT(at, from, to), VALUES, \
                        LAUNCH_TRANSFER)
#define SPAN_EXTENT(at, from, to) ((struct span_extent){{to, at}, from})

/* In registers, pair by pair: five reductions of six take 4.6 to 5 times as long element by element. */
#define LOAD_TOTAL(total, buffer, tile, n, layout, width)                                                  \
    tile_load_total(total, buffer, TILE_EXTENT(n, tile, VALUES), (layout) == LAYOUT_STRIPED ? (width) : 0, \
                    LAUNCH_TRANSFER)

/* From registers: compactions take 3 to 4 times as long by ballots. */
#define SIMD_STORE_VALID(buffer, to, row, valid) ((to) += lanes_write_valid((buffer) + (to), row, ROW(valid)))
#define SIMD_PUT_VALID(words, to, row, valid) ((to) += lanes_store_valid((words) + (to), row, ROW(valid)))

/* Counts and places are elements too where no element is flipped. */
#if FLIPS
#define READ(buffer, i) FLIPPED((buffer)[i])
#define WRITE(buffer, i, value) ((buffer)[i] = FLIPPED(value))
#endif

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
#define HAS_ATOMIC_OP (ELEM_BITS == 32 && !ELEM_IS_FLOAT)
#define ATOMIC_OP(buffer, i, value) cpu_atomic_op(&(buffer)[i], value, LAUNCH_FLIP)
#define DEVICE_FENCE __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define POLL cpu_poll()

#define LANES_OF(subgroups, values, count) ((struct lane_rows){launch->network, subgroups, values, count})
#define LANE_SCAN(subgroups, values, count, results, from) \
    lanes_scan_rows(LANES_OF(subgroups, values, count), results, from)
#define LANE_SCAN_REACHING(subgroups, values, count, results, reach, most) \
    lanes_scan_reaching(LANES_OF(subgroups, values, count), results, reach, most)
#define LANE_UP(subgroups, values, count, results, from) \
    lanes_up_rows(LANES_OF(subgroups, values, count), results, from)
#define LANE_UP_BY(subgroups, values, count, results, from, by) \
    lanes_up_by(LANES_OF(subgroups, values, count), results, from, by)
#define LANE_REDUCE(subgroups, values, count, results, from) \
    lanes_reduce_rows(LANES_OF(subgroups, values, count), results, from)
#define LANE_LAST(subgroups, values, count, results, from) \
    lanes_last_rows(LANES_OF(subgroups, values, count), results, from)
#define LANE_SUM(subgroups, values, count, results, from) \
    lanes_sum(LANES_OF(subgroups, values, count), results, from)
#define LANE_SUM_BELOW(subgroups, values, count, results, from) \
    lanes_sum_below(LANES_OF(subgroups, values, count), results, from)
#define BALLOT(subgroup, from) lanes_ballot((from) + (subgroup)*LANES)
/* One loop over all threads: compactions in one round take 6 % longer by sums of subgroups. */
#define GROUP_SUM(count, from, words) ((count) += threads_sum(THREADS, from, words))

#include "engine/dialect_thread.h"

static ALWAYS_INLINE elem cpu_flipped(elem value, elem_bits flip)
{
    return FLIPS ? ELEM_OF_BITS(BITS_OF(value) ^ flip) : value;
}

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

#include "engine/emulate/dialect_cpu_lanes.h"
#include "engine/emulate/dialect_cpu_tile.h"

#include "engine/emulate/dialect_cpu_ring.h"

#include "engine/dialect_common.h"
