/* SPDX-License-Identifier: MIT */
/* The tile shapes that are never far off. */
#pragma once

#include "analysis/best_problem.h"

/* Fill the tiles of a problem whose sizes are there. */
void best_find_tiles(struct best_problem *problem);
