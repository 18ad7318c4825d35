/* SPDX-License-Identifier: MIT */
/* The kernels of a CUDA device: loaded once for all who ask, kept for who asks again, launched. */
#pragma once

#include "engine/cuda/cuda_program.h"

struct cuda_kernel; /* opaque: a program that is ready on the device */

/* Those of a device, whose context is current on the thread that calls any of these. */
struct cuda_kernels {
    const struct cuda_driver *driver;
    const struct nvrtc *nvrtc;
    int index;                 /* of the device, for messages */
    int architecture;          /* 10 · major + minor, 90 for sm_90 */
    struct cuda_kernel *first; /* the others follow it, the last loaded first */
};

/* A kernel for a program, its `architecture` aside: one that is loaded, else compiled and loaded. EXIT_USAGE
 * where there is none for the type and operator, EXIT_SYSTEM. Caller gives it back. */
bool cuda_kernels_take(struct cuda_kernels *kernels, const struct cuda_program *program,
                       struct cuda_kernel **kernel, struct error *error);

/* Nobody may be running it. It stays loaded until very many wait for somebody to take them again: then the
 * oldest of these is unloaded. What fails of that is recorded in `failure`. */
void cuda_kernels_give_back(struct cuda_kernels *kernels, struct cuda_kernel *kernel, struct error *failure);

/* Unload all, whoever has them. */
void cuda_kernels_close(struct cuda_kernels *kernels, struct error *failure);

/* As in the kernels' text; as long as the kernel is loaded. */
const char *cuda_kernel_name(const struct cuda_kernel *kernel);

/* Start a kernel in a stream over `groups` groups, 1 to INT_MAX. arguments: of each of its parameters the
 * address of a value of its type. The answer is the driver's. */
enum cuda_status cuda_kernel_launch(const struct cuda_kernels *kernels, const struct cuda_kernel *kernel,
                                    struct cuda_stream *stream, void **arguments, unsigned groups);
