/* SPDX-License-Identifier: MIT */
/* What CUDA C++ has and C++ has not, for kernels whose threads are coroutines on a CPU. */
#pragma once

#include "../fake_cuda.h"

#include <utility>

extern "C" {
FAKE_EXPORT const fake_device *fake_device;
}

#define __device__
#define __global__
#define __shared__ static
#define __forceinline__ inline
#define __launch_bounds__(threads)
#define __align__(bytes) alignas(bytes)

struct fake_place {
    unsigned x;
};
#define threadIdx (fake_place{fake_device->thread()})
#define blockIdx (fake_place{fake_device->group()})
#define __syncthreads() fake_device->barrier()

/* What a lane brings, as bits, and what the 32 brought. */
template <class type> struct fake_lanes {
    type of[32];
    unsigned own;
    fake_lanes(unsigned mask, type value) : own(fake_device->thread() % 32)
    {
        uint64_t bits = 0, all[32];
        if (mask != 0xffffffffu)
            abort();
        memcpy(&bits, &value, sizeof value);
        fake_device->gather(bits, all);
        for (int lane = 0; lane < 32; lane++)
            memcpy(&of[lane], &all[lane], sizeof value);
    }
};

static inline void __syncwarp()
{
    fake_lanes<unsigned>(0xffffffffu, 0);
}

template <class type> type __shfl_sync(unsigned mask, type value, int from)
{
    return fake_lanes<type>(mask, value).of[from % 32];
}

template <class type> type __shfl_up_sync(unsigned mask, type value, unsigned by)
{
    const fake_lanes<type> lanes(mask, value);
    return lanes.of[lanes.own >= by ? lanes.own - by : lanes.own];
}

template <class type> type __shfl_xor_sync(unsigned mask, type value, int by)
{
    const fake_lanes<type> lanes(mask, value);
    return lanes.of[lanes.own ^ (unsigned)by];
}

static inline unsigned __ballot_sync(unsigned mask, int valid)
{
    const fake_lanes<int> lanes(mask, valid);
    unsigned ballot = 0;
    for (int lane = 0; lane < 32; lane++)
        ballot |= (lanes.of[lane] ? 1u : 0u) << lane;
    return ballot;
}

#define FAKE_REDUCE(name, join)                                \
    template <class type> type name(unsigned mask, type value) \
    {                                                          \
        static_assert(sizeof(type) == 4, "of 32 bits alone");  \
        const fake_lanes<type> lanes(mask, value);             \
        type a = lanes.of[0];                                  \
        for (int lane = 1; lane < 32; lane++) {                \
            const type b = lanes.of[lane];                     \
            a = join;                                          \
        }                                                      \
        return a;                                              \
    }
FAKE_REDUCE(__reduce_add_sync, (type)((unsigned)a + (unsigned)b))
FAKE_REDUCE(__reduce_min_sync, b < a ? b : a)
FAKE_REDUCE(__reduce_max_sync, b > a ? b : a)
FAKE_REDUCE(__reduce_xor_sync, a ^ b)

#define FAKE_ATOMIC(name, join)                                           \
    template <class type, class other> type name(type *word, other value) \
    {                                                                     \
        const type a = *word, b = (type)value;                            \
        *word = join;                                                     \
        return a;                                                         \
    }
FAKE_ATOMIC(atomicAdd, a + b)
FAKE_ATOMIC(atomicMin, b < a ? b : a)
FAKE_ATOMIC(atomicMax, b > a ? b : a)
FAKE_ATOMIC(fake_exchange, b)

struct alignas(16) uint4 {
    unsigned x, y, z, w;
};

static inline void __stcs(uint4 *to, uint4 value)
{
    *to = value;
}

#define __popc __builtin_popcount

/* sum + the bytes, or the halves, of `word`, each times a byte of `factors`. */
static inline unsigned fake_dot(unsigned word, int bits, unsigned factors, unsigned sum)
{
    for (int at = 0; at < 32; at += bits, factors >>= 8)
        sum += (word >> at & ((1u << bits) - 1)) * (factors & 0xff);
    return sum;
}

static inline unsigned __dp4a(unsigned word, unsigned factors, unsigned sum)
{
    return fake_dot(word, 8, factors, sum);
}

static inline unsigned __dp2a_lo(unsigned word, unsigned factors, unsigned sum)
{
    return fake_dot(word, 16, factors, sum);
}

static inline unsigned __byte_perm(unsigned low, unsigned high, unsigned chosen)
{
    const unsigned long long both = (unsigned long long)high << 32 | low;
    unsigned bytes = 0;
    for (int i = 0; i < 4; i++)
        bytes |= (unsigned)(both >> (chosen >> 4 * i & 7) * 8 & 0xff) << 8 * i;
    return bytes;
}

static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned bits)
{
    return (unsigned)(((unsigned long long)high << 32 | low) >> (bits & 31));
}

template <class to, class from> to fake_bits(from value)
{
    to bits;
    static_assert(sizeof bits == sizeof value, "the same bits");
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
#define __float_as_uint fake_bits<unsigned, float>
#define __uint_as_float fake_bits<float, unsigned>
#define __double_as_longlong fake_bits<long long, double>
#define __longlong_as_double fake_bits<double, long long>

/* Call a kernel with arguments that are given by their addresses. */
template <class... type, size_t... i>
void call_each(void (*kernel)(type...), void **arguments, std::index_sequence<i...>)
{
    kernel(*(typename std::remove_reference<type>::type *)arguments[i]...);
}
template <class... type> void call(void (*kernel)(type...), void **arguments)
{
    call_each(kernel, arguments, std::index_sequence_for<type...>());
}
