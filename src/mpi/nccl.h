/* SPDX-License-Identifier: MIT */
/* NVIDIA's NCCL as a library that is loaded when a point asks for it: the few functions that are used,
 * declared here, so that nothing of it is needed to build. Names and numbers are those of nccl.h. */
#pragma once

#include "engine/engine.h"
#include "mpi/world.h"

struct nccl_ranks; /* a communicator of NCCL, opaque */

/* Load the library that SCANBENCH_LIBNCCL names, else libnccl.so.2: nothing of a device is touched.
 * EXIT_SYSTEM with what is missing and what to do. What is loaded stays loaded. `version`, which may be NULL,
 * becomes 10000 · major + 100 · minor + patch. */
bool nccl_load(int *version, struct error *error);

/* The communicator of these ranks, each with its own device; made at the first call, which takes a second.
 * EXIT_SYSTEM on all ranks where one has no library, or NCCL refuses. On all of them together; nccl_close
 * destroys it. */
bool nccl_join(const struct rank_group *ranks, struct engine_device *device, struct nccl_ranks **joined,
               struct error *why);

/* So many bytes of each rank's device to all of them, rank after rank, after what was called before on the
 * device. What fails is found by the engine's `failed`. */
void nccl_allgather(const struct nccl_ranks *joined, struct engine_device *device, const void *own, void *all,
                    size_t bytes);

/* Destroy all communicators, before their devices are closed. Waits for nobody. */
void nccl_close(void);
