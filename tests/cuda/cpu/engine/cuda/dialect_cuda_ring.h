/* SPDX-License-Identifier: MIT */
/* A ring of tiles where threads are coroutines: barriers are numbers, and who waits lets the others go on. */
#ifndef SCANBENCH_CUDA_RING_ON_CPU_H
#define SCANBENCH_CUDA_RING_ON_CPU_H

#ifndef RING_SLOTS
#define RING_SLOTS 1
#define RING_REDUCERS 1
#endif
#define RING_TILE (THREADS_PER_GROUP * VALUES)
#define SCANNER_SIMDGROUPS (THREADS_PER_GROUP / LANES)
#define RING_ROLE (threadIdx.x / LANES)

enum ring_barrier { RING_FULL, RING_SCANNED, RING_FREE, RING_STARTED, RING_BARRIERS };

/* Of each slot how often each barrier has been passed, and who came to the next time. */
struct ring {
    elem slots[RING_SLOTS * RING_TILE];
    size passed[RING_BARRIERS][RING_SLOTS];
    uint arrived[RING_BARRIERS][RING_SLOTS];
    uint scanners;
    size scanner_rounds;
};

INLINE void ring_wait(const ring &ring, ring_barrier which, size round)
{
    while (ring.passed[which][round % RING_SLOTS] <= round / RING_SLOTS)
        fake_device->yield();
}

/* The first lane of a simdgroup comes to a barrier of so many simdgroups. */
INLINE void ring_arrive(ring &ring, ring_barrier which, size round, uint simdgroups)
{
    uint &arrived = ring.arrived[which][round % RING_SLOTS];
    __syncwarp();
    if (LANE == 0 && ++arrived == simdgroups) {
        arrived = 0;
        ring.passed[which][round % RING_SLOTS]++;
    }
}

INLINE void ring_start(ring &ring)
{
    __syncthreads();
    if (threadIdx.x == 0)
        memset((void *)&ring, 0, sizeof ring);
    __syncthreads();
}

INLINE void ring_load(ring &ring, size round, const elem *in, size tile, size n)
{
    if (round >= RING_SLOTS)
        ring_wait(ring, RING_FREE, round - RING_SLOTS);
    for (uint i = (uint)LANE; i < RING_TILE; i += LANES)
        ring.slots[round % RING_SLOTS * RING_TILE + i] = READ_BELOW(in, tile * RING_TILE + i, n);
    ring_arrive(ring, RING_FULL, round, 1);
}

INLINE void ring_store(ring &ring, size round, elem *out, size tile, size n)
{
    ring_wait(ring, RING_SCANNED, round);
    for (uint i = (uint)LANE; i < RING_TILE && tile * RING_TILE + i < n; i += LANES)
        out[tile * RING_TILE + i] = ring.slots[round % RING_SLOTS * RING_TILE + i];
    ring_arrive(ring, RING_FREE, round, 1);
}

INLINE void scanner_barrier(ring &ring)
{
    const size round = ring.scanner_rounds;
    if (++ring.scanners == THREADS_PER_GROUP) {
        ring.scanners = 0;
        ring.scanner_rounds++;
    }
    while (ring.scanner_rounds == round)
        fake_device->yield();
}

#define RING_OF(type) struct ring &
#define RING(name)                       \
    static struct ring name;             \
    static struct ring &own_ring = name; \
    ring_start(name)
#define RING_SCANNERS if (RING_ROLE < SCANNER_SIMDGROUPS)
#define RING_REDUCER(round) if (RING_ROLE == SCANNER_SIMDGROUPS + (uint)(round) % RING_SLOTS % RING_REDUCERS)
#define RING_LOADER if (RING_ROLE == SCANNER_SIMDGROUPS + RING_REDUCERS)
#define RING_STORER if (RING_ROLE == SCANNER_SIMDGROUPS + RING_REDUCERS + 1)
#define RING_SUMMER if (RING_ROLE == SCANNER_SIMDGROUPS + RING_REDUCERS + 2)
#define RING_LOAD(name, round, buffer, tile, n) ring_load(name, round, buffer, tile, n)
#define RING_WAIT(name, round) ring_wait(name, RING_FULL, round)
#define RING_FOLLOW(name, round, by)                       \
    do {                                                   \
        if ((round) >= (by))                               \
            ring_wait(name, RING_SCANNED, (round) - (by)); \
    } while (0)
#define RING_SUMMED(name, round) ring_arrive(name, RING_STARTED, round, 1)
#define RING_WAIT_SUM(name, round) ring_wait(name, RING_STARTED, round)
#define RING_DONE(name, round) ring_arrive(name, RING_SCANNED, round, SCANNER_SIMDGROUPS)
#define RING_STORE(name, round, buffer, tile, n) ring_store(name, round, buffer, tile, n)
#define RING_END(name) ((void)0)
#define RING_STEPS(i, to, step) for (uint i = 0; i < (to); i += (step))
#define EACH_LANE_OF_ONE
#define THE_FIRST_LANE_OF_ONE if (LANE == 0)
#define REDUCE_OF_ONE SIMD_REDUCE
#define SCANNER_BARRIER scanner_barrier(own_ring)

#define WIDE (16 / ELEM_BYTES)
#define NEW_WIDE(name) access<16> name
#define WIDE_AT(name, i) (name).part[i]
#define TAKE_WIDE(name, ring, round, at) \
    const access<16> name = *(const access<16> *)((ring).slots + (round) % RING_SLOTS * RING_TILE + (at))
#define LEAVE_WIDE(ring, round, at, name) \
    (*(access<16> *)((ring).slots + (round) % RING_SLOTS * RING_TILE + (at)) = (name))

#endif
