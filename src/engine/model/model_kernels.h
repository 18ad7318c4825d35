/* SPDX-License-Identifier: MIT */
/* The kernels compiled for the model: once, for all element types, operators and values per thread. */
#pragma once

#include "engine/compiled.h"

extern const struct compiled_table model_kernels;
