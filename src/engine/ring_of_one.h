/* SPDX-License-Identifier: MIT */
/* A ring of tiles with one slot, for dialects of engines where nothing is ahead of a group itself: its roles
 * come one after the other. The words of a ring that each such dialect has of its own: how the slot is
 * declared, RING and RING_OF; how a tile comes and goes, RING_LOAD, RING_STORE, RING_STORE_PART; what waits,
 * RING_WAIT, RING_FOLLOW, RING_WAIT_SUM, RING_DONE, RING_WAIT_DONE; and WIDE with its words, where 16 bytes
 * are no array of elements. */
#ifndef SCANBENCH_RING_OF_ONE_H
#define SCANBENCH_RING_OF_ONE_H

/* RING(name): slots for tiles of THREADS · VALUES elements in shared memory, of which a round has the one
 * that is its turn. The roles, each a block in the loop over rounds: the loader asks for the round's tile,
 * the identity past n, as soon as the slot is free; a reducer, one simdgroup, and the scanners, which are the
 * group's threads, RING_TEAMS times over where rounds go to teams of them in turn, wait until it has come;
 * the summer, one simdgroup, follows the scanners so many rounds before them and says when its part of a
 * round is summed; the scanners say when they are done; the storer takes the tile out, or as many elements as
 * they left, from SLOT_SHIFT on, to another place. */
#define RING_SLOTS 1
#define RING_LOADER
#define RING_REDUCER(round)
#define RING_SUMMER
#define RING_TEAMS 1
#define RING_SCANNERS(round)
#define RING_STORER
#define RING_SUMMED(name, round) ((void)0)
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
#ifndef WIDE
#define WIDE (16 / ELEM_BYTES)
#define WIDE_AT(name, i) (name)[i]
#define TAKE_WIDE(name, ring, round, at) SHARED_MEMORY const elem *const name = (ring) + ((void)(round), (at))
#define NEW_WIDE(name) elem name[WIDE]
#define LEAVE_WIDE(ring, round, at, name) ring_leave((ring) + ((void)(round), (at)), name)

INLINE void ring_leave(SHARED_MEMORY elem *RESTRICT to, const elem *RESTRICT from)
{
    for (uint i = 0; i < WIDE; i++)
        to[i] = from[i];
}
#endif

#endif
