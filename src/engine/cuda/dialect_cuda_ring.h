/* SPDX-License-Identifier: MIT */
/* A ring of tiles in shared memory on a GPU: simdgroups with a role each, joined by barriers of which each
 * counts its phases in shared memory; tiles come and go by bulk copies where the device has them (sm_90), by
 * plain loads and stores of a simdgroup elsewhere, and for what is not aligned to 16 bytes. For
 * dialect_cuda.h. */
#ifndef SCANBENCH_DIALECT_CUDA_RING_H
#define SCANBENCH_DIALECT_CUDA_RING_H

/* Slots, and the simdgroups that add up; whoever builds a kernel without a ring defines neither. */
#ifndef RING_SLOTS
#define RING_SLOTS 1
#define RING_REDUCERS 1
#endif
#define RING_TILE (THREADS_PER_GROUP * VALUES) /* elements of a slot */
#define SCANNER_SIMDGROUPS (THREADS_PER_GROUP / LANES)
#define RING_ROLE (threadIdx.x / LANES)

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ < 900
#define HAS_BULK 0
#else
#define HAS_BULK 1
#endif

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

extern __shared__ __align__(128) unsigned char ring_memory[];

INLINE uint shared_address(const void *address)
{
    return (uint)__cvta_generic_to_shared(address);
}

INLINE uint ring_barrier(const ring &ring, uint which, size round)
{
    return ring.barriers + (which * RING_SLOTS + (uint)round % RING_SLOTS) * 8;
}

INLINE elem *ring_slot(const ring &ring, size round)
{
    return ring.slots + (uint)round % RING_SLOTS * RING_TILE;
}

INLINE void barrier_init(uint barrier, uint arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}

INLINE void barrier_arrive(uint barrier)
{
    asm volatile("{ .reg .b64 state; mbarrier.arrive.shared::cta.b64 state, [%0]; }" ::"r"(barrier)
                 : "memory");
}

INLINE bool barrier_has_passed(uint barrier, uint parity)
{
    uint passed;
#if HAS_BULK
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(passed)
        : "r"(barrier), "r"(parity)
        : "memory");
#else
    asm volatile(
        "{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(passed)
        : "r"(barrier), "r"(parity)
        : "memory");
#endif
    return passed != 0;
}

/* Wait until the slot of a round has passed a barrier as often as the rounds up to it have. */
INLINE void ring_wait(const ring &ring, uint which, size round)
{
    const uint barrier = ring_barrier(ring, which, round), parity = (uint)round / RING_SLOTS % 2;
    while (!barrier_has_passed(barrier, parity))
        ;
}

INLINE ring ring_start(uint64_t *barriers)
{
    const ring made = {(elem *)ring_memory, shared_address(barriers)};
    if (threadIdx.x == 0) {
        for (uint slot = 0; slot < RING_SLOTS; slot++) {
            barrier_init(ring_barrier(made, RING_FULL, slot), 1);
            barrier_init(ring_barrier(made, RING_SCANNED, slot), SCANNER_SIMDGROUPS);
            barrier_init(ring_barrier(made, RING_FREE, slot), 1);
            barrier_init(ring_barrier(made, RING_STARTED, slot), 1);
        }
#if HAS_BULK
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
    }
    __syncthreads();
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

/* The identity behind a tile that is not full. */
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

/* The loader: all lanes of its simdgroup. Past n the slot has the identity. */
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
#if HAS_BULK
    asm volatile(
        "{ .reg .b64 state; mbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1; }" ::"r"(barrier),
        "r"(bulk)
        : "memory");
    if (bulk > 0)
        asm volatile(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                shared_address(slot)),
            "l"(from), "r"(bulk), "r"(barrier)
            : "memory");
#else
    barrier_arrive(barrier);
#endif
}

INLINE void ring_arrive(const ring &ring, uint which, size round)
{
    if (LANE == 0)
        barrier_arrive(ring_barrier(ring, which, round));
}

/* A scanner has written its part of the tile. */
INLINE void ring_done(const ring &ring, size round)
{
#if HAS_BULK
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
    __syncwarp();
    ring_arrive(ring, RING_SCANNED, round);
}

/* The storer: all lanes of its simdgroup. The slot is free as soon as it has been read. */
INLINE void ring_store(const ring &ring, size round, elem *out, size tile, size n)
{
    const elem *const slot = ring_slot(ring, round);
    elem *const to = out + tile * RING_TILE;
    const uint elements = tile_elements(tile, n), bulk = bulk_bytes(to, elements);
    ring_wait(ring, RING_SCANNED, round);
#if HAS_BULK
    if (bulk > 0 && LANE == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
                     "r"(shared_address(slot)), "r"(bulk)
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    }
#endif
    for (uint i = bulk / ELEM_BYTES + (uint)LANE; i < elements; i += LANES)
        to[i] = slot[i];
    __syncwarp();
    if (LANE != 0)
        return;
#if HAS_BULK
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
#endif
    barrier_arrive(ring_barrier(ring, RING_FREE, round));
}

/* Shared memory must outlive the last copy from it. */
INLINE void ring_end()
{
#if HAS_BULK
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
#endif
}

#define RING_OF(type) const struct ring & /* of a part of a kernel */
#define RING(name)                                                \
    __shared__ uint64_t name##_words[RING_BARRIERS * RING_SLOTS]; \
    const struct ring name = ring_start(name##_words)
#define RING_SCANNERS if (RING_ROLE < SCANNER_SIMDGROUPS)
/* A slot has the same one always, which sees each of its phases. */
#define RING_REDUCER(round) if (RING_ROLE == SCANNER_SIMDGROUPS + (uint)(round) % RING_SLOTS % RING_REDUCERS)
#define RING_LOADER if (RING_ROLE == SCANNER_SIMDGROUPS + RING_REDUCERS)
#define RING_STORER if (RING_ROLE == SCANNER_SIMDGROUPS + RING_REDUCERS + 1)
#define RING_SUMMER if (RING_ROLE == SCANNER_SIMDGROUPS + RING_REDUCERS + 2)
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
#define RING_STORE(name, round, buffer, tile, n) ring_store(name, round, buffer, tile, n)
#define RING_END(name) \
    RING_STORER        \
    ring_end()
#define RING_STEPS(i, to, step) _Pragma("unroll 8") for (uint i = 0; i < (to); i += (step))
/* A role that one simdgroup has. */
#define EACH_LANE_OF_ONE
#define THE_FIRST_LANE_OF_ONE if (LANE == 0)
#define REDUCE_OF_ONE SIMD_REDUCE
#define SCANNER_BARRIER asm volatile("bar.sync 1, %0;" ::"n"(THREADS_PER_GROUP) : "memory")

/* 16 bytes of a slot in one access. */
#define WIDE (16 / ELEM_BYTES)
#define NEW_WIDE(name) access<16> name
#define WIDE_AT(name, i) (name).part[i]
#define TAKE_WIDE(name, ring, round, at) \
    const access<16> name = *(const access<16> *)(ring_slot(ring, round) + (at))
#define LEAVE_WIDE(ring, round, at, name) (*(access<16> *)(ring_slot(ring, round) + (at)) = (name))

#endif
