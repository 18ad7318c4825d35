/* SPDX-License-Identifier: MIT */
/* Kernels as code for a device: compiled by NVRTC, or taken from the disk where an earlier run left them. */
#ifndef SCANBENCH_CUDA_PROGRAM_H
#define SCANBENCH_CUDA_PROGRAM_H

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
    int architecture; /* of the device: 10 · major + minor, 90 for sm_90 */
};

/* The device's own code (CUBIN). */
struct cuda_image {
    void *code; /* the caller frees it */
    size_t bytes;
};

/* Compile a program, or take it from the disk, where it is kept under the folder scanbench of XDG_CACHE_HOME
 * or of
 * ~/.cache by a digest of text, options, compiler and device. Where it cannot be kept, or is damaged, it is
 * compiled each time. EXIT_SYSTEM with the compiler's first message, which has the kernel's file and line, or
 * that it does not know the architecture. */
bool cuda_build(const struct nvrtc *nvrtc, const struct cuda_program *program, struct cuda_image *image,
                struct error *error);

#endif
