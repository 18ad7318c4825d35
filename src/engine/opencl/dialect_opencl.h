/* SPDX-License-Identifier: MIT */
/* The kernel dialect in OpenCL C, 3.0 or 2.0, or 1.2 without EXCHANGES: a work-item is a thread, a work-group
 * a group, local memory is shared. What a subgroup does at once goes through local memory, so that nothing
 * is asked of the device's own sub-groups. Whoever builds a program defines the words of problem/elem.h,
 * VALUES, NETWORK (a word), EXCHANGES (1, or 0 where groups cannot read what others write in the same
 * launch), and LOCAL_type for each type of group function that its kernels call. A kernel's first parameter
 * is local memory of an element a thread, of a tile where it has SHARED_TILE or RING, and of another one
 * where it has RING_BESIDE. */
#pragma once

#define CHUNKS_AT_ONCE 1 /* PoCL 3.1's optimiser miscompiles collectives in a loop within a loop */

#include "kernels/choices.h"
#include "kernels/lanes.h"
#include "kernels/parameters.h"

#pragma OPENCL FP_CONTRACT OFF

#define uint8_t uchar
#define uint16_t ushort
#define uint32_t uint
#define int32_t int
#define uint64_t ulong
#define int64_t long
typedef ulong size;

#define INLINE static inline
#define INFINITE INFINITY
#include "problem/elem.h"

#include "engine/packed.h"

#define WALKED 0
#define DEVICE_MEMORY __global
#define SHARED_MEMORY __local
#define RESTRICT
#define RESTRICT_REFERENCE

/* A kernel is given a buffer and the bytes from its start to what a parameter leads to: no device has to
 * share its addresses. `make` writes PLACES after the head of each. */
#define KERNEL(name, ...) \
    __kernel void name(__local elem *const simd_words EACH_PARAMETER(GIVEN_, __VA_ARGS__))
#define GIVEN_(index, kind, type, name) GIVEN_##kind(type, name)
#define GIVEN_BUFFER_(name) , __global char *const name##_buffer, const size name##_offset
#define GIVEN_BUFFER_IN(type, name) GIVEN_BUFFER_(name)
#define GIVEN_BUFFER_OUT(type, name) GIVEN_BUFFER_(name)
#define GIVEN_BUFFER_EXCHANGE(type, name) GIVEN_BUFFER_(name)
#define GIVEN_BY_VALUE(type, name) , const type name
#define PLACES(kernel_name, ...) EACH_PARAMETER(PLACE_, __VA_ARGS__)
#define PLACE_(index, kind, type, name) PLACE_##kind(type, name)
#define PLACE_BUFFER_IN(type, name) \
    __global const type *const name = (__global const type *)(name##_buffer + name##_offset);
#define PLACE_BUFFER_OUT(type, name) \
    __global type *const name = (__global type *)(name##_buffer + name##_offset);
#define PLACE_BUFFER_EXCHANGE PLACE_BUFFER_OUT
#define PLACE_BY_VALUE(type, name)
#define PART(name, ...) static void name(__local elem *const simd_words DECLARED(__VA_ARGS__))
#define GROUP_FUNCTION PART
#define LOCAL(type) JOIN(LOCAL_, type)
#define CALL(name, ...) name(simd_words, __VA_ARGS__)

#define GROUP ((size)get_group_id(0))
#define THREADS ((size)get_local_size(0))
#define THREAD ((size)get_local_id(0))
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define SIMD_BARRIER BARRIER
#define FIRST_SIMD_BARRIER BARRIER
#define POPULATION(bits) popcount(bits)

#define SHARED(type, name, count) __local type name[count]
/* After the words of the subgroups, as large as this launch needs it. */
#define SHARED_TILE(type, name) \
    __local type *const name = (__local type *)((__local ulong *)simd_words + THREADS)
#define SHARED_TILE_BESIDE(type, name) \
    __local type *const name = (__local type *)((__local ulong *)simd_words + THREADS) + THREADS * VALUES

#include "engine/dialect_thread.h"

#include "engine/opencl/dialect_opencl_lanes.h"
#include "engine/opencl/dialect_opencl_words.h"

#include "engine/dialect_common.h"
