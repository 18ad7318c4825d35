/* SPDX-License-Identifier: MIT */
/* The kernel dialect in CUDA C++, as NVRTC compiles it: a thread is a thread, a block a group, a warp a
 * simdgroup. Whoever builds a program defines ELEM, OPERATOR (sum, min, max, product), THREADS_PER_GROUP,
 * VALUES, NETWORK (a word), LAYOUT_STRIPED, LOCAL_type for the group functions of its kernels, and
 * CHOSEN_name for the one kernel that is wanted. All shapes are constants, so that loops unroll and registers
 * are known. Every float operation rounds on its own (--fmad=false) and in the order of the other engines. */
#ifndef SCANBENCH_DIALECT_CUDA_H
#define SCANBENCH_DIALECT_CUDA_H

#include "kernels/choices.h"
#include "kernels/lanes.h"
#include "kernels/parameters.h"

typedef unsigned uint;
typedef unsigned u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;
typedef float f32;
typedef double f64;
typedef unsigned long long size;
typedef ELEM elem;

#define ALL_LANES 0xffffffffu
/* Shared memory is as large as this group needs it. */
#undef MAX_THREADS
#define MAX_THREADS THREADS_PER_GROUP

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define JOIN_NAMES_(a, b, c) a##_##b##_##c
#define JOIN_NAMES(a, b, c) JOIN_NAMES_(a, b, c)

/* What is asked of an element type or an operator. */
#define ELEM_BYTES JOIN(BYTES_, ELEM)
#define BYTES_u32 4
#define BYTES_i32 4
#define BYTES_u64 8
#define BYTES_i64 8
#define BYTES_f32 4
#define BYTES_f64 8
#define ELEM_IS_INTEGER JOIN(IS_INTEGER_, ELEM)
#define IS_INTEGER_u32 1
#define IS_INTEGER_i32 1
#define IS_INTEGER_u64 1
#define IS_INTEGER_i64 1
#define IS_INTEGER_f32 0
#define IS_INTEGER_f64 0
/* Sums and products of signed integers are made in the unsigned ones, which wrap. */
#define ACCUMULATOR_u32 u32
#define ACCUMULATOR_i32 u32
#define ACCUMULATOR_u64 u64
#define ACCUMULATOR_i64 u64
#define ACCUMULATOR_f32 f32
#define ACCUMULATOR_f64 f64
typedef JOIN(ACCUMULATOR_, ELEM) accumulator;
#define OPERATOR_NUMBER JOIN(OPERATOR_, OPERATOR)
#define OPERATOR_sum 1
#define OPERATOR_min 2
#define OPERATOR_max 3
#define OPERATOR_product 4

/* Combining with the identity changes no bit, as 0.0 would (of -0.0). */
#define IDENTITY ((elem)JOIN_NAMES(IDENTITY, OPERATOR, ELEM))
#define IDENTITY_sum_u32 0u
#define IDENTITY_sum_i32 0
#define IDENTITY_sum_u64 0ull
#define IDENTITY_sum_i64 0ll
#define IDENTITY_sum_f32 -0.0f
#define IDENTITY_sum_f64 -0.0
#define IDENTITY_min_u32 0xffffffffu
#define IDENTITY_min_i32 0x7fffffff
#define IDENTITY_min_u64 0xffffffffffffffffull
#define IDENTITY_min_i64 0x7fffffffffffffffll
#define IDENTITY_min_f32 __uint_as_float(0x7f800000u)
#define IDENTITY_min_f64 __longlong_as_double(0x7ff0000000000000ll)
#define IDENTITY_max_u32 0u
#define IDENTITY_max_i32 (-0x7fffffff - 1)
#define IDENTITY_max_u64 0ull
#define IDENTITY_max_i64 (-0x7fffffffffffffffll - 1)
#define IDENTITY_max_f32 -__uint_as_float(0x7f800000u)
#define IDENTITY_max_f64 -__longlong_as_double(0x7ff0000000000000ll)
#define IDENTITY_product_u32 1u
#define IDENTITY_product_i32 1
#define IDENTITY_product_u64 1ull
#define IDENTITY_product_i64 1ll
#define IDENTITY_product_f32 1.0f
#define IDENTITY_product_f64 1.0

#define INLINE static __device__ __forceinline__

INLINE elem OP(elem a, elem b)
{
#if OPERATOR_NUMBER == OPERATOR_sum
    return (elem)((accumulator)a + (accumulator)b);
#elif OPERATOR_NUMBER == OPERATOR_min
    return b < a ? b : a;
#elif OPERATOR_NUMBER == OPERATOR_max
    return b > a ? b : a;
#else
    return (elem)((accumulator)a * (accumulator)b);
#endif
}

#define SUBTRACT(a, b) ((elem)((accumulator)(a) - (accumulator)(b)))
#define MULTIPLY(a, b) ((elem)((accumulator)(a) * (accumulator)(b)))
#define POSITIVE(value) ((value) > 0)
#define HANDED(value) (value)

/* The bits of an element as an unsigned number, and back; 16 bits are a half. */
#define ELEM_HALVES (ELEM_BYTES / 2)
#define BITS_TYPE_4 u32
#define BITS_TYPE_8 u64
typedef JOIN(BITS_TYPE_, ELEM_BYTES) elem_bits;
#define BITS_OF(value) JOIN(BITS_OF_, ELEM)(value)
#define BITS_OF_u32(value) ((u32)(value))
#define BITS_OF_i32(value) ((u32)(value))
#define BITS_OF_u64(value) ((u64)(value))
#define BITS_OF_i64(value) ((u64)(value))
#define BITS_OF_f32(value) __float_as_uint(value)
#define BITS_OF_f64(value) ((u64)__double_as_longlong(value))
#define ELEM_OF_BITS(bits) JOIN(OF_BITS_, ELEM)(bits)
#define OF_BITS_u32(bits) ((u32)(bits))
#define OF_BITS_i32(bits) ((i32)(bits))
#define OF_BITS_u64(bits) ((u64)(bits))
#define OF_BITS_i64(bits) ((i64)(bits))
#define OF_BITS_f32(bits) __uint_as_float(bits)
#define OF_BITS_f64(bits) __longlong_as_double((long long)(bits))

#define DECLARE_(index, kind, type, name) , DECLARE_##kind(type, name)
#define DECLARE_BUFFER_IN(type, name) const type *__restrict__ name
#define DECLARE_BUFFER_OUT(type, name) type *__restrict__ name
#define DECLARE_BUFFER_EXCHANGE(type, name) type *name
#define DECLARE_BY_VALUE(type, name) const type name
#define DECLARE_REFERENCE_PRIVATE(type, name) type *name
#define DECLARE_REFERENCE_SHARED(type, name) type *name
#define WITHOUT_FIRST_(first, ...) __VA_ARGS__
#define WITHOUT_FIRST(...) WITHOUT_FIRST_(__VA_ARGS__)
#define DECLARED(...) WITHOUT_FIRST(~EACH_PARAMETER(DECLARE_, __VA_ARGS__))

/* Of the kernels of a program the one that is CHOSEN is compiled: CHOSEN_name is defined as `~, ENTRY`. */
#define ENTRY extern "C" __global__ __launch_bounds__(THREADS_PER_GROUP)
#define SECOND_(first, second, ...) second
#define SECOND(...) SECOND_(__VA_ARGS__)
#define KERNEL(name, ...) SECOND(CHOSEN_##name, static __device__, ~) void name(DECLARED(__VA_ARGS__))
#define PART(name, ...) INLINE void name(DECLARED(__VA_ARGS__))
#define GROUP_FUNCTION PART
#define SIZED_GROUP_FUNCTION PART
#define GROUP_FUNCTION_TYPE(name, ...) struct name
#define LOCAL(type) JOIN(LOCAL_, type)
#define CALL(name, ...) name(__VA_ARGS__)
#define CALL_PART(name, ...) name(__VA_ARGS__)

/* A private value is an array of one, so that a part may write its caller's. */
#define PRIVATE(type, name) type name[1]
#define PRIVATE_ARRAY(type, name) type name[VALUES]
#define PRIVATE_OF_FIRST_SIMDGROUP(type, name) type name[MAX_SIMDGROUPS]
#define SHARED(type, name, count) __shared__ type name[count]
#define GET(words, i) (words)[i]
#define SIMD_GET(words, i) (words)[i]
#define BROADCAST(words, i) (words)[i]
#define PUT(words, i, value) ((words)[i] = (value))
#define MY(x) (x)[0]
#define MY_AT(x, i) (x)[i]
#define FIRST_AT(x, i) (x)[i]

#define GROUP ((size)blockIdx.x)
#define THREADS ((size)THREADS_PER_GROUP)
#define THREAD ((size)threadIdx.x)
#define SIMDGROUPS (THREADS / LANES)
#define SIMDGROUP (THREAD / LANES)
#define LANE (THREAD % LANES)

/* The loops over threads are blocks that each thread enters or not. */
#define UNROLLED(i, from, to) _Pragma("unroll") for (size i = (from); i < (to); i++)
#define EACH_LANE
#define EACH_SIMDGROUP
#define EACH_THREAD
#define EACH_THREAD_OF_FIRST_SIMDGROUP if (SIMDGROUP == 0)
#define EACH_THREAD_BELOW(count) if (THREAD < (count))
#define EACH_FIRST_LANE if (LANE == 0)
#define EACH_LAST_LANE if (LANE == LANES - 1)
#define THE_FIRST_THREAD if (THREAD == 0)
#define THE_LAST_THREAD if (THREAD == THREADS - 1)
#define BARRIER __syncthreads()
#define SIMD_BARRIER __syncwarp()
#define FIRST_SIMD_BARRIER __syncwarp()

/* Single elements of device memory. */
#define READ(buffer, i) (buffer)[i]
#define WRITE(buffer, i, value) ((buffer)[i] = (value))
#define READ_BELOW(buffer, i, n) ((i) < (n) ? (buffer)[i] : IDENTITY)

#include "engine/cuda/dialect_cuda_lanes.h"
#include "engine/cuda/dialect_cuda_tile.h"
#include "engine/cuda/dialect_cuda_words.h"

#endif
