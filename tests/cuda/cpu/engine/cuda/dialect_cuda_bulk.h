/* SPDX-License-Identifier: MIT */
/* Barriers and bulk copies where threads are coroutines: who waits lets the others go on. A copy must be one
 * that a GPU would make. One to shared memory comes as late as it can, the last one that was asked for first:
 * when all who look at barriers have looked in vain. */
#pragma once

#define HAS_BULK 1

/* A launch begins when the one before it has ended. */
#define LAUNCH_NEXT ((void)0)
#define LAUNCH_WAIT ((void)0)

/* The slots and what lies beside their tiles, as much as a stage has, and at most two words a scanner and
 * slot. */
alignas(128) static unsigned char ring_memory[AFTER_BESIDE + STAGE_BYTES +
                                              RING_SLOTS * THREADS_PER_GROUP * 2 * sizeof(elem)];

/* Addresses in shared memory are distances from the ring, which is in the same library. */
INLINE uint shared_address(const void *address)
{
    return (uint)((const unsigned char *)address - ring_memory);
}

struct fake_barrier {
    uint passed;
    unsigned short arrivals, missing;
};

INLINE fake_barrier *barrier_at(uint barrier)
{
    return (fake_barrier *)(ring_memory + (int)barrier);
}

INLINE void barrier_init(uint barrier, uint arrivals)
{
    *barrier_at(barrier) = {0, (unsigned short)arrivals, (unsigned short)arrivals};
}

INLINE void barriers_made()
{
}

INLINE void barrier_arrive(uint barrier)
{
    fake_barrier *const at = barrier_at(barrier);
    if (--at->missing > 0)
        return;
    at->missing = at->arrivals;
    at->passed++;
}

/* Bytes that are expected arrive with their copy. */
INLINE void barrier_arrive_expecting(uint barrier, uint bytes)
{
    if (bytes == 0)
        barrier_arrive(barrier);
}

INLINE void bulk_copy(void *to, const void *from, uint bytes)
{
    if ((size)to % 16 != 0 || (size)from % 16 != 0 || bytes == 0 || bytes % 16 != 0)
        abort();
    memcpy(to, from, bytes);
}

struct fake_load {
    void *slot;
    const void *from;
    uint bytes, barrier;
};
static fake_load fake_loads[2 * RING_SLOTS]; /* that have not come */
static uint fake_loads_left, looks_in_vain;

/* Nothing else goes on after so many. After 4 times all threads the scanners of a round were still at work,
 * and a wait for the wrong tile was not seen. */
enum { LOOKS_IN_VAIN = 100 * RING_THREADS };

INLINE void bulk_load(void *slot, const void *from, uint bytes, uint barrier)
{
    if (fake_loads_left == 2 * RING_SLOTS)
        abort();
    fake_loads[fake_loads_left++] = {slot, from, bytes, barrier};
}

INLINE bool barrier_has_passed(uint barrier, uint parity)
{
    if (barrier_at(barrier)->passed % 2 != parity) {
        looks_in_vain = 0;
        return true;
    }
    if (++looks_in_vain > LOOKS_IN_VAIN && fake_loads_left > 0) {
        const fake_load last = fake_loads[--fake_loads_left];
        bulk_copy(last.slot, last.from, last.bytes);
        barrier_arrive(last.barrier);
        looks_in_vain = 0;
    }
    fake_device->yield();
    return false;
}

INLINE void bulk_store(out_elem *to, const in_elem *slot, uint bytes)
{
    if (bytes > 0)
        bulk_copy(to, slot, bytes);
}

INLINE void bulk_fence()
{
}

INLINE void bulk_wait_read_before()
{
}

INLINE void bulk_wait()
{
}

#define BARRIERS_ARE_MADE __syncthreads()
#define WAIT_FOR_BARRIERS __syncthreads()

INLINE void scanner_barrier()
{
    static uint scanners[RING_TEAMS];
    static size rounds[RING_TEAMS];
    const uint team = RING_ROLE / SCANNER_SUBGROUPS;
    const size round = rounds[team];
    if (++scanners[team] == THREADS_PER_GROUP) {
        scanners[team] = 0;
        rounds[team]++;
    }
    while (rounds[team] == round)
        fake_device->yield();
}
#define SCANNER_BARRIER scanner_barrier()
