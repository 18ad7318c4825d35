/* SPDX-License-Identifier: MIT */
/* The toy engine on floats, which have the kernels of dot products. */
#define TOY_IS_FLOAT

#include "test_toy_engine.c"
