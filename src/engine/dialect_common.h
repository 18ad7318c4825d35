/* SPDX-License-Identifier: MIT */
/* The words of kernels that follow from the core words of a dialect, which includes this last. What a dialect
 * has defined before stays: for a measured reason, which it gives.
 *
 * The core, which each dialect defines, some of it in dialect_thread.h:
 *   KERNEL, PART, GROUP_FUNCTION (name, parameters…) { … }, CALL of both, LOCAL(type), the group function
 * that the launch chose; GROUP, THREADS, and THREAD where threads run themselves; DEVICE_MEMORY,
 *     SHARED_MEMORY, RESTRICT, RESTRICT_REFERENCE of what parameters lead to
 *   WALKED; if so EACH_SUBGROUP_BELOW(count), EACH_LANE, and ONE_LANE(from, to, lane), that lane of each of
 *     these subgroups
 *   SHARED(type, name, count), memory shared by a group
 *   BARRIER, SIMD_BARRIER of each subgroup, FIRST_SIMD_BARRIER, DEVICE_FENCE, POLL in every waiting loop
 *   ATOMIC_LOAD, _STORE (relaxed), ATOMIC_LOAD_ACQUIRE, which sees all that was written before the
 *     ATOMIC_STORE_RELEASE of what it reads; _ADD, _EXCHANGE, _CAS, which return what was there: of words of
 *     32 or 64 bits; ATOMIC_OP by the operator, where HAS_ATOMIC_OP
 *   of the first `subgroups`, for the first `count` of the `values` that a lane has:
 *     LANE_SCAN (inclusive, by the launch's network), LANE_UP (what the lane below has, the identity in lane
 *     0), LANE_UP_BY (what the lane `by` below has, a power of two; anything in the lowest `by`),
 *     LANE_REDUCE, LANE_LAST (every lane receives it), which may be in place, and of uint LANE_SUM and
 *     LANE_SUM_BELOW
 *   LANE_SCAN_REACHING, such a scan in place and by Kogge–Stone, in which a lane joins to its own what so
 *     many lanes below it have as its uint says, at most `most` and all of them; none of these reaches
 * further BALLOT(subgroup, from): the bits of its lanes whose uint is not 0, the lowest that of lane 0. */
#pragma once

/* Parts of kernels. A sized part has inner loops over each thread's values, a sized group function those as
 * long as there are subgroups. */
#ifndef CALL_PART
#define CALL_PART CALL
#endif
#ifndef SIZED_PART
#define SIZED_PART PART
#endif
#ifndef SIZED_GROUP_FUNCTION
#define SIZED_GROUP_FUNCTION GROUP_FUNCTION
#endif
#ifndef GROUP_FUNCTION_TYPE
#if WALKED
#define GROUP_FUNCTION_TYPE(name, ...) \
    typedef void name(const struct launch *launch, const uint threads DECLARED(__VA_ARGS__))
#else
#define GROUP_FUNCTION_TYPE(name, ...) struct name
#endif
#endif
#ifndef WRITTEN
#define WRITTEN ((void)0) /* what a thread has put can be got by itself */
#endif
#ifndef IN_FLIGHT
#define IN_FLIGHT 1 /* steps of a walk that are loaded at once, where a device has to wait for memory */
#endif
#ifndef WAIT
#define WAIT(nanoseconds) ((void)(nanoseconds)) /* before looking again, where looking costs others */
#endif
#ifndef SHARED_TILE
#define SHARED_TILE(type, name) SHARED(type, name, THREADS *VALUES)
#endif
#ifndef SHARED_TILE_BESIDE
#define SHARED_TILE_BESIDE SHARED_TILE /* another one */
#endif

/* Runs of a thread: value v of `count` is buffer[at + v / run · step + v % run], the identity past n, where
 * nothing is written; `run` elements are one access. `own`: the first of them, `apart` from the next. */
#ifndef READ_RUNS
#define READ_RUNS(own, apart, count, buffer, at, step, run, n) \
    UNROLLED (v_, 0, count)                                    \
    (own)[v_ * (apart)] = READ_IN_BELOW(buffer, IN_ORDER(RUN_AT(at, step, run, v_), n), n)
#define WRITE_RUNS(buffer, own, apart, count, at, step, run, n) \
    UNROLLED (v_, 0, count)                                     \
        if (IN_ORDER(RUN_AT(at, step, run, v_), n) < (n))       \
    WRITE(buffer, IN_ORDER(RUN_AT(at, step, run, v_), n), NARROWED((own)[v_ * (apart)]))
#endif
#define RUN_AT(at, step, run, v) ((at) + (v) / (run) * (step) + (v) % (run))
#define READ_OWN(values, count, ...) READ_RUNS(OWN_FIRST(values, count), OWN_APART, count, __VA_ARGS__)
#define WRITE_OWN(buffer, values, count, ...) \
    WRITE_RUNS(buffer, OWN_FIRST(values, count), OWN_APART, count, __VA_ARGS__)
#ifndef RUN_WIDTH
#define RUN_WIDTH VALUES /* elements of an access to what a thread has side by side */
#endif

/* A tile of THREADS · VALUES elements. Blocked: thread i owns VALUES consecutive elements; vectors: the same
 * in one access; striped: the elements i + THREADS · v. A row: one element a thread. */
#define BLOCKED_AT(tile) (((tile)*THREADS + THREAD) * VALUES)
#define STRIPED_AT(tile) ((tile)*THREADS * VALUES + THREAD)
#ifndef LOAD_BLOCKED
#define LOAD_BLOCKED(values, buffer, tile, n) \
    EACH_THREAD                               \
    READ_OWN(values, VALUES, buffer, BLOCKED_AT(tile), RUN_WIDTH, RUN_WIDTH, n)
#define LOAD_STRIPED(values, buffer, tile, n) \
    EACH_THREAD                               \
    READ_OWN(values, VALUES, buffer, STRIPED_AT(tile), THREADS, 1, n)
#define LOAD_ROW(value, buffer, row, n) \
    EACH_THREAD                         \
    READ_OWN(value, 1, buffer, (row)*THREADS + THREAD, 1, 1, n)
#define STORE_BLOCKED(buffer, values, tile, n) \
    EACH_THREAD                                \
    WRITE_OWN(buffer, values, VALUES, BLOCKED_AT(tile), RUN_WIDTH, RUN_WIDTH, n)
#define STORE_STRIPED(buffer, values, tile, n) \
    EACH_THREAD                                \
    WRITE_OWN(buffer, values, VALUES, STRIPED_AT(tile), THREADS, 1, n)
#define STORE_ROW(buffer, value, row, n) \
    EACH_THREAD                          \
    WRITE_OWN(buffer, value, 1, (row)*THREADS + THREAD, 1, 1, n)
#endif
#ifndef LOAD_VECTORS
#define LOAD_VECTORS(values, buffer, tile, n) \
    EACH_THREAD                               \
    READ_OWN(values, VALUES, buffer, BLOCKED_AT(tile), VALUES, VALUES, n)
#endif

/* A load with the loop over threads that comes after it; a loop with the store of STORED_VALUES that comes
 * after it, of which a thread writes all, STORED_AT(values, v), and reads none. */
#ifndef EACH_THREAD_LOADED
#define EACH_THREAD_LOADED(values, buffer, tile, n) \
    LOAD_BLOCKED(values, buffer, tile, n);          \
    EACH_THREAD
#define STORED_VALUES PRIVATE_ARRAY
#define STORED_AT MY_AT
#define EACH_THREAD_STORED(buffer, values, tile, n) \
    UNROLLED (pass_, 0, 2)                          \
        if (pass_ == 1) {                           \
            STORE_BLOCKED(buffer, values, tile, n); \
        } else                                      \
            EACH_THREAD
#endif

/* total = what each thread's VALUES elements make together, pair by pair and pair of pairs by pair of pairs.
 * `layout` LAYOUT_BLOCKED: thread i owns VALUES consecutive elements; LAYOUT_STRIPED: `width` consecutive
 * ones of each THREADS · width. `width` elements are one access. */
#ifndef LOAD_TOTAL
#define LOAD_TOTAL(total, buffer, tile, n, layout, width)                                          \
    EACH_THREAD {                                                                                  \
        const bool striped_ = (layout) == LAYOUT_STRIPED;                                          \
        const size at_ = (tile)*THREADS * VALUES + THREAD * (striped_ ? (width) : VALUES);         \
        elem value_[MOST_VALUES];                                                                  \
        READ_RUNS(value_, 1, VALUES, buffer, at_, (width) * (striped_ ? THREADS : 1), (width), n); \
        for (uint left_ = VALUES / 2; left_ > 0; left_ /= 2)                                       \
            for (uint i_ = 0; i_ < left_; i_++)                                                    \
                value_[i_] = OP(value_[2 * i_], value_[2 * i_ + 1]);                               \
        MY(total) = value_[0];                                                                     \
    }
#endif

/* Within EACH_SUBGROUP, elements from `at` on: vectors, each lane VALUES consecutive ones; striped, VALUES
 * rows of 32; a row, one a lane; rows of 16 bytes a lane, ROW_WIDTH elements. */
#ifndef ROW_WIDTH
#define MAX_ROW_WIDTH (16 / ELEM_BYTES)
#define ROW_WIDTH (16 / ELEM_BYTES < VALUES ? 16 / ELEM_BYTES : VALUES)
#endif
#ifndef SIMD_LOAD_VECTORS
#define SIMD_LOAD_VECTORS(values, buffer, at, n) \
    EACH_LANE                                    \
    READ_OWN(values, VALUES, buffer, (at) + LANE * VALUES, VALUES, VALUES, n)
#define SIMD_LOAD_STRIPED(values, buffer, at, n) \
    EACH_LANE                                    \
    READ_OWN(values, VALUES, buffer, (at) + LANE, LANES, 1, n)
#define SIMD_LOAD_ROW(value, buffer, at, n) \
    EACH_LANE                               \
    READ_OWN(value, 1, buffer, (at) + LANE, 1, 1, n)
#define SIMD_LOAD_ROWS(values, buffer, at, n) \
    EACH_LANE                                 \
    READ_OWN(values, VALUES, buffer, (at) + LANE * ROW_WIDTH, LANES * ROW_WIDTH, ROW_WIDTH, n)
#define SIMD_STORE_ROWS(buffer, values, at, n) \
    EACH_LANE                                  \
    WRITE_OWN(buffer, values, VALUES, (at) + LANE * ROW_WIDTH, LANES * ROW_WIDTH, ROW_WIDTH, n)
#endif

/* The same rows of factors, each 1 where there is none in an order that has what is absent first. */
#define SIMD_LOAD_FACTORS(values, buffer, at, n)                  \
    do {                                                          \
        SIMD_LOAD_ROWS(values, buffer, at, n);                    \
        if (IS_REVERSED)                                          \
            EACH_LANE                                             \
                UNROLLED (absent_, 0, VALUES)                     \
                    if (IN_ORDER(SPAN_AT(at, absent_), n) >= (n)) \
                        MY_AT(values, absent_) = ONE;             \
    } while (0)

/* The same rows of bytes, of which each becomes the bit that what precedes it passes, which it does where it
 * is 0; past n what nobody needs. */
#ifndef SIMD_LOAD_PASSING
#define SIMD_LOAD_PASSING(values, heads, at, n) \
    EACH_LANE                                   \
        UNROLLED (v_, 0, VALUES)                \
    MY_AT(values, v_) = SPAN_AT(at, v_) < (n) ? ELEM_OF_BITS(READ(heads, SPAN_AT(at, v_)) == 0) : IDENTITY
#endif

/* Within EACH_SUBGROUP, the same rows of 16 bytes a lane from `at` on, of a span that begins at element
 * `from` and ends before `to`: the identity outside it, where nothing is written. `at` is a multiple of
 * ROW_WIDTH. */
#ifndef SIMD_LOAD_SPAN
#define SIMD_LOAD_SPAN(values, buffer, at, from, to) \
    EACH_LANE                                        \
        UNROLLED (v_, 0, VALUES)                     \
    MY_AT(values, v_) = IN_SPAN(at, v_, from, to) ? READ_IN(buffer, SPAN_AT(at, v_)) : IDENTITY
#define SIMD_STORE_SPAN(buffer, values, at, from, to) \
    EACH_LANE                                         \
        UNROLLED (v_, 0, VALUES)                      \
            if (IN_SPAN(at, v_, from, to))            \
    WRITE(buffer, SPAN_AT(at, v_), NARROWED(MY_AT(values, v_)))
#define IN_SPAN(at, v, from, to) (SPAN_AT(at, v) >= (from) && SPAN_AT(at, v) < (to))
#endif
#define SPAN_AT(at, v) RUN_AT((at) + LANE * ROW_WIDTH, LANES * ROW_WIDTH, ROW_WIDTH, v)

/* Within EACH_SUBGROUP, write the elements of a row whose lanes are valid (1, else 0) side by side to `to`
 * of a buffer, or of words of shared memory, and move `to` past them. */
#ifndef SIMD_STORE_VALID
#define SIMD_STORE_VALID(buffer, to, row, valid) KEEP_VALID_(WRITE_NARROWED_, buffer, to, row, valid)
#define SIMD_PUT_VALID(words, to, row, valid) KEEP_VALID_(PUT, words, to, row, valid)
#define WRITE_NARROWED_(buffer, i, value) WRITE(buffer, i, NARROWED(value))
#define KEEP_VALID_(KEEP, kept, to, row, valid)                                          \
    do {                                                                                 \
        const uint lanes_ = BALLOT(SUBGROUP, valid);                                     \
        EACH_LANE {                                                                      \
            if (lanes_ >> LANE & 1)                                                      \
                KEEP(kept, (to) + POPULATION(lanes_ & ((1u << LANE) - 1)), IN_ROW(row)); \
        }                                                                                \
        (to) += POPULATION(lanes_);                                                      \
    } while (0)
#endif
#ifndef POPULATION
#define POPULATION(bits) ((uint)__builtin_popcount(bits))
#endif

/* Collectives of each subgroup, or of the first alone; of the first `count` of a thread's VALUES. */
#define SIMD_SCAN_INCLUSIVE(result, from) LANE_SCAN(SUBGROUPS, 1, 1, result, from)
#define FIRST_SIMD_SCAN_INCLUSIVE(result, from) LANE_SCAN(1, 1, 1, result, from)
#define SCAN_EXCLUSIVE_(subgroups, result, from)  \
    do {                                          \
        LANE_SCAN(subgroups, 1, 1, result, from); \
        LANE_UP(subgroups, 1, 1, result, result); \
    } while (0)
#define SIMD_SCAN_EXCLUSIVE(result, from) SCAN_EXCLUSIVE_(SUBGROUPS, result, from)
#define FIRST_SIMD_SCAN_EXCLUSIVE(result, from) SCAN_EXCLUSIVE_(1, result, from)
#define SIMD_MOVE_UP(result, from) LANE_UP(SUBGROUPS, 1, 1, result, from)
#define SIMD_REDUCE(result, from) LANE_REDUCE(SUBGROUPS, 1, 1, result, from)
#define FIRST_SIMD_REDUCE(result, from) LANE_REDUCE(1, 1, 1, result, from)
#ifndef FIRST_SIMD_SHUFFLE_REDUCE
#define FIRST_SIMD_SHUFFLE_REDUCE FIRST_SIMD_REDUCE /* by shuffles, even where there is an instruction */
#endif
#define SIMD_SCAN_EACH(values, count) LANE_SCAN(SUBGROUPS, VALUES, count, values, values)
#define SIMD_SCAN_EACH_REACHING(values, reach, count, most) \
    LANE_SCAN_REACHING(SUBGROUPS, VALUES, count, values, reach, most)
#define SIMD_MOVE_UP_EACH(results, from, count) LANE_UP(SUBGROUPS, VALUES, count, results, from)
#define SIMD_LAST_EACH(results, from, count) LANE_LAST(SUBGROUPS, VALUES, count, results, from)
#define FIRST_SIMD_BALLOT(from) BALLOT(0, from)
#define SIMD_SUM(result, from) LANE_SUM(SUBGROUPS, 1, 1, result, from)
#define FIRST_SIMD_SUM(result, from) LANE_SUM(1, 1, 1, result, from)
#define SIMD_SUM_EACH(results, from, count) LANE_SUM(SUBGROUPS, VALUES, count, results, from)
#define SIMD_SUM_BELOW(result, from) LANE_SUM_BELOW(SUBGROUPS, 1, 1, result, from)
#define SIMD_SUM_BELOW_EACH(results, from, count) LANE_SUM_BELOW(SUBGROUPS, VALUES, count, results, from)

/* count += how much all threads' uints make together, the same for every thread; words: one a subgroup. */
#ifndef GROUP_SUM
#define GROUP_SUM(count, from, words)        \
    do {                                     \
        PRIVATE(uint, sum_);                 \
        SIMD_SUM(sum_, from);                \
        EACH_FIRST_LANE {                    \
            PUT(words, SUBGROUP, MY(sum_));  \
        }                                    \
        BARRIER;                             \
        UNROLLED (s_, 0, SUBGROUPS)          \
            (count) += BROADCAST(words, s_); \
        BARRIER;                             \
    } while (0)
#endif

/* A value with a tag, which is not 0, in one word: loaded with PACKED_VALUE and PACKED_TAG of what was stored
 * last, else of a tag of 0. Nothing but the word itself is ordered. */
#ifndef PACKED_VALUE
#define PACKED_VALUE(word) (word).value
#define PACKED_TAG(word) (word).tag
#endif
#ifndef PACKED_LOAD
#define PACKED_LOAD(buffer, i) packed_load(&(buffer)[i])
#define PACKED_STORE(buffer, i, value, tag) packed_store(&(buffer)[i], value, tag)

INLINE packed packed_load(DEVICE_MEMORY packed_word *word)
{
    packed_word loaded;
    for (uint part = 0; part < PACKED_PARTS; part++)
        loaded.part[part] = ATOMIC_LOAD(word->part, part);
    return packed_of(loaded);
}

INLINE void packed_store(DEVICE_MEMORY packed_word *word, elem value, uint tag)
{
    for (uint part = 0; part < PACKED_PARTS; part++)
        ATOMIC_STORE(word->part, part, packed_part(value, tag, part));
}
#endif

#ifndef RING_SLOTS
#include "engine/ring_of_one.h"
#endif
