/* SPDX-License-Identifier: MIT */
/* A ring of tiles on a CPU core: one slot, since nothing is ahead of the core itself, whose roles come one
 * after the other. For dialect_cpu.h. */
#ifndef SCANBENCH_DIALECT_CPU_RING_H
#define SCANBENCH_DIALECT_CPU_RING_H

/* RING(name): slots for tiles of THREADS · VALUES elements in shared memory, of which a round has the one
 * that is its turn. The roles, each a block in the loop over rounds: the loader asks for the round's tile,
 * the identity past n, as soon as the slot is free; a reducer, one simdgroup, and the scanners, which are the
 * group's threads, wait until it has come; the summer, one simdgroup, follows the scanners so many rounds
 * before them and says when its part of a round is summed; the scanners say when they are done; the storer
 * takes the tile out, or as many elements as they left, from SLOT_SHIFT on, to another place. */
#define RING_SLOTS 1
#define RING_OF(type) type *RESTRICT_REFERENCE
#define RING(name) SHARED(elem, name, MAX_THREADS *MAX_VALUES)
#define RING_LOADER
#define RING_REDUCER(round)
#define RING_SUMMER
#define RING_SCANNERS
#define RING_STORER
#define RING_LOAD(name, round, buffer, tile, n)                                      \
    simdgroup_load_rows(name, buffer, ((struct extent){n, (tile)*THREADS * VALUES}), \
                        (uint)SIMDGROUPS *VALUES, LAUNCH_FLIP)
#define RING_WAIT(name, round) ((void)0)
#define RING_FOLLOW(name, round, by) ((void)0)
#define RING_SUMMED(name, round) ((void)0)
#define RING_WAIT_SUM(name, round) ((void)0)
#define RING_DONE(name, round) ((void)0)
#define RING_STORE(name, round, buffer, tile, n) \
    ring_store(buffer, name, ((struct extent){n, (tile)*THREADS * VALUES}), THREADS *VALUES, LAUNCH_FLIP)
#define RING_WAIT_DONE(name, round) ((void)0)
#define RING_STORE_PART(name, round, buffer, at, count) \
    ring_store(buffer, name, ((struct extent){(at) + (count), at}), count, LAUNCH_FLIP)
#define SLOT_OF(name, round) ((void)(round), (name)) /* the elements of a round's slot */
#define SLOT_SHIFT(buffer, at) 0                     /* how far what goes to buffer + at begins in a slot */
#define RING_END(name) ((void)0)                     /* the kernel ends only when all tiles are out */
#define RING_STEPS(i, to, step) for (size i = 0; i < (to); i += (step))
#define SCANNER_BARRIER BARRIER

/* The lanes, the first lane, the reduction and the sum of a role that one simdgroup has. */
#define EACH_LANE_OF_ONE EACH_THREAD_OF_FIRST_SIMDGROUP
#define THE_FIRST_LANE_OF_ONE THE_FIRST_THREAD
#define REDUCE_OF_ONE FIRST_SIMD_REDUCE
#define SUM_OF_ONE FIRST_SIMD_SUM

/* 16 bytes of a slot in one access: TAKE_WIDE declares them, NEW_WIDE some to be filled and left. */
#define WIDE (16 / ELEM_BYTES)
#define WIDE_AT(name, i) (name)[i]
#define TAKE_WIDE(name, ring, round, at) const elem *const name = (ring) + ((void)(round), (at))
#define NEW_WIDE(name) elem name[WIDE]
#define LEAVE_WIDE(ring, round, at, name) ring_leave((ring) + ((void)(round), (at)), name)

static ALWAYS_INLINE void ring_leave(elem *restrict to, const elem *restrict from)
{
    for (uint i = 0; i < WIDE; i++)
        to[i] = from[i];
}

static UNUSED inline void ring_store(elem *restrict buffer, const elem *restrict slot, struct extent at,
                                     size length, elem_bits flip)
{
    const size count = at.n - at.begin < length ? at.n - at.begin : length;
    for (size i = 0; i < count; i++)
        buffer[at.begin + i] = cpu_flipped(slot[i], flip);
}

#endif
