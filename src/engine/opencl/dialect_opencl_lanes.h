/* SPDX-License-Identifier: MIT */
/* What a subgroup does at once in OpenCL C: its lanes leave their values in local memory, its first lane
 * works on all of them, and they take the results. All threads of the group take part, since the barriers are
 * the group's. For dialect_opencl.h. */
#pragma once

/* Highest lane first: below it all is as it was. */
#define EACH_ROUND for
#define ROUND_FROM(takes, from)                   \
    for (uint lane = LANES - 1; lane > 0; lane--) \
        if (takes)                                \
    x[lane] = OP(x[from], x[lane])
#define ROUND_UP(takes, by) ROUND_FROM(takes, lane - (by))

static inline void network_scan(elem *x)
{
    JOIN(ROUNDS_, NETWORK)(ROUND_UP, ROUND_FROM)
}

/* Every lane receives the whole: fold the upper half onto the lower one, down to one. */
static inline void network_fold(elem *x)
{
    for (uint half_ = LANES / 2; half_ > 0; half_ /= 2)
        for (uint lane = 0; lane < half_; lane++)
            x[lane] = OP(x[lane], x[lane + half_]);
    for (uint lane = 1; lane < LANES; lane++)
        x[lane] = x[0];
}

/* The lanes of each of the first `subgroups` through a network, which its first lane works out. */
#define DEFINE_LANES(name, network)                                                              \
    static inline void name(__local elem *words, elem *result, const elem *from, size subgroups) \
    {                                                                                            \
        if (SUBGROUP < subgroups)                                                                \
            words[THREAD] = from[0];                                                             \
        BARRIER;                                                                                 \
        if (LANE == 0 && SUBGROUP < subgroups) {                                                 \
            elem x[LANES];                                                                       \
            for (uint lane = 0; lane < LANES; lane++)                                            \
                x[lane] = words[THREAD + lane];                                                  \
            network(x);                                                                          \
            for (uint lane = 0; lane < LANES; lane++)                                            \
                words[THREAD + lane] = x[lane];                                                  \
        }                                                                                        \
        BARRIER;                                                                                 \
        if (SUBGROUP < subgroups)                                                                \
            result[0] = words[THREAD];                                                           \
        BARRIER;                                                                                 \
    }
DEFINE_LANES(simd_scan, network_scan)
DEFINE_LANES(simd_reduce, network_fold)

static inline uint sum_of(__local const uint *words, size count)
{
    uint sum = 0;
    for (size i = 0; i < count; i++)
        sum += words[i];
    return sum;
}

/* Each thread of the first `subgroups` receives `what` of their words. */
#define DEFINE_LOOK(name, type, what)                                                            \
    static inline void name(__local type *words, type *result, const type *from, size subgroups) \
    {                                                                                            \
        if (SUBGROUP < subgroups)                                                                \
            words[THREAD] = from[0];                                                             \
        BARRIER;                                                                                 \
        if (SUBGROUP < subgroups)                                                                \
            result[0] = what;                                                                    \
        BARRIER;                                                                                 \
    }
DEFINE_LOOK(simd_up, elem, LANE > 0 ? words[THREAD - 1] : IDENTITY)
DEFINE_LOOK(simd_last, elem, words[THREAD - LANE + LANES - 1])
DEFINE_LOOK(simd_sum, uint, sum_of(words + THREAD - LANE, LANES))
DEFINE_LOOK(simd_sum_below, uint, sum_of(words + THREAD - LANE, LANE))

/* Each receives what the lane `by` below has, the lowest ones the identity. */
static inline void simd_up_by(__local elem *words, elem *result, const elem *from, size subgroups, uint by)
{
    if (SUBGROUP < subgroups)
        words[THREAD] = from[0];
    BARRIER;
    if (SUBGROUP < subgroups)
        result[0] = LANE >= by ? words[THREAD - by] : IDENTITY;
    BARRIER;
}

/* The bits of a subgroup's lanes whose value is not 0, for every thread that asks for them. */
static inline uint simd_ballot(__local uint *words, size subgroup, const uint *value)
{
    uint lanes = 0;
    if (SUBGROUP == subgroup)
        words[THREAD] = value[0];
    BARRIER;
    for (uint lane = 0; lane < LANES; lane++)
        lanes |= (words[subgroup * LANES + lane] ? 1u : 0u) << lane;
    BARRIER;
    return lanes;
}

/* The scan of the lanes of each of the first `subgroups`, as far down as each reaches. */
static inline void simd_scan_reaching(__local elem *words, elem *x, const uint *reach, uint most,
                                      size subgroups)
{
    for (uint by = 1; by < LANES && by <= most; by *= 2) {
        words[THREAD] = x[0];
        BARRIER;
        if (SUBGROUP < subgroups && reach[0] >= by)
            x[0] = OP(words[THREAD - by], x[0]);
        BARRIER;
    }
}

#define EACH_OF(count) for (uint i = 0; i < (count); i++)
#define LANE_SCAN(subgroups, values, count, results, from) \
    EACH_OF(count) simd_scan(simd_words, (results) + i, (from) + i, subgroups)
#define LANE_SCAN_REACHING(subgroups, values, count, results, reach, most) \
    EACH_OF(count) simd_scan_reaching(simd_words, (results) + i, (reach) + i, most, subgroups)
#define LANE_UP(subgroups, values, count, results, from) \
    EACH_OF(count) simd_up(simd_words, (results) + i, (from) + i, subgroups)
#define LANE_UP_BY(subgroups, values, count, results, from, by) \
    EACH_OF(count) simd_up_by(simd_words, (results) + i, (from) + i, subgroups, by)
#define LANE_LAST(subgroups, values, count, results, from) \
    EACH_OF(count) simd_last(simd_words, (results) + i, (from) + i, subgroups)
#define LANE_REDUCE(subgroups, values, count, results, from) \
    EACH_OF(count) simd_reduce(simd_words, (results) + i, (from) + i, subgroups)
#define UINT_WORDS ((__local uint *)simd_words)
#define LANE_SUM(subgroups, values, count, results, from) \
    EACH_OF(count) simd_sum(UINT_WORDS, (results) + i, (from) + i, subgroups)
#define LANE_SUM_BELOW(subgroups, values, count, results, from) \
    EACH_OF(count) simd_sum_below(UINT_WORDS, (results) + i, (from) + i, subgroups)
#define BALLOT(subgroup, from) simd_ballot(UINT_WORDS, subgroup, from)
