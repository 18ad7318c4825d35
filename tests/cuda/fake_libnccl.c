/* SPDX-License-Identifier: MIT */
/* A stand-in for NVIDIA's NCCL: ranks are processes of one host, which meet in a file; device memory is
 * memory. */
#include "fake_cuda.h"

#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_RANKS = 64, SLOT_BYTES = 4096 };

struct id {
    char path[128];
};

/* What ranks share. */
struct meeting {
    _Atomic unsigned joined, arrived;
    unsigned char slot[2][MOST_RANKS][SLOT_BYTES]; /* by turns: one is read while the other is written */
};

struct comm {
    struct meeting *meeting;
    int ranks, rank;
    unsigned turn;
};

#define FUNCTION(symbol, parameters)   \
    FAKE_EXPORT int symbol parameters; \
    FAKE_EXPORT int symbol parameters
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* Until all ranks have come so often. */
static void meet(_Atomic unsigned *count, unsigned all)
{
    atomic_fetch_add(count, 1);
    while (atomic_load(count) < all)
        sched_yield();
}

FUNCTION(ncclGetVersion, (int *version))
{
    FAIL_AS_ASKED(ncclGetVersion);
    *version = (int)fake_number("nccl", 22703);
    return 0;
}

FAKE_EXPORT const char *ncclGetErrorString(int result);
FAKE_EXPORT const char *ncclGetErrorString(int result)
{
    return "a planted error of NCCL";
}

FUNCTION(ncclGetUniqueId, (struct id * id))
{
    FAIL_AS_ASKED(ncclGetUniqueId);
    snprintf(id->path, sizeof id->path, "/tmp/fake-nccl-XXXXXX");
    const int file = mkstemp(id->path);
    if (file < 0 || ftruncate(file, sizeof(struct meeting)) != 0)
        return 2;
    close(file);
    return 0;
}

FUNCTION(ncclCommInitRank, (struct comm * *comm, int ranks, struct id id, int rank))
{
    FAIL_AS_ASKED(ncclCommInitRank);
    const int file = open(id.path, O_RDWR);
    if (file < 0 || ranks > MOST_RANKS)
        return 2;
    struct comm *const made = calloc(1, sizeof *made);
    made->meeting = mmap(NULL, sizeof *made->meeting, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    made->ranks = ranks;
    made->rank = rank;
    close(file);
    meet(&made->meeting->joined, (unsigned)ranks);
    if (rank == 0)
        unlink(id.path);
    *comm = made;
    return 0;
}

FUNCTION(ncclCommAbort, (struct comm * comm))
{
    munmap(comm->meeting, sizeof *comm->meeting);
    free(comm);
    return 0;
}

/* Its unit is a byte, and kernels have ended when they are launched: so has this. */
FUNCTION(ncclAllGather,
         (const void *own, void *all, size_t count, int datatype, struct comm *comm, void *stream))
{
    FAIL_AS_ASKED(ncclAllGather);
    if (datatype != 1 || count > SLOT_BYTES || !stream)
        return 4;
    unsigned char(*const slot)[SLOT_BYTES] = comm->meeting->slot[comm->turn++ % 2];
    memcpy(slot[comm->rank], own, count);
    meet(&comm->meeting->arrived, comm->turn * (unsigned)comm->ranks);
    for (int rank = 0; rank < comm->ranks; rank++)
        memcpy((char *)all + (size_t)rank * count, slot[rank], count);
    return 0;
}
