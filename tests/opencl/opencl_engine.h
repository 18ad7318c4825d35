/* SPDX-License-Identifier: MIT */
/* An engine that runs the launches of group implementations as OpenCL C: the third reading of the kernels,
 * beside the timed one and the model. */
#ifndef SCANBENCH_OPENCL_ENGINE_H
#define SCANBENCH_OPENCL_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

struct opencl_engine; /* opaque */

/* The first CPU device. `optimised`: kernels are built to be timed, else to be built fast. NULL with the
 * reason in why (`size` bytes) when there is no device that will do. Caller destroys. */
struct opencl_engine *opencl_create(bool optimised, char *why, size_t size);
void opencl_destroy(struct opencl_engine *engine);
const char *opencl_device(const struct opencl_engine *engine);

/* Memory that host and kernels share, in eight pieces at most. NULL when there is no more. */
void *opencl_allocate(struct opencl_engine *engine, size_t bytes);
void opencl_free(struct opencl_engine *engine, void *memory);

/* Forget what failed before. */
void opencl_start(struct opencl_engine *engine);

/* What failed since opencl_start: a kernel that is not built, an OpenCL error. NULL: nothing. */
const char *opencl_failure(const struct opencl_engine *engine);

#endif
