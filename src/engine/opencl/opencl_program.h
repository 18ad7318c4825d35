/* SPDX-License-Identifier: MIT */
/* The programs of the OpenCL engine. */
#pragma once

#include "engine/opencl/opencl_state.h"

/* The program of these options, built once. NULL with the log of the compiler: EXIT_USAGE. */
cl_program opencl_program_build(struct opencl *opencl, const struct build *build, struct error *why);
void opencl_programs_release(struct opencl *opencl);

/* The text of all kernels. */
extern const char opencl_source[];
