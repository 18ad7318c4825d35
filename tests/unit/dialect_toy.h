/* SPDX-License-Identifier: MIT */
/* The kernel dialect of a toy engine, of sums of float alone: one thread of the host runs group after group,
 * and walks over a group's threads one by one. All that it defines are the core words, each as plainly as can
 * be: what src/engine/dialect_common.h makes of them is what its test is about. */
#pragma once

#include "engine/compiled.h"
#include "kernels/lanes.h"
#include "kernels/launch.h"
#include "kernels/parameters.h"

#include <stdbool.h>
#include <stdlib.h>

typedef size_t size;
typedef unsigned uint;
typedef uint32_t u32;
typedef uint64_t u64;
#ifdef TOY_IS_FLOAT
typedef float elem;
typedef u32 elem_bits;
#define TOY_DTYPE DTYPE_F32
#define IDENTITY (-0.0f)
#else
typedef u64 elem, elem_bits;
#define TOY_DTYPE DTYPE_U64
#define IDENTITY ((elem)0)
#endif

#define ONE ((elem)1)

#define INLINE static inline __attribute__((unused))
#define UNUSED __attribute__((unused))
#define ELEM_BYTES sizeof(elem)
#define ELEM_HALVES ((uint)sizeof(elem) / 2)
#define VALUES ((uint)launch->values)
#define MOST_VALUES MAX_VALUES_PER_THREAD

/* Arithmetic. */
union toy_word {
    elem value;
    elem_bits bits;
};
#define OP(a, b) ((a) + (b))
#define SUBTRACT(a, b) ((a) - (b))
#define MULTIPLY(a, b) ((a) * (b))
#define BITS_OF(number) (((union toy_word){.value = (number)}).bits)
#define ELEM_OF_BITS(word) (((union toy_word){.bits = (word)}).value)

/* Structure: a function each, which the launch and the number of threads are given first. */
#define WALKED 1
#define DEVICE_MEMORY
#define SHARED_MEMORY
#define RESTRICT
#define RESTRICT_REFERENCE
#define TOY_FUNCTION(name, ...)                                 \
    UNUSED static void name(UNUSED const struct launch *launch, \
                            UNUSED const uint THREADS DECLARED(__VA_ARGS__))
#define KERNEL(name, ...)                                                                          \
    UNUSED static void name##_group(UNUSED const struct launch *launch, UNUSED const uint THREADS, \
                                    UNUSED const size GROUP DECLARED(__VA_ARGS__));                \
    static void name##_toy(const struct launch *launch)                                            \
    {                                                                                              \
        for (size group = 0; group < launch->last_group; group++) {                                \
            toy_used = 0;                                                                          \
            name##_group(launch, launch->threads, group UNPACKED(__VA_ARGS__));                    \
        }                                                                                          \
    }                                                                                              \
    UNUSED static void name##_group(UNUSED const struct launch *launch, UNUSED const uint THREADS, \
                                    UNUSED const size GROUP DECLARED(__VA_ARGS__))
#define PART TOY_FUNCTION
#define GROUP_FUNCTION TOY_FUNCTION
#define CALL(name, ...) name(launch, THREADS, __VA_ARGS__)
#define LOCAL(type) ((type *)launch->local)

/* Shared memory: taken anew by each group. */
static _Alignas(8) char toy_memory[1 << 20];
static size_t toy_used;

static inline void *toy_shared(size_t bytes)
{
    void *const memory = toy_memory + toy_used;
    toy_used += (bytes + 7) / 8 * 8;
    if (toy_used > sizeof toy_memory)
        abort();
    return memory;
}
#define SHARED(type, name, count) type *const name = toy_shared((count) * sizeof(type))

/* Loops and order: one thread after the other, so that nobody waits. */
#define EACH_LANE for (size LANE = 0; LANE < LANES; LANE++)
#define EACH_SUBGROUP_BELOW(count) for (size SUBGROUP = 0; SUBGROUP < (count); SUBGROUP++)
#define ONE_LANE(from, to, lane) \
    for (UNUSED size SUBGROUP = (from), LANE = (lane); SUBGROUP < (to); SUBGROUP++)
#define BARRIER ((void)0)
#define SIMD_BARRIER ((void)0)
#define FIRST_SIMD_BARRIER ((void)0)
#define DEVICE_FENCE ((void)0)
#define POLL abort() /* nobody else could write what is waited for */

/* Words that groups exchange. */
#define ATOMIC_LOAD(buffer, i) (buffer)[i]
#define ATOMIC_LOAD_ACQUIRE(buffer, i) (buffer)[i]
#define ATOMIC_STORE(buffer, i, value) ((buffer)[i] = (value))
#define ATOMIC_STORE_RELEASE(buffer, i, value) ((buffer)[i] = (value))
#define TOY_BEFORE(buffer, i, next)                        \
    ({                                                     \
        const __typeof__(*(buffer)) before_ = (buffer)[i]; \
        (buffer)[i] = (next);                              \
        before_;                                           \
    })
#define ATOMIC_ADD(buffer, i, value) TOY_BEFORE(buffer, i, before_ + (value))
#define ATOMIC_EXCHANGE(buffer, i, value) TOY_BEFORE(buffer, i, value)
#define ATOMIC_CAS(buffer, i, expected, desired) \
    TOY_BEFORE(buffer, i, before_ == (expected) ? (desired) : before_)
#define HAS_ATOMIC_OP 1
#define ATOMIC_OP(buffer, i, value) ((buffer)[i] += (value))

typedef struct {
    elem value;
    uint tag;
} packed, packed_word;
#define PACKED_LOAD(buffer, i) (buffer)[i]
#define PACKED_STORE(buffer, i, number, mark) ((buffer)[i] = (packed){number, mark})

/* What a subgroup does at once. */
struct toy_rows {
    size subgroups, values, count;
};
#define TOY_EACH_LANE(rows, at, lane)                                                                        \
    for (size s_ = 0; s_ < (rows).subgroups; s_++)                                                           \
        for (size at = s_ * (rows).values * LANES, end_ = at + (rows).count * LANES; at < end_; at += LANES) \
            for (size lane = 0; lane < LANES; lane++)
#define TOY_ROWS(function, subgroups, values, count, results, from) \
    function((struct toy_rows){subgroups, values, count}, results, from)
#define LANE_SCAN(...) TOY_ROWS(toy_scan, __VA_ARGS__)
#define LANE_SCAN_REACHING(subgroups, values, count, results, reach, most) \
    toy_scan_reaching((struct toy_rows){subgroups, values, count}, results, reach, most)
#define LANE_UP(...) LANE_UP_BY(__VA_ARGS__, 1)
#define LANE_UP_BY(subgroups, values, count, results, from, by) \
    toy_up_by((struct toy_rows){subgroups, values, count}, results, from, by)
#define LANE_LAST(...) TOY_ROWS(toy_last, __VA_ARGS__)
#define LANE_REDUCE(...) TOY_ROWS(toy_reduce, __VA_ARGS__)
#define LANE_SUM(...) TOY_ROWS(toy_sum, __VA_ARGS__)
#define LANE_SUM_BELOW(...) TOY_ROWS(toy_sum_below, __VA_ARGS__)
#define BALLOT(subgroup, from) toy_ballot((from) + (subgroup)*LANES)

INLINE void toy_scan(struct toy_rows rows, elem *results, const elem *from)
{
    TOY_EACH_LANE(rows, at, lane)
    results[at + lane] = lane > 0 ? results[at + lane - 1] + from[at + lane] : from[at];
}

/* What the lanes that it reaches have brought, from the highest lane down, whose own is still as it was. */
INLINE void toy_scan_reaching(struct toy_rows rows, elem *results, const uint *reach, uint most)
{
    TOY_EACH_LANE(rows, at, below)
    {
        if (reach[at + LANES - 1 - below] > most)
            abort();
        const size lane = at + LANES - 1 - below;
        elem sum = results[lane - reach[lane]];
        for (size from = lane - reach[lane] + 1; from <= lane; from++)
            sum += results[from];
        results[lane] = sum;
    }
}

INLINE void toy_up_by(struct toy_rows rows, elem *results, const elem *from, uint by)
{
    TOY_EACH_LANE(rows, at, below)
    {
        const size lane = LANES - 1 - below; /* the highest first, which may be in place */
        results[at + lane] = lane >= by ? from[at + lane - by] : IDENTITY;
    }
}

INLINE void toy_last(struct toy_rows rows, elem *results, const elem *from)
{
    TOY_EACH_LANE(rows, at, lane)
    results[at + lane] = from[at + LANES - 1];
}

INLINE void toy_reduce(struct toy_rows rows, elem *results, const elem *from)
{
    toy_scan(rows, results, from);
    toy_last(rows, results, results);
}

INLINE void toy_sum_below(struct toy_rows rows, uint *results, const uint *from)
{
    uint sum = 0;
    TOY_EACH_LANE(rows, at, lane)
    {
        results[at + lane] = lane > 0 ? sum : 0;
        sum = results[at + lane] + from[at + lane];
    }
}

INLINE void toy_sum(struct toy_rows rows, uint *results, const uint *from)
{
    toy_sum_below(rows, results, from);
    TOY_EACH_LANE(rows, at, lane)
    results[at + lane] = results[at + LANES - 1] + from[at + LANES - 1];
}

INLINE uint toy_ballot(const uint *from)
{
    uint lanes = 0;
    for (uint lane = 0; lane < LANES; lane++)
        lanes |= (from[lane] ? 1u : 0u) << lane;
    return lanes;
}

#include "engine/dialect_thread.h"

#include "engine/dialect_common.h"
