/* SPDX-License-Identifier: MIT */
/* The OpenCL engine: the kernels as OpenCL C, on the first device that will do or one that is named. */
#ifndef SCANBENCH_OPENCL_H
#define SCANBENCH_OPENCL_H

#include "engine/engine.h"

extern const struct engine opencl_engine;

/* What the device calls itself. */
const char *opencl_device_name(const struct engine_device *device);

/* More options for all programs that are built from now on: "-cl-opt-disable", for programs that are built
 * fast and run seldom. Borrowed. */
void opencl_set_options(struct engine_device *device, const char *options);

#endif
