/* SPDX-License-Identifier: MIT */
/* Every kernel, as OpenCL C: one program for each element type, operator, values per thread and group function. */
#include "engine/opencl/dialect_opencl.h"

#include "engine/kernel_texts.h"
