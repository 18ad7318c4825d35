/* SPDX-License-Identifier: MIT */
/* A ring of tiles in OpenCL C: one slot in local memory, whose roles all threads of the group have, one after
 * the other. For dialect_opencl.h. */
#ifndef SCANBENCH_DIALECT_OPENCL_RING_H
#define SCANBENCH_DIALECT_OPENCL_RING_H

#include "engine/ring_of_one.h"

#define RING_OF(type) __local type *
#define RING(name) SHARED_TILE(elem, name)
#define RING_LOAD(name, round, buffer, tile, n) ring_load(name, buffer, (tile)*THREADS *VALUES, n)
#define RING_WAIT(name, round) BARRIER
#define RING_FOLLOW(name, round, by) BARRIER
#define RING_WAIT_SUM(name, round) BARRIER
#define RING_DONE(name, round) BARRIER
#define RING_WAIT_DONE(name, round) ((void)0)
#define RING_STORE(name, round, buffer, tile, n) ring_store(buffer, name, (tile)*THREADS *VALUES, n)
#define RING_STORE_PART(name, round, buffer, at, count) ring_store_part(buffer, name, at, count)

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
