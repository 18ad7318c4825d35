/* SPDX-License-Identifier: MIT */
/* The kernels compiled for the model: once, for all element types, operators and values per thread. */
#ifndef SCANBENCH_MODEL_KERNELS_H
#define SCANBENCH_MODEL_KERNELS_H

#include "engine/compiled.h"

extern const struct compiled_table model_kernels;

#endif
