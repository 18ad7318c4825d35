/* SPDX-License-Identifier: MIT */
/* Barriers in shared memory that count their phases, and bulk copies from and to it, which are asynchronous:
 * what PTX has and C++ has not. For dialect_cuda_ring.h. */
#pragma once

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ < 900
#define HAS_BULK 0
#else
#define HAS_BULK 1
#endif

/* As much as the launch asks for. */
extern __shared__ __align__(128) unsigned char ring_memory[];

INLINE uint shared_address(const void *address)
{
    return (uint)__cvta_generic_to_shared(address);
}

/* A barrier whose phases each end with so many arrivals. */
INLINE void barrier_init(uint barrier, uint arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}

/* All barriers have been made: bulk copies may be given them. */
INLINE void barriers_made()
{
#if HAS_BULK
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
}

INLINE void barrier_arrive(uint barrier)
{
    asm volatile("{ .reg .b64 state; mbarrier.arrive.shared::cta.b64 state, [%0]; }" ::"r"(barrier)
                 : "memory");
}

/* The phase ends only when bulk copies have brought so many bytes. */
INLINE void barrier_arrive_expecting(uint barrier, uint bytes)
{
#if HAS_BULK
    asm volatile(
        "{ .reg .b64 state; mbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1; }" ::"r"(barrier),
        "r"(bytes)
        : "memory");
#else
    barrier_arrive(barrier);
#endif
}

/* Whether the last phase that ended was an odd one (1) or an even one (0); it may wait a while for that. */
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

/* Copies of whole pieces of 16 bytes, aligned to them. A load is asked for in parts, which come beside each
 * other: on an H200 a scan that reads tiles of 28 KiB ahead takes 38.4 us of 16 Mi elements in parts of 4
 * KiB, 39.3 in parts of 8, 40.2 at once. */
#define BULK_PART_BYTES 4096u
INLINE void bulk_load(void *slot, const void *from, uint bytes, uint barrier)
{
#if HAS_BULK
    _Pragma("unroll") for (uint at = 0; at < bytes; at += BULK_PART_BYTES) asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
            shared_address(slot) + at),
        "l"((const char *)from + at), "r"(bytes - at < BULK_PART_BYTES ? bytes - at : BULK_PART_BYTES),
        "r"(barrier) : "memory");
#endif
}

INLINE void bulk_store(out_elem *to, const in_elem *slot, uint bytes)
{
#if HAS_BULK
    if (bytes > 0)
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
                     "r"(shared_address(slot)), "r"(bytes)
                     : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
#endif
}

/* What a thread has written to shared memory is seen by bulk copies that are told of it later. */
INLINE void bulk_fence()
{
#if HAS_BULK
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

/* The thread's bulk stores before the last one have read what they store; and all have written it. */
INLINE void bulk_wait_read_before()
{
#if HAS_BULK
    asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
#endif
}

INLINE void bulk_wait()
{
#if HAS_BULK
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
#endif
}

/* Let the next launch in the stream begin as soon as all groups of this one have come here; wait for the end
 * of all that came before this launch, whose stores then are seen. */
#if HAS_BULK
#define LAUNCH_NEXT asm volatile("griddepcontrol.launch_dependents;" ::: "memory")
#define LAUNCH_WAIT asm volatile("griddepcontrol.wait;" ::: "memory")
#else
#define LAUNCH_NEXT ((void)0)
#define LAUNCH_WAIT ((void)0)
#endif

/* The loader has made the barriers of a ring and goes on; all others wait for that. */
#define BARRIERS_ARE_MADE asm volatile("bar.arrive 2, %0;" ::"n"(RING_THREADS) : "memory")
#define WAIT_FOR_BARRIERS asm volatile("bar.sync 2, %0;" ::"n"(RING_THREADS) : "memory")

/* Of a team: 3 and the next ones. */
#define SCANNER_BARRIER                                                                              \
    asm volatile("bar.sync %0, %1;" ::"r"(3 + RING_ROLE / SCANNER_SUBGROUPS), "n"(THREADS_PER_GROUP) \
                 : "memory")
