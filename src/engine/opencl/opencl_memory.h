/* SPDX-License-Identifier: MIT */
/* The queue of a device of OpenCL, in which all happens in order, and its memory: buffers, each with a span
 * of this process's addresses that stand for it.
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

/* True when a call has succeeded, else the first failure is kept for opencl_failed. */
bool opencl_succeeds(struct opencl *opencl, const char *call, int32_t status);

/* Let what waits for the gate begin. */
void opencl_open_gate(struct opencl *opencl);
/* Before something is queued: the gate opens when too much waits for it. */
void opencl_count_waiting(struct opencl *opencl);
/* All that is queued has happened. */
void opencl_wait_for_all(struct opencl *opencl);

/* begin, end and failed of the engine. */
void opencl_begin(struct engine_device *device);
double opencl_end(struct engine_device *device);
bool opencl_failed(struct engine_device *device, struct error *why);
