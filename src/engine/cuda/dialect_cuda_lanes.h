/* SPDX-License-Identifier: MIT */
/* What a subgroup does at once on a GPU: shuffles, ballots and, where they are exact, reductions of the
 * hardware. For dialect_cuda.h. All lanes of a subgroup come together. */
#pragma once

/* OP(the value of lane `from`, x) for a lane that `takes`, x for any other. */
INLINE elem network_step(elem x, bool takes, uint from)
{
    const elem other = __shfl_sync(ALL_LANES, x, (int)from);
    return takes ? OP(other, x) : x;
}

/* The same from the lane `by` below. */
INLINE elem network_step_up(elem x, bool takes, uint by)
{
    const elem other = __shfl_up_sync(ALL_LANES, x, by);
    return takes ? OP(other, x) : x;
}

/* The network, over `count` values at once: the shuffles of a round do not wait for each other. */
#define EACH_ROUND _Pragma("unroll") for
#define EACH_OF(count) _Pragma("unroll") for (uint i = 0; i < (count); i++)
#define ROUND_UP(takes, by) EACH_OF(count) x[i] = network_step_up(x[i], takes, by)
#define ROUND_FROM(takes, from) EACH_OF(count) x[i] = network_step(x[i], takes, (from) % LANES)

template <uint count> static __device__ __forceinline__ void network(elem *x, uint lane)
{
    JOIN(ROUNDS_, NETWORK)(ROUND_UP, ROUND_FROM)
}

/* The scans of the first `count` values of each lane. A loop of one, here and in LANE_REDUCE, makes NVRTC 13
 * turn branches of a kernel that is many times as long into selections: u32 scans that read ahead were 3 to
 * 5 % slower. */
template <uint count> static __device__ __forceinline__ void simd_scan_each(elem *results, const elem *from)
{
    if constexpr (count == 1)
        results[0] = from[0];
    else
        EACH_OF(count) results[i] = from[i];
    network<count>(results, (uint)LANE);
}

/* The scans of `count` values of each lane, as far down as each reaches. */
template <uint count>
static __device__ __forceinline__ void simd_scan_reaching(elem *x, const uint *reach, uint most)
{
    EACH_ROUND(uint by = 1; by < LANES; by *= 2)
    if (by <= most)
        ROUND_UP(reach[i] >= by, by);
}

INLINE elem simd_move_up(elem x)
{
    const elem below = __shfl_up_sync(ALL_LANES, x, 1);
    return LANE > 0 ? below : IDENTITY;
}

/* Every lane receives the whole: the fold of the upper half onto the lower one, where a lane's own value may
 * be the second of the two. */
INLINE elem simd_shuffle_reduce(elem x)
{
    _Pragma("unroll") for (uint half = LANES / 2; half > 0; half /= 2)
    {
        const elem other = __shfl_xor_sync(ALL_LANES, x, (int)half);
        x = LANE & half ? OP(other, x) : OP(x, other);
    }
    return x;
}

/* The same, of 32-bit integers in one instruction, whose order does not show. */
INLINE elem simd_reduce(elem x)
{
#if !ELEM_IS_FLOAT && ELEM_BYTES == 4 && defined OPERATOR_IS_sum
    return (elem)__reduce_add_sync(ALL_LANES, x);
#elif !ELEM_IS_FLOAT && ELEM_BYTES == 4 && defined OPERATOR_IS_min
    return (elem)__reduce_min_sync(ALL_LANES, x);
#elif !ELEM_IS_FLOAT && ELEM_BYTES == 4 && defined OPERATOR_IS_max
    return (elem)__reduce_max_sync(ALL_LANES, x);
#else
    return simd_shuffle_reduce(x);
#endif
}

/* The exclusive or of the lanes' bits, the same for every lane. */
INLINE elem_bits simd_xor(elem_bits x)
{
#if ELEM_BYTES == 4
    return __reduce_xor_sync(ALL_LANES, x);
#elif ELEM_BYTES == 8
    const uint high = __reduce_xor_sync(ALL_LANES, (uint)(x >> 32));
    return (elem_bits)high << 32 | __reduce_xor_sync(ALL_LANES, (uint)x);
#else
#error "elements of another width than 4 or 8 bytes"
#endif
}

/* Of each of `count` values the sum of the lanes below this one; the shuffles of a round do not wait for each
 * other. */
template <uint count>
static __device__ __forceinline__ void simd_sum_below_each(uint *results, const uint *from)
{
    EACH_OF(count) results[i] = from[i];
    EACH_ROUND(uint by = 1; by < LANES; by *= 2)
    EACH_OF(count)
    {
        const uint below = __shfl_up_sync(ALL_LANES, results[i], by);
        results[i] += LANE >= by ? below : 0;
    }
    EACH_OF(count) results[i] -= from[i];
}

/* The first subgroup alone, or all, which is known when this is compiled. */
#define OF_SUBGROUPS(subgroups) if ((subgroups) == SUBGROUPS || SUBGROUP < (subgroups))
#define LANE_SCAN(subgroups, values, count, results, from) \
    OF_SUBGROUPS(subgroups) simd_scan_each<count>(results, from)
#define LANE_SCAN_REACHING(subgroups, values, count, results, reach, most) \
    OF_SUBGROUPS(subgroups) simd_scan_reaching<count>(results, reach, most)
#define EACH_RESULT(subgroups, count, result) OF_SUBGROUPS(subgroups) EACH_OF(count) result
#define LANE_UP(subgroups, values, count, results, from) \
    EACH_RESULT(subgroups, count, (results)[i] = simd_move_up((from)[i]))
#define LANE_UP_BY(subgroups, values, count, results, from, by) \
    EACH_RESULT(subgroups, count, (results)[i] = __shfl_up_sync(ALL_LANES, (from)[i], by))
#define LANE_LAST(subgroups, values, count, results, from) \
    EACH_RESULT(subgroups, count, (results)[i] = __shfl_sync(ALL_LANES, (from)[i], LANES - 1))
#define LANE_REDUCE(subgroups, values, count, results, from) \
    OF_SUBGROUPS(subgroups)(results)[0] = simd_reduce((from)[0]) /* count is 1 */
#define LANE_SUM(subgroups, values, count, results, from) \
    EACH_RESULT(subgroups, count, (results)[i] = __reduce_add_sync(ALL_LANES, (from)[i]))
#define LANE_SUM_BELOW(subgroups, values, count, results, from) \
    OF_SUBGROUPS(subgroups) simd_sum_below_each<count>(results, from)
#define BALLOT(subgroup, from) __ballot_sync(ALL_LANES, (from)[0] != 0)

#define SIMD_XOR(result, from) ((result)[0] = simd_xor((from)[0]))
#define FIRST_SIMD_SHUFFLE_REDUCE(result, from) \
    EACH_RESULT(1, 1, (result)[i] = simd_shuffle_reduce((from)[i]))
