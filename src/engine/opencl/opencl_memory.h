/* SPDX-License-Identifier: MIT */
/* The memory of a device of OpenCL: buffers, each with a span of this process's addresses that stand for it.
 */
#pragma once

#include "engine/opencl/opencl_state.h"

/* What a kernel is given for an address. */
struct opencl_place {
    cl_mem buffer;
    uint64_t offset; /* bytes */
};

/* The place of an address; false: it is of none of its arrays. */
bool opencl_memory_find(struct opencl *opencl, const void *address, struct opencl_place *place);

/* allocate, release, copy, copy_in, copy_out and fill of the engine. */
void *opencl_allocate(struct engine_device *device, const char *name, size_t bytes, struct error *why);
void opencl_release(struct engine_device *device, void *memory);
void opencl_copy(struct engine_device *device, void *to, const void *from, size_t bytes);
void opencl_copy_in(struct engine_device *device, void *to, const void *from, size_t bytes);
void opencl_copy_out(struct engine_device *device, void *to, const void *from, size_t bytes);
void opencl_fill(struct engine_device *device, void *to, int byte, size_t bytes);
