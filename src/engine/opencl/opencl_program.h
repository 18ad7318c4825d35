/* SPDX-License-Identifier: MIT */
/* The programs of the OpenCL engine, each built once for its options; kernels of them, and their launches. */
#pragma once

#include "engine/opencl/opencl_state.h"

void opencl_programs_release(struct opencl *opencl);

/* The text of all kernels. */
extern const char opencl_source[];

/* build, discard and launch of the engine. */
bool opencl_build(const struct run *run, const struct kernel *kernel, const struct build *build,
                  struct built **built, struct error *why);
void opencl_discard(struct built *built);
void opencl_launch(const struct run *run, const struct built *built, const void *arguments, size_t groups);
