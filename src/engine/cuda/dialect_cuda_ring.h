/* SPDX-License-Identifier: MIT */
/* A ring of tiles in shared memory on a GPU: subgroups with a role each, joined by barriers of which each
 * counts its phases in shared memory; tiles come and go by bulk copies where the device has them (sm_90), by
 * plain loads and stores of a subgroup elsewhere, and for what is not aligned to 16 bytes. For
 * dialect_cuda.h; what only a GPU can do is in dialect_cuda_bulk.h. */
#pragma once

/* Slots, and the subgroups that add up; whoever builds a kernel without a ring defines neither. */
#ifndef RING_SLOTS
#define RING_SLOTS 1
#define RING_REDUCERS 1
#endif
#define RING_TILE (THREADS_PER_GROUP * VALUES) /* elements of a slot */
#define SCANNER_SUBGROUPS (THREADS_PER_GROUP / LANES)
#define RING_ROLE (threadIdx.x / LANES)
#define REDUCER_ROLE (RING_TEAMS * SCANNER_SUBGROUPS)
#define LOADER_ROLE (REDUCER_ROLE + RING_REDUCERS)
#define RING_THREADS ((LOADER_ROLE + 3) * LANES) /* the loader, the storer, the summer */

/* Elements that a slot has, 128 bytes more than a tile: a part of one may begin within 16 bytes. */
#define RING_STRIDE (RING_TILE + 128 / ELEM_BYTES)
#define RING_ELEMENTS (RING_SLOTS * RING_STRIDE)

#include "engine/cuda/dialect_cuda_bulk.h"

/* Words of a slot, RING_SLOTS apart: its tile has come, has been scanned, has been stored. */
#define RING_FULL 0
#define RING_SCANNED 1
#define RING_FREE 2
#define RING_STARTED 3 /* what precedes it is known */
#define RING_BARRIERS 4

struct ring {
    elem *slots;
    uint barriers; /* an address in shared memory */
};

INLINE uint ring_barrier(const ring &ring, uint which, size round)
{
    return ring.barriers + (which * RING_SLOTS + (uint)round % RING_SLOTS) * 8;
}

INLINE elem *ring_slot(const ring &ring, size round)
{
    return ring.slots + (uint)round % RING_SLOTS * RING_STRIDE;
}

/* Wait until the slot of a round has passed a barrier as often as the rounds up to it have. */
INLINE void ring_wait(const ring &ring, uint which, size round)
{
    const uint barrier = ring_barrier(ring, which, round), parity = (uint)round / RING_SLOTS % 2;
    while (!barrier_has_passed(barrier, parity))
        ;
}

/* The loader makes the barriers, and asks for the first tiles while the others are still to begin. */
INLINE ring ring_start(uint64_t *barriers)
{
    const ring made = {(elem *)ring_memory, shared_address(barriers)};
    if (RING_ROLE != LOADER_ROLE) {
        WAIT_FOR_BARRIERS;
        return made;
    }
    if (LANE == 0) {
        for (uint slot = 0; slot < RING_SLOTS; slot++) {
            barrier_init(ring_barrier(made, RING_FULL, slot), 1);
            barrier_init(ring_barrier(made, RING_SCANNED, slot), SCANNER_SUBGROUPS);
            barrier_init(ring_barrier(made, RING_FREE, slot), 1);
            barrier_init(ring_barrier(made, RING_STARTED, slot), 1);
        }
        barriers_made();
    }
    __syncwarp();
    BARRIERS_ARE_MADE;
    return made;
}

/* What a bulk copy moves of a tile: whole pieces of 16 bytes; nothing where an address does not allow it. */
INLINE uint bulk_bytes(const elem *at, uint elements)
{
    return HAS_BULK && (size)at % 16 == 0 ? elements * ELEM_BYTES / 16 * 16 : 0;
}

INLINE uint tile_elements(size tile, size n)
{
    const size left = n - tile * RING_TILE;
    return left < RING_TILE ? (uint)left : RING_TILE;
}

/* The identity after a tile that is not full. */
INLINE void ring_fill(elem *slot, uint elements)
{
    access<16> wide;
    const uint whole = (elements + 16 / ELEM_BYTES - 1) / (16 / ELEM_BYTES);
    UNROLLED (i, 0, 16 / ELEM_BYTES)
        wide.part[i] = IDENTITY;
    for (uint i = elements + (uint)LANE; i < whole * (16 / ELEM_BYTES); i += LANES)
        slot[i] = IDENTITY;
    _Pragma("unroll 4") for (uint i = whole + (uint)LANE; i < RING_TILE / (16 / ELEM_BYTES);
                             i += LANES)((access<16> *)slot)[i] = wide;
}

/* The loader: all lanes of its subgroup. Past n the slot has the identity. */
INLINE void ring_load(const ring &ring, size round, const elem *in, size tile, size n)
{
    elem *const slot = ring_slot(ring, round);
    const elem *const from = in + tile * RING_TILE;
    const uint barrier = ring_barrier(ring, RING_FULL, round), elements = tile_elements(tile, n),
               bulk = bulk_bytes(from, elements);
    if (round >= RING_SLOTS)
        ring_wait(ring, RING_FREE, round - RING_SLOTS);
    for (uint i = bulk / ELEM_BYTES + (uint)LANE; i < elements; i += LANES)
        slot[i] = from[i];
    ring_fill(slot, elements);
    __syncwarp();
    if (LANE != 0)
        return;
    barrier_arrive_expecting(barrier, bulk);
    if (bulk > 0)
        bulk_load(slot, from, bulk, barrier);
}

INLINE void ring_arrive(const ring &ring, uint which, size round)
{
    if (LANE == 0)
        barrier_arrive(ring_barrier(ring, which, round));
}

/* A scanner has written its part of the tile. */
INLINE void ring_done(const ring &ring, size round)
{
    bulk_fence();
    __syncwarp();
    ring_arrive(ring, RING_SCANNED, round);
}

/* How many elements past a multiple of 16 bytes. */
INLINE uint elements_past(const elem *at)
{
    return HAS_BULK ? (uint)((size)at / ELEM_BYTES % (16 / ELEM_BYTES)) : 0;
}

/* The storer: all lanes of its subgroup. What the slot has from `shift` on goes to `to`, which is aligned
 * alike where shift is not 0. The slot is free as soon as it has been read. */
INLINE void ring_store(const ring &ring, size round, elem *to, uint shift, uint elements)
{
    const elem *const from = ring_slot(ring, round) + shift;
    const uint before = shift > 0 ? 16 / ELEM_BYTES - shift : 0, head = before < elements ? before : elements,
               bulk = bulk_bytes(to + head, elements - head);
    if (bulk > 0 && LANE == 0)
        bulk_store(to + head, from + head, bulk);
    for (uint i = (uint)LANE; i < head; i += LANES)
        to[i] = from[i];
    for (uint i = head + bulk / ELEM_BYTES + (uint)LANE; i < elements; i += LANES)
        to[i] = from[i];
    __syncwarp();
    if (LANE != 0)
        return;
    bulk_wait_read();
    barrier_arrive(ring_barrier(ring, RING_FREE, round));
}

#define RING_OF(type) const struct ring & /* of a part of a kernel */
#define RING(name)                                                \
    __shared__ uint64_t name##_words[RING_BARRIERS * RING_SLOTS]; \
    const struct ring name = ring_start(name##_words)
#define RING_SCANNERS(round) \
    if (RING_ROLE < REDUCER_ROLE && RING_ROLE / SCANNER_SUBGROUPS == (uint)(round) % RING_TEAMS)
/* A slot has the same one always, which sees each of its phases. */
#define RING_REDUCER(round) if (RING_ROLE == REDUCER_ROLE + (uint)(round) % RING_SLOTS % RING_REDUCERS)
#define RING_LOADER if (RING_ROLE == LOADER_ROLE)
#define RING_STORER if (RING_ROLE == LOADER_ROLE + 1)
#define RING_SUMMER if (RING_ROLE == LOADER_ROLE + 2)
#define RING_LOAD(name, round, buffer, tile, n) ring_load(name, round, buffer, tile, n)
#define RING_WAIT(name, round) ring_wait(name, RING_FULL, round)
/* Wait until the scanners are no more than so many rounds behind. */
#define RING_FOLLOW(name, round, by)                       \
    do {                                                   \
        if ((round) >= (by))                               \
            ring_wait(name, RING_SCANNED, (round) - (by)); \
    } while (0)
#define RING_SUMMED(name, round) ring_arrive(name, RING_STARTED, round)
#define RING_WAIT_SUM(name, round) ring_wait(name, RING_STARTED, round)
#define RING_DONE(name, round) ring_done(name, round)
#define RING_WAIT_DONE(name, round) ring_wait(name, RING_SCANNED, round)
#define RING_STORE(name, round, buffer, tile, n)                                         \
    do {                                                                                 \
        RING_WAIT_DONE(name, round);                                                     \
        ring_store(name, round, (buffer) + (tile)*RING_TILE, 0, tile_elements(tile, n)); \
    } while (0)
#define RING_STORE_PART(name, round, buffer, at, count) \
    ring_store(name, round, (buffer) + (at), SLOT_SHIFT(buffer, at), (uint)(count))
#define SLOT_OF(name, round) ring_slot(name, round)
#define SLOT_SHIFT(buffer, at) elements_past((buffer) + (at))
#define RING_END(name) \
    RING_STORER        \
    bulk_wait() /* shared memory must outlive the last copy from it */
#define RING_STEPS(i, to, step) _Pragma("unroll 8") for (uint i = 0; i < (to); i += (step))
/* A role that one subgroup has. */
#define EACH_LANE_OF_ONE
#define THE_FIRST_LANE_OF_ONE if (LANE == 0)
#define REDUCE_OF_ONE SIMD_REDUCE
#define SUM_OF_ONE SIMD_SUM

/* 16 bytes of a slot in one access. */
#define WIDE (16 / ELEM_BYTES)
#define NEW_WIDE(name) access<16> name
#define WIDE_AT(name, i) (name).part[i]
#define TAKE_WIDE(name, ring, round, at) \
    const access<16> name = *(const access<16> *)(ring_slot(ring, round) + (at))
#define LEAVE_WIDE(ring, round, at, name) (*(access<16> *)(ring_slot(ring, round) + (at)) = (name))
