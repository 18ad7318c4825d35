/* SPDX-License-Identifier: MIT */
/* A ring of tiles in OpenCL C: one slot, in local memory after the words of the simdgroups, whose roles all
 * threads of the group have, one after the other. For dialect_opencl.h. */
#ifndef SCANBENCH_DIALECT_OPENCL_RING_H
#define SCANBENCH_DIALECT_OPENCL_RING_H

#define RING_SLOTS 1
#define RING_OF(type) __local type *
#define RING(name) SHARED_TILE(elem, name)
#define RING_LOADER
#define RING_REDUCER(round)
#define RING_SUMMER
#define RING_SCANNERS
#define RING_STORER
#define RING_LOAD(name, round, buffer, tile, n) ring_load(name, buffer, (tile)*THREADS *VALUES, n)
#define RING_WAIT(name, round) BARRIER
#define RING_FOLLOW(name, round, by) BARRIER
#define RING_SUMMED(name, round) ((void)0)
#define RING_WAIT_SUM(name, round) BARRIER
#define RING_DONE(name, round) BARRIER
#define RING_STORE(name, round, buffer, tile, n) ring_store(buffer, name, (tile)*THREADS *VALUES, n)
#define RING_WAIT_DONE(name, round) ((void)0)
#define RING_STORE_PART(name, round, buffer, at, count) ring_store_part(buffer, name, at, count)
#define SLOT_OF(name, round) (name)
#define SLOT_SHIFT(buffer, at) 0
#define RING_END(name) ((void)0)
#define RING_STEPS(i, to, step) for (size i = 0; i < (to); i += (step))
#define SCANNER_BARRIER BARRIER

#define EACH_LANE_OF_ONE EACH_THREAD_OF_FIRST_SIMDGROUP
#define THE_FIRST_LANE_OF_ONE THE_FIRST_THREAD
#define REDUCE_OF_ONE FIRST_SIMD_REDUCE
#define SUM_OF_ONE FIRST_SIMD_SUM

#define WIDE (16 / ELEM_BYTES)
#define WIDE_AT(name, i) (name)[i]
#define TAKE_WIDE(name, ring, round, at) __local const elem *const name = (ring) + (at)
#define NEW_WIDE(name) elem name[WIDE]
#define LEAVE_WIDE(ring, round, at, name) \
    for (uint own = 0; own < WIDE; own++) \
    (ring)[(at) + own] = (name)[own]

static inline void ring_load(__local elem *slot, __global const elem *buffer, size at, size n)
{
    for (size i = THREAD; i < THREADS * VALUES; i += THREADS)
        slot[i] = READ_BELOW(buffer, at + i, n);
}

static inline void ring_store_part(__global elem *buffer, __local const elem *slot, size at, size count)
{
    for (size i = THREAD; i < count; i += THREADS)
        buffer[at + i] = slot[i];
    BARRIER;
}

static inline void ring_store(__global elem *buffer, __local const elem *slot, size at, size n)
{
    ring_store_part(buffer, slot, at, n - at < THREADS * VALUES ? n - at : THREADS * VALUES);
}

#endif
