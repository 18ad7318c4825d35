/* SPDX-License-Identifier: MIT */
/* The queue of a device, in which all happens in order: what failed in it, and what it takes. */
#pragma once

#include "engine/opencl/opencl_state.h"

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
