/* SPDX-License-Identifier: MIT */
/* The kernel dialect in CUDA C++, as NVRTC compiles it: a thread is a thread, a block a group, a warp a
 * subgroup. Whoever builds a program defines the words of problem/elem.h, THREADS_PER_GROUP, LAUNCH_BOUNDS,
 * VALUES, NETWORK (a word), LOCAL_type for the group functions of its kernels, RING_SLOTS and RING_HELPERS
 * where they have a ring, and CHOSEN_name for the one kernel that is wanted. All shapes are constants, so
 * that loops unroll and registers are known. Every float operation rounds on its own (--fmad=false) and in
 * the order of the other engines. */
#pragma once

#include "kernels/choices.h"
#include "kernels/lanes.h"
#include "kernels/parameters.h"

typedef unsigned uint;
#define uint8_t unsigned char
#define uint16_t unsigned short
#define uint32_t unsigned
#define int32_t int
#define uint64_t unsigned long long
#define int64_t long long
typedef unsigned long long size;

#define INLINE static __device__ __forceinline__
#define INFINITE __uint_as_float(0x7f800000u)
#include "problem/elem.h"

#include "engine/packed.h"

#ifdef CONVERTED
#ifdef __CUDA_ARCH__
/* The hardware's conversions, an instruction each, with the bits of those of problem/half.h except for those
 * of NaN. By whole numbers, f16 takes more instructions than all else that a scan does to an element. */
INLINE float native_f16_read(uint16_t element)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(element));
    return value;
}

INLINE uint16_t native_f16_write(float value)
{
    uint16_t element;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(element) : "f"(value));
    return element;
}

INLINE uint16_t native_bf16_write(float value)
{
    uint16_t element;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(element) : "f"(value));
    return element;
}
#define f16_read native_f16_read
#define f16_write native_f16_write
#define bf16_write native_bf16_write
#endif
#endif

#define ALL_LANES 0xffffffffu
/* Shared memory is as large as this group needs it. */
#undef MAX_THREADS
#define MAX_THREADS THREADS_PER_GROUP

#define IN_FLIGHT 8
#define WALKED 0
#define DEVICE_MEMORY
#define SHARED_MEMORY
#define RESTRICT __restrict__
#define RESTRICT_REFERENCE
#define WITHOUT_FIRST_(first, ...) __VA_ARGS__
#define WITHOUT_FIRST(...) WITHOUT_FIRST_(__VA_ARGS__)
#define LISTED(...) WITHOUT_FIRST(~DECLARED(__VA_ARGS__))

/* Of the kernels of a program the one that is CHOSEN is compiled: CHOSEN_name is defined as `~, ENTRY`. */
#define ENTRY extern "C" __global__ __launch_bounds__(LAUNCH_BOUNDS)
#define SECOND_(first, second, ...) second
#define SECOND(...) SECOND_(__VA_ARGS__)
#define NAME_(index, kind, type, name) , name
#define NAMES(...) WITHOUT_FIRST(~EACH_PARAMETER(NAME_, __VA_ARGS__))
#define KERNEL(name, ...)                                                      \
    INLINE void group_of_##name(LISTED(__VA_ARGS__));                          \
    SECOND(CHOSEN_##name, static __device__, ~) void name(LISTED(__VA_ARGS__)) \
    {                                                                          \
        SECOND(NEXT_AFTER_##name, (void)0, ~);                                 \
        LAUNCH_WAIT;                                                           \
        group_of_##name(NAMES(__VA_ARGS__));                                   \
    }                                                                          \
    INLINE void group_of_##name(LISTED(__VA_ARGS__))

/* The kernels that let the next launch begin when all of their own groups have: it then waits, as every one
 * does, until all that came before it is over. They are one launch, whose start would be a good part of their
 * time where n is small, and the copy and the readings that bound them. */
#define NEXT_AFTER_scan_one_round ~, LAUNCH_NEXT
#define NEXT_AFTER_scan_one_round_rows ~, LAUNCH_NEXT
#define NEXT_AFTER_scan_ahead ~, LAUNCH_NEXT
#define NEXT_AFTER_scan_rows_ahead ~, LAUNCH_NEXT
#define NEXT_AFTER_pairs_ahead ~, LAUNCH_NEXT
#define NEXT_AFTER_pairs_one_round ~, LAUNCH_NEXT
#define NEXT_AFTER_compact_one_round ~, LAUNCH_NEXT
#define NEXT_AFTER_compact_ahead ~, LAUNCH_NEXT
#define NEXT_AFTER_reduce_once ~, LAUNCH_NEXT
#define NEXT_AFTER_reduce_row_parts ~, LAUNCH_NEXT
#define NEXT_AFTER_limit_copy_early ~, LAUNCH_NEXT
#define NEXT_AFTER_limit_read_once ~, LAUNCH_NEXT
#define NEXT_AFTER_limit_read2_once ~, LAUNCH_NEXT
#define NEXT_AFTER_limit_copy_first ~, LAUNCH_NEXT
#define NEXT_AFTER_probe_nothing ~, LAUNCH_NEXT
#define PART(name, ...) INLINE void name(LISTED(__VA_ARGS__))
#define GROUP_FUNCTION PART
#define LOCAL(type) JOIN(LOCAL_, type)
#define CALL(name, ...) name(__VA_ARGS__)

#define SHARED(type, name, count) __shared__ type name[count]

/* Teams of a group's threads that take the tiles of a ring in turn; whoever builds a kernel without a ring
 * does not define them. */
#ifndef RING_TEAMS
#define RING_TEAMS 1
#endif
#define GROUP ((size)blockIdx.x)
#define THREADS ((size)THREADS_PER_GROUP)
#define THREAD ((size)(RING_TEAMS > 1 ? threadIdx.x % THREADS_PER_GROUP : threadIdx.x)) /* of a team */
#define UNROLLED(i, from, to) _Pragma("unroll") for (size i = (from); i < (to); i++)
#define THE_FIRST_SUBGROUP EACH_THREAD_OF_FIRST_SUBGROUP
#define BARRIER __syncthreads()
#define SIMD_BARRIER __syncwarp()
#define FIRST_SIMD_BARRIER __syncwarp()
#define POPULATION(bits) ((uint)__popc(bits))

/* Whether there is ATOMIC_OP. */
#if ELEM_BITS == 32 && !ELEM_IS_FLOAT && !defined OPERATOR_IS_product
#define HAS_ATOMIC_OP 1
#else
#define HAS_ATOMIC_OP 0
#endif

#include "engine/dialect_thread.h"

#include "engine/cuda/dialect_cuda_lanes.h"
#include "engine/cuda/dialect_cuda_tile.h"
#include "engine/cuda/dialect_cuda_words.h"

#include "engine/cuda/dialect_cuda_ring.h"

#include "engine/dialect_common.h"
