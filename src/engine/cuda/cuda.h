/* SPDX-License-Identifier: MIT */
/* The CUDA engine: kernels compiled by NVRTC when a run asks for them, launched one after the other in a
 * stream. */
#pragma once

#include "engine/engine.h"

extern const struct engine cuda_engine;
