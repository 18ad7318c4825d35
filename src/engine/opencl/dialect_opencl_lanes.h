/* SPDX-License-Identifier: MIT */
/* What a simdgroup does at once in OpenCL C: its lanes leave their values in local memory, its first lane
 * works on all of them, and they take the results. All threads of the group take part, since the barriers are
 * the group's. For dialect_opencl.h. */
#ifndef SCANBENCH_DIALECT_OPENCL_LANES_H
#define SCANBENCH_DIALECT_OPENCL_LANES_H

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
static inline uint first_ballot(__local uint *words, const uint *value)
{
    uint lanes = 0;
    if (SIMDGROUP == 0)
        words[LANE] = value[0];
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

/* The sum of the `count` threads from `first` on; others may have no value, and theirs is not read. */
static inline uint sum_of(__local uint *words, const uint *value, size first, size count)
{
    uint sum = 0;
    if (THREAD - first < count)
        words[THREAD] = value[0];
    BARRIER;
    for (size thread = first; thread < first + count; thread++)
        sum += words[thread];
    BARRIER;
    return sum;
}

/* The sum of the lanes below this one. */
static inline uint sum_below(__local uint *words, const uint *value)
{
    uint sum = 0;
    words[THREAD] = value[0];
    BARRIER;
    for (size thread = THREAD - LANE; thread < THREAD; thread++)
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
#define MAX_ROW_WIDTH (16 / ELEM_BYTES)
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
#define FIRST_SIMD_SUM(result, from) ((result)[0] = sum_of(UINT_WORDS, from, 0, LANES))
#define SIMD_SUM(result, from) ((result)[0] = sum_of(UINT_WORDS, from, THREAD - LANE, LANES))
#define SIMD_SUM_BELOW(result, from) ((result)[0] = sum_below(UINT_WORDS, from))
#define GROUP_SUM(count, from, words) ((void)(words), (count) += sum_of(UINT_WORDS, from, 0, THREADS))

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
#define SIMD_SUM_BELOW_EACH(results, from, count) \
    EACH_OF(count)(results)[i] = sum_below(UINT_WORDS, (from) + i)
#define SIMD_SUM_EACH(results, from, count) \
    EACH_OF(count)(results)[i] = sum_of(UINT_WORDS, (from) + i, THREAD - LANE, LANES)
#define FIRST_SIMD_BALLOT(from) first_ballot(UINT_WORDS, from)

#endif
