/* SPDX-License-Identifier: MIT */
/* The parameters of what is fastest, as macros of C. */
#pragma once

#include "analysis/best_points.h"

/* A fresh text that the caller frees: for each problem a macro of n per parameter, for the device of the
 * results, and for every other one the parameters whose worst loss over all sizes is least. */
char *tile_header(const struct best *best, const char *device, const char *origin);
