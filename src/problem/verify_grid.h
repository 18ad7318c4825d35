/* SPDX-License-Identifier: MIT */
/* The judge of gridded data: floats against sums of integers, within the rounding bound. */
#pragma once

#include "problem/verify.h"

/* verify_output for DATA_GRIDDED. The finding was cleared by the caller. */
bool verify_gridded(const struct problem *problem, const void *output, size_t roundings,
                    struct finding *finding);
