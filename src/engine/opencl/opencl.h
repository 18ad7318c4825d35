/* SPDX-License-Identifier: MIT */
/* The OpenCL engine: the kernels as OpenCL C, on the first device that will do or one that is named. */
#pragma once

#include "engine/engine.h"

extern const struct engine opencl_engine;

/* What the device calls itself, for the tests and the bench of this engine to print. */
const char *opencl_device_name(const struct engine_device *device);

/* More options for all programs that are built from now on. For its test alone, which builds hundreds that
 * run once:
 * "-cl-opt-disable". Borrowed. */
void opencl_set_options(struct engine_device *device, const char *options);
