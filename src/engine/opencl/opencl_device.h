/* SPDX-License-Identifier: MIT */
/* The devices of OpenCL: which one a name means, what it is, and what it can do. */
#pragma once

#include "engine/opencl/opencl_state.h"

/* The id of the device of a name: EXIT_USAGE when it is none, EXIT_SYSTEM when there is no such device. */
bool opencl_device_find(struct opencl *opencl, const char *name, struct error *error);

/* A number that describes the device, as CL_DEVICE_LOCAL_MEM_SIZE; 0 where it knows of no such thing. */
uint64_t opencl_device_number(const struct opencl *opencl, uint32_t what);

/* Ask once what does not change. EXIT_SYSTEM when it is too old for the engine. */
bool opencl_device_describe(struct opencl *opencl, struct error *error);

/* facts and supports of the engine. What a device lacks for a point is said by its name in the specification.
 */
void opencl_device_facts(const struct engine_device *device, struct engine_facts *facts);
bool opencl_device_supports(struct engine_device *device, const struct point *point, struct error *why);
