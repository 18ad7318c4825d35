/* SPDX-License-Identifier: MIT */
/* A ring of tiles on a CPU core: one slot, since nothing is ahead of the core itself. For dialect_cpu.h. */
#ifndef SCANBENCH_DIALECT_CPU_RING_H
#define SCANBENCH_DIALECT_CPU_RING_H

#include "engine/ring_of_one.h"

#define RING_OF(type) type *RESTRICT_REFERENCE
#define RING(name) SHARED(elem, name, MAX_THREADS *MAX_VALUES)
#define RING_LOAD(name, round, buffer, tile, n)                                      \
    simdgroup_load_rows(name, buffer, ((struct extent){n, (tile)*THREADS * VALUES}), \
                        (uint)SIMDGROUPS *VALUES, LAUNCH_FLIP)
#define RING_WAIT(name, round) ((void)0)
#define RING_FOLLOW(name, round, by) ((void)0)
#define RING_WAIT_SUM(name, round) ((void)0)
#define RING_DONE(name, round) ((void)0)
#define RING_WAIT_DONE(name, round) ((void)0)
#define RING_STORE(name, round, buffer, tile, n) \
    ring_store(buffer, name, ((struct extent){n, (tile)*THREADS * VALUES}), THREADS *VALUES, LAUNCH_FLIP)
#define RING_STORE_PART(name, round, buffer, at, count) \
    ring_store(buffer, name, ((struct extent){(at) + (count), at}), count, LAUNCH_FLIP)

static UNUSED inline void ring_store(elem *restrict buffer, const elem *restrict slot, struct extent at,
                                     size length, elem_bits flip)
{
    const size count = at.n - at.begin < length ? at.n - at.begin : length;
    for (size i = 0; i < count; i++)
        buffer[at.begin + i] = cpu_flipped(slot[i], flip);
}

#endif
