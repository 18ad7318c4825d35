/* SPDX-License-Identifier: MIT */
/* Kernels of OpenCL that are built, and their launches. */
#pragma once

#include "engine/engine.h"

/* build, discard and launch of the engine. */
bool opencl_build(const struct run *run, const struct kernel *kernel, const struct build *build,
                  struct built **built, struct error *why);
void opencl_discard(struct built *built);
void opencl_launch(const struct run *run, const struct built *built, const void *arguments, size_t groups);
