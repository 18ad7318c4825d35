/* SPDX-License-Identifier: MIT */
/* Kernels as code for a device: compiled by NVRTC, or taken from the disk where an earlier run left them. */
#pragma once

#include "engine/cuda/cuda_library.h"
#include "problem/element.h"

/* One kernel with all that its code depends on. Words are those of the kernels' text. */
struct cuda_program {
    const char *kernel; /* "scan_tile" */
    enum dtype dtype;
    enum op op;
    const char *local;   /* the group function that it calls, "scan_raking"; NULL: it calls none */
    const char *network; /* "kogge_stone" */
    unsigned threads, values;
    unsigned width;         /* elements of an access to a tile; 0: as many as it can take */
    unsigned ring, helpers; /* tiles of its ring in shared memory, and engine_ring_helpers; 0: none */
    unsigned beside;        /* bytes of the factor that pairs have beside each element; 0: no pairs */
    bool reversed;          /* it goes from the last element to the first */
    unsigned teams;         /* of its threads, which take the tiles of a ring in turn; 0: one */
    unsigned at_once; /* groups that are to run on a multiprocessor: engine_groups_at_once; 0: any number */
    int architecture; /* of the device: 10 · major + minor, 90 for sm_90 */
};

/* The device's own code (CUBIN). */
struct cuda_image {
    void *code; /* the caller frees it */
    size_t bytes;
};

/* The threads that a program is launched with: its own and those of the other roles of a ring. */
unsigned cuda_program_threads(const struct cuda_program *program);

/* What its ring takes of shared memory; 0: it has none. */
size_t cuda_ring_bytes(const struct cuda_program *program);

/* At most what a kernel with such a ring has in shared memory beside it: words of subgroups and of slots. */
size_t cuda_ring_words_bytes(size_t slots);

/* What a program is made for, as the source that includes the kernels: two programs of one source are one on
 * a device. Caller frees. */
char *cuda_program_source(const struct cuda_program *program);

/* Compile a program, or take it from the disk, where it is kept under the folder scanbench of XDG_CACHE_HOME
 * or of ~/.cache by a digest of text, options, compiler and device. Where it cannot be kept, or is damaged,
 * it is compiled each time. EXIT_SYSTEM with the compiler's first message, which has the kernel's file and
 * line, or that it does not know the architecture. */
bool cuda_build(const struct nvrtc *nvrtc, const struct cuda_program *program, struct cuda_image *image,
                struct error *error);
