/* SPDX-License-Identifier: MIT */
/* The kernel dialect in the model: every access counts, an element carries the depth of the operators that
 * made it, type, operator and values per thread are the launch's, so that a kernel is compiled once. */
#pragma once

#include "engine/kernel.h"
#include "engine/model/dialect_model_access.h"
#include "kernels/lanes.h"
#include "kernels/launch.h"
#include "kernels/parameters.h"

typedef size_t size;
typedef unsigned uint;
#define DTYPE_TYPEDEF(NAME, name, type, ...) typedef type name;
FOR_EACH_DTYPE(DTYPE_TYPEDEF)
typedef struct model_elem elem;
typedef struct model_in_elem in_elem;
typedef struct model_out_elem out_elem;
typedef struct model_packed packed;
typedef struct model_packed_word packed_word;
typedef unsigned long long elem_bits; /* as wide as the launch's elements, which its type tells from u64 */

#define VALUES ((size)model_values())
#define MOST_VALUES MAX_VALUES_PER_THREAD
#define NAMED(name) name##_model
#define SITE ((uint)__COUNTER__)

#define WIDENED(element) (element) /* as model_read, model_read_runs and model_write do it */
#define NARROWED(value) (value)
#define OP(a, b) model_op(a, b)
#define SUBTRACT(a, b) model_subtract(a, b)
#define MULTIPLY(a, b) model_multiply(a, b)
#define IDENTITY model_identity()
#define ONE model_one()
#define RECEIVED(value) model_received(value)
#define POSITIVE(value) model_positive(value)
#define BITS_OF(value) ((elem_bits)model_bits(value))
#define ELEM_OF_BITS(bits) model_of_bits(bits)
#define ELEM_HALVES ((uint)model_elem_halves())

#define DESCRIBE_(index, kind, type, name) \
    model_parameter(index, #name, DESCRIBE_##kind, launch->argument[index].in);
#define DESCRIBE_BUFFER_IN MODEL_IN
#define DESCRIBE_BUFFER_OUT MODEL_OUT
#define DESCRIBE_BUFFER_EXCHANGE MODEL_EXCHANGE
#define DESCRIBE_BY_VALUE MODEL_VALUE

#define UNUSED __attribute__((unused))
#define INLINE static inline
#define WALKED 1
#define IS_REVERSED launch->reversed
#define DEVICE_MEMORY
#define SHARED_MEMORY
#define RESTRICT
#define RESTRICT_REFERENCE
#define KERNEL(name, ...)                                                                        \
    static void NAMED(name##_group)(UNUSED const struct launch *launch, UNUSED const size GROUP, \
                                    UNUSED const uint THREADS DECLARED(__VA_ARGS__));            \
    UNUSED static void NAMED(name)(const struct launch *launch)                                  \
    {                                                                                            \
        model_enter(#name);                                                                      \
        EACH_PARAMETER(DESCRIBE_, __VA_ARGS__)                                                   \
        NAMED(name##_group)                                                                      \
        (launch, launch->first_group, launch->threads UNPACKED(__VA_ARGS__));                    \
    }                                                                                            \
    static void NAMED(name##_group)(UNUSED const struct launch *launch, UNUSED const size GROUP, \
                                    UNUSED const uint THREADS DECLARED(__VA_ARGS__))
#define LOCAL(type) ((type *)launch->local)

/* A part may stand unused: who counts one kernel alone includes the parts of its header. */
#define PART(name, ...)                                                \
    UNUSED static void NAMED(name)(UNUSED const struct launch *launch, \
                                   UNUSED const uint THREADS DECLARED(__VA_ARGS__))
#define CALL_PART(name, ...) NAMED(name)(launch, THREADS, __VA_ARGS__)

/* A group function may stand unused: which ones are called is the launch's choice. */
#define GROUP_FUNCTION(name, ...)                               \
    UNUSED static void name(UNUSED const struct launch *launch, \
                            UNUSED const uint THREADS DECLARED(__VA_ARGS__))
#define CALL(name, ...)                     \
    do {                                    \
        model_call((group_function *)name); \
        name(launch, THREADS, __VA_ARGS__); \
        model_return();                     \
    } while (0)

#define IS_ELEM_(type) _Generic((type){0}, elem : true, default : false)
#define SHARED(type, name, count) \
    type *const name = model_shared(SITE, #name, IS_ELEM_(type), sizeof(type), count)
#define GET(words, i) (*(const __typeof__(*(words)) *)model_get(words, i, SITE))
#define SIMD_GET(words, i) (*(const __typeof__(*(words)) *)model_simd_get(words, i, SITE))
#define BROADCAST(words, i) (*(const __typeof__(*(words)) *)model_broadcast(words, i))
#define PUT(words, i, value)                                       \
    ((void)({                                                      \
        const __typeof__(*(words)) put_ = (value);                 \
        *(__typeof__(*(words)) *)model_put(words, i, SITE) = put_; \
    }))
#define EACH_LANE for (size LANE = 0; model_lane(LANE, LANES); LANE++)
#define EACH_SUBGROUP_BELOW(count) for (size SUBGROUP = 0; model_subgroup(SUBGROUP, count); SUBGROUP++)
#define ONE_LANE(from, to, lane) \
    for (size SUBGROUP = (from), LANE = (lane); model_single_lane(SUBGROUP, LANE, to); SUBGROUP++)

#define BARRIER model_barrier()
#define SIMD_BARRIER model_simd_barrier(SUBGROUPS)
#define FIRST_SIMD_BARRIER model_simd_barrier(1)

/* The width of accesses is the launch's, the counts are exact. */
#define RUN_WIDTH model_width()
#define MAX_ROW_WIDTH 4
#define ROW_WIDTH model_row_width()
#define READ_RUNS(own, apart, count, buffer, at, step, run, n) \
    model_read_runs(own, buffer, (struct model_runs){apart, count, at, step, run, 0, n, ARRAY_OF_(buffer)})
#define SIMD_LOAD_PASSING(values, heads, at, n)                                                        \
    EACH_LANE                                                                                          \
    model_read_runs(OWN_FIRST(values, VALUES), heads,                                                  \
                    (struct model_runs){OWN_APART, VALUES, (at) + LANE * ROW_WIDTH, LANES * ROW_WIDTH, \
                                        ROW_WIDTH, 0, n, MODEL_OF_HEADS})
#define WRITE_RUNS(buffer, own, apart, count, at, step, run, n) \
    model_write_runs(buffer, own, (struct model_runs){apart, count, at, step, run, 0, n, ARRAY_OF_(buffer)})
#define SIMD_LOAD_SPAN(values, buffer, at, from, to) \
    EACH_LANE                                        \
    model_read_runs(OWN_FIRST(values, VALUES), buffer, ROWS_OF_SPAN_(buffer, at, from, to))
#define SIMD_STORE_SPAN(buffer, values, at, from, to) \
    EACH_LANE                                         \
    model_write_runs(buffer, OWN_FIRST(values, VALUES), ROWS_OF_SPAN_(buffer, at, from, to))
#define ROWS_OF_SPAN_(buffer, at, from, to)                                                                  \
    ((struct model_runs){OWN_APART, VALUES, (at) + LANE * ROW_WIDTH, LANES * ROW_WIDTH, ROW_WIDTH, from, to, \
                         ARRAY_OF_(buffer)})
#define ARRAY_OF_(buffer) \
    _Generic(*(buffer), in_elem : MODEL_OF_IN, out_elem : MODEL_OF_OUT, default : MODEL_OF_ELEM)

/* Words of any type: elements, and their bits, are as wide as the launch's. */
static inline elem same_elem(elem value)
{
    return value;
}
static inline elem elem_of_integer(uint64_t value)
{
    return (elem){.u64 = value};
}
static inline u32 u32_of_elem(elem value)
{
    return value.u32;
}
static inline i32 i32_of_elem(elem value)
{
    return value.i32;
}
static inline u64 u64_of_elem(elem value)
{
    return value.u64;
}
#define ELEM_OF_(value) _Generic((value), elem : same_elem, default : elem_of_integer)(value)
#define OF_ELEM_(buffer, value)     \
    _Generic(*(buffer), elem        \
             : same_elem, in_elem   \
             : same_elem, u32       \
             : u32_of_elem, i32     \
             : i32_of_elem, default \
             : u64_of_elem)(value)
#define WORD_(buffer, i)                                                                                 \
    ((struct model_word){buffer, i,                                                                      \
                         _Generic(*(buffer), elem : 0, elem_bits : 0, in_elem : 0, out_elem : 0, default \
                                  : sizeof *(buffer)),                                                   \
                         ARRAY_OF_(buffer)})
#define CHANGE_(kind, buffer, i, value, expected) \
    OF_ELEM_(buffer, model_atomic_change(MODEL_##kind, WORD_(buffer, i), ELEM_OF_(value), ELEM_OF_(expected)))
#define READ(buffer, i) OF_ELEM_(buffer, model_read(WORD_(buffer, i), SITE))
#define WRITE(buffer, i, value) model_write(WORD_(buffer, i), ELEM_OF_(value), SITE)
#define ATOMIC_LOAD(buffer, i) OF_ELEM_(buffer, model_atomic_load(WORD_(buffer, i)))
#define ATOMIC_LOAD_ACQUIRE ATOMIC_LOAD
#define ATOMIC_STORE(buffer, i, value) ((void)CHANGE_(STORES, buffer, i, value, 0))
#define ATOMIC_STORE_RELEASE(buffer, i, value) ((void)CHANGE_(RELEASES, buffer, i, value, 0))
#define ATOMIC_ADD(buffer, i, value) CHANGE_(ADDS, buffer, i, value, 0)
#define ATOMIC_EXCHANGE(buffer, i, value) CHANGE_(EXCHANGES, buffer, i, value, 0)
#define ATOMIC_CAS(buffer, i, expected, desired) CHANGE_(SWAPS, buffer, i, desired, expected)
#define PACKED_LOAD(buffer, i) model_packed_load(buffer, i)
#define PACKED_STORE(buffer, i, value, tag) model_packed_store(buffer, i, value, tag)
#define HAS_ATOMIC_OP 1
#define ATOMIC_OP(buffer, i, value) model_atomic_op(buffer, i, value)
#define DEVICE_FENCE model_device_fence()
#define POLL model_poll()

#define LANES_(subgroups, values, count) ((struct model_rows){subgroups, values, count})
#define LANE_SCAN(subgroups, values, count, results, from) \
    model_scan(LANES_(subgroups, values, count), results, from)
#define LANE_SCAN_REACHING(subgroups, values, count, results, reach, most) \
    model_scan_reaching(LANES_(subgroups, values, count), results, reach, most)
#define LANE_UP(subgroups, values, count, results, from) \
    model_move_up(LANES_(subgroups, values, count), results, from)
#define LANE_UP_BY(subgroups, values, count, results, from, by) \
    model_move_up_by(LANES_(subgroups, values, count), results, from, by)
#define LANE_REDUCE(subgroups, values, count, results, from) \
    model_reduce(LANES_(subgroups, values, count), results, from)
#define LANE_LAST(subgroups, values, count, results, from) \
    model_last(LANES_(subgroups, values, count), results, from)
#define LANE_SUM(subgroups, values, count, results, from) \
    model_sum(LANES_(subgroups, values, count), results, from)
#define LANE_SUM_BELOW(subgroups, values, count, results, from) \
    model_sum_below(LANES_(subgroups, values, count), results, from)
#define BALLOT(subgroup, from) model_ballot((from) + (subgroup)*LANES)
/* Each subgroup's sum comes from a ballot, which no counter has. */
#define GROUP_SUM(count, from, words) ((count) += model_group_sum(from, words, SITE, SITE))

#include "engine/dialect_thread.h"

#include "engine/model/dialect_model_ring.h"

#include "engine/dialect_common.h"
