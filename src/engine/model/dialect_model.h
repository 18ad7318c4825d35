/* SPDX-License-Identifier: MIT */
/* The kernel dialect in the model: every access counts, an element carries the depth of the operators that
 * made it, type, operator and values per thread are the launch's, so that a kernel is compiled once. */
#ifndef SCANBENCH_DIALECT_MODEL_H
#define SCANBENCH_DIALECT_MODEL_H

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
typedef struct model_packed packed;
typedef struct model_packed_word packed_word;
typedef unsigned long long elem_bits; /* as wide as the launch's elements, which its type tells from u64 */

#define VALUES ((size)model_values())
#define NAMED(name) name##_model
#define SITE ((uint)__COUNTER__)

#define OP(a, b) model_op(a, b)
#define SUBTRACT(a, b) model_subtract(a, b)
#define MULTIPLY(a, b) model_multiply(a, b)
#define IDENTITY model_identity()
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
#define IN_FLIGHT 1
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
#define SIZED_GROUP_FUNCTION GROUP_FUNCTION
#define GROUP_FUNCTION_TYPE(name, ...) \
    typedef void name(const struct launch *launch, const uint threads DECLARED(__VA_ARGS__))
#define CALL(name, ...)                     \
    do {                                    \
        model_call((group_function *)name); \
        name(launch, THREADS, __VA_ARGS__); \
        model_return();                     \
    } while (0)

#define PRIVATE(type, name) type name[MAX_THREADS]
#define PRIVATE_ARRAY(type, name) type name[MAX_VALUES_PER_THREAD * MAX_THREADS]
#define PRIVATE_OF_FIRST_SIMDGROUP(type, name) type name[MAX_SIMDGROUPS * LANES]
#define MY(x) (x)[THREAD]
#define MY_AT(x, i) (x)[(SIMDGROUP * VALUES + (i)) * LANES + LANE]
#define FIRST_AT(x, i) (x)[(i)*LANES + LANE]
#define THREAD (SIMDGROUP * LANES + LANE)
#define SIMDGROUPS ((size)THREADS / LANES)

#define IS_ELEM_(type) _Generic((type){0}, elem : true, default : false)
#define SHARED(type, name, count) \
    type *const name = model_shared(SITE, #name, IS_ELEM_(type), sizeof(type), count)
#define SHARED_TILE(type, name) SHARED(type, name, THREADS *VALUES)
#define GET(words, i) (*(const __typeof__(*(words)) *)model_get(words, i, SITE))
#define SIMD_GET(words, i) (*(const __typeof__(*(words)) *)model_simd_get(words, i, SITE))
#define BROADCAST(words, i) (*(const __typeof__(*(words)) *)model_broadcast(words, i))
#define PUT(words, i, value)                                       \
    ((void)({                                                      \
        const __typeof__(*(words)) put_ = (value);                 \
        *(__typeof__(*(words)) *)model_put(words, i, SITE) = put_; \
    }))
#define VOLATILE_GET GET
#define VOLATILE_PUT PUT

#define UNROLLED(i, from, to) for (size i = (from); i < (to); i++)
#define EACH_LANE for (size LANE = 0; model_lane(LANE, LANES); LANE++)
#define EACH_THREAD                                                               \
    for (size SIMDGROUP = 0; model_simdgroup(SIMDGROUP, SIMDGROUPS); SIMDGROUP++) \
        EACH_LANE
#define EACH_THREAD_OF_FIRST_SIMDGROUP                                   \
    for (size SIMDGROUP = 0; model_simdgroup(SIMDGROUP, 1); SIMDGROUP++) \
        EACH_LANE
#define THE_FIRST_SIMDGROUP
#define EACH_THREAD_BELOW(count)                                                                     \
    for (size SIMDGROUP = 0; model_simdgroup(SIMDGROUP, ((count) + LANES - 1) / LANES); SIMDGROUP++) \
        EACH_LANE                                                                                    \
            if (THREAD < (count))
#define EACH_SIMDGROUP for (size SIMDGROUP = 0; model_simdgroup(SIMDGROUP, SIMDGROUPS); SIMDGROUP++)
#define EACH_FIRST_LANE \
    for (size SIMDGROUP = 0, LANE = 0; model_single_lane(SIMDGROUP, LANE, SIMDGROUPS); SIMDGROUP++)
#define EACH_LAST_LANE \
    for (size SIMDGROUP = 0, LANE = LANES - 1; model_single_lane(SIMDGROUP, LANE, SIMDGROUPS); SIMDGROUP++)

#define THE_FIRST_THREAD \
    for (size SIMDGROUP = 0, LANE = 0; model_single_lane(SIMDGROUP, LANE, 1); SIMDGROUP++)
#define THE_LAST_THREAD                                                                                     \
    for (size SIMDGROUP = SIMDGROUPS - 1, LANE = LANES - 1; model_single_lane(SIMDGROUP, LANE, SIMDGROUPS); \
         SIMDGROUP++)

#define BARRIER model_barrier()
#define SIMD_BARRIER model_simd_barrier(SIMDGROUPS)
#define FIRST_SIMD_BARRIER model_simd_barrier(1)

#define TILE_(tile, n, layout, width) ((struct model_tile){tile, n, layout, width})
#define LOAD_BLOCKED(values, buffer, tile, n) \
    model_load_tile(values, buffer, TILE_(tile, n, LAYOUT_BLOCKED, model_width()))
#define LOAD_VECTORS(values, buffer, tile, n) \
    model_load_tile(values, buffer, TILE_(tile, n, LAYOUT_BLOCKED, VALUES))
#define LOAD_STRIPED(values, buffer, tile, n) \
    model_load_tile(values, buffer, TILE_(tile, n, LAYOUT_STRIPED, 1))
#define STORE_BLOCKED(buffer, values, tile, n) \
    model_store_tile(buffer, values, TILE_(tile, n, LAYOUT_BLOCKED, model_width()))
#define STORE_STRIPED(buffer, values, tile, n) \
    model_store_tile(buffer, values, TILE_(tile, n, LAYOUT_STRIPED, 1))

#define LOAD_TOTAL(total, buffer, tile, n, which_layout, width) \
    model_load_total(total, buffer, TILE_(tile, n, (enum layout)(which_layout), width))
#define LOAD_ROW(value, buffer, row, n) model_load_row(value, buffer, row, n)
#define STORE_ROW(buffer, value, row, n) model_store_row(buffer, value, row, n)
#define EACH_THREAD_LOADED(values, buffer, tile, n)                         \
    for (size SIMDGROUP = (LOAD_BLOCKED(values, buffer, tile, n), (size)0); \
         model_simdgroup(SIMDGROUP, SIMDGROUPS); SIMDGROUP++)               \
        EACH_LANE
#define EACH_THREAD_STORED(buffer, values, tile, n)                                                 \
    for (size SIMDGROUP = 0;                                                                        \
         model_simdgroup(SIMDGROUP, SIMDGROUPS) || (STORE_BLOCKED(buffer, values, tile, n), false); \
         SIMDGROUP++)                                                                               \
        EACH_LANE
#define RUN_OF_LANE(own, words_, run_) \
    elem *const own = (words_);        \
    const size own##_run = (run_)
#define EACH_LANE_WITH_RUN(own, words, run) EACH_THREAD_OF_FIRST_SIMDGROUP
#define RUN_GET(own, j) GET(own, (j) + LANE * (own##_run))
#define RUN_PUT(own, j, value) PUT(own, (j) + LANE * (own##_run), value)
#define STORED_VALUES PRIVATE_ARRAY
#define STORED_AT MY_AT

#define LANES_(at, n, values, layout) ((struct model_lanes){at, n, values, layout})
#define SIMD_LOAD_VECTORS(values, buffer, at, n) \
    model_load_lanes((values) + SIMDGROUP * VALUES * LANES, buffer, LANES_(at, n, VALUES, LAYOUT_BLOCKED))
#define SIMD_LOAD_STRIPED(values, buffer, at, n) \
    model_load_lanes((values) + SIMDGROUP * VALUES * LANES, buffer, LANES_(at, n, VALUES, LAYOUT_STRIPED))
#define SIMD_LOAD_ROW(value, buffer, at, n) \
    model_load_lanes((value) + SIMDGROUP * LANES, buffer, LANES_(at, n, 1, LAYOUT_STRIPED))
#define MAX_ROW_WIDTH 4
#define ROW_WIDTH model_row_width()
#define SIMD_LOAD_ROWS(values, buffer, at, n) \
    model_load_rows((values) + SIMDGROUP * VALUES * LANES, buffer, at, n)
#define SIMD_STORE_ROWS(buffer, values, at, n) \
    model_store_rows(buffer, (values) + SIMDGROUP * VALUES * LANES, at, n)
#define ROW(value) ((value) + SIMDGROUP * LANES)
#define ROW_AT(values, v) ((values) + (SIMDGROUP * VALUES + (v)) * LANES)
#define SIMD_STORE_VALID(buffer, at, row, valid) model_store_valid(buffer, at, row, valid, SITE)
#define SIMD_PUT_VALID(words, at, row, valid) model_put_valid(words, at, row, valid, SITE)

#define TYPED_(function, buffer)          \
    _Generic(*(buffer), elem              \
             : function##_elem, elem_bits \
             : function##_bits, u32       \
             : function##_u32, i32        \
             : function##_i32, u64        \
             : function##_u64)
#define READ(buffer, i) TYPED_(model_read, buffer)(buffer, i, SITE)
#define WRITE(buffer, i, value) TYPED_(model_write, buffer)(buffer, i, value, SITE)
#define ATOMIC_LOAD(buffer, i) TYPED_(model_atomic_load, buffer)(buffer, i, MODEL_RELAXED)
#define ATOMIC_LOAD_ACQUIRE(buffer, i) TYPED_(model_atomic_load, buffer)(buffer, i, MODEL_ACQUIRE)
#define ATOMIC_STORE(buffer, i, value) TYPED_(model_atomic_store, buffer)(buffer, i, value, MODEL_RELAXED)
#define ATOMIC_STORE_RELEASE(buffer, i, value) \
    TYPED_(model_atomic_store, buffer)(buffer, i, value, MODEL_RELEASE)
#define ATOMIC_ADD(buffer, i, value) TYPED_(model_atomic_add, buffer)(buffer, i, value)
#define ATOMIC_EXCHANGE(buffer, i, value) TYPED_(model_atomic_exchange, buffer)(buffer, i, value)
#define ATOMIC_CAS(buffer, i, expected, desired) \
    TYPED_(model_atomic_cas, buffer)(buffer, i, expected, desired)
#define PACKED_LOAD(buffer, i) model_packed_load(buffer, i)
#define PACKED_STORE(buffer, i, value, tag) model_packed_store(buffer, i, value, tag)
#define PACKED_VALUE(word) (word).value
#define PACKED_TAG(word) (word).tag
#define HAS_ATOMIC_OP 1
#define ATOMIC_OP(buffer, i, value) model_atomic_op(buffer, i, value)
#define DEVICE_FENCE model_device_fence()
#define POLL model_poll()
#define WAIT(nanoseconds) ((void)(nanoseconds))

#define SIMD_SCAN_INCLUSIVE(result, from) model_scan_inclusive(SIMDGROUPS, result, from)
#define SIMD_SCAN_EXCLUSIVE(result, from) model_scan_exclusive(SIMDGROUPS, result, from)
#define FIRST_SIMD_SCAN_EXCLUSIVE(result, from) model_scan_exclusive(1, result, from)
#define FIRST_SIMD_SCAN_INCLUSIVE(result, from) model_scan_inclusive(1, result, from)
#define SIMD_MOVE_UP(result, from) model_move_up(SIMDGROUPS, result, from)
#define SIMD_REDUCE(result, from) model_reduce(SIMDGROUPS, result, from)
#define FIRST_SIMD_REDUCE(result, from) model_reduce(1, result, from)
#define FIRST_SIMD_SHUFFLE_REDUCE FIRST_SIMD_REDUCE
#define SIMD_SCAN_EACH(values, count) model_scan_each(values, count)
#define SIMD_MOVE_UP_EACH(results, from, count) model_move_up_each(results, from, count)
#define SIMD_LAST_EACH(results, from, count) model_last_each(results, from, count)
#define FIRST_SIMD_BALLOT(from) model_ballot(from)
#define SIMD_SUM(result, from) model_sum(SIMDGROUPS, result, from)
#define FIRST_SIMD_SUM(result, from) model_sum(1, result, from)
#define SIMD_SUM_BELOW(result, from) model_sum_below(SIMDGROUPS, result, from)
#define SIMD_SUM_BELOW_EACH(results, from, count) model_sum_each(results, from, count, model_sum_below)
#define SIMD_SUM_EACH(results, from, count) model_sum_each(results, from, count, model_sum)
#define GROUP_SUM(count, from, words) ((count) += model_group_sum(from, words, SITE, SITE))

#include "engine/model/dialect_model_ring.h"

#endif
