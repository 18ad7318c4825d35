/* SPDX-License-Identifier: MIT */
/* From which size on which row is to be used, and where one takes over from another. */
#pragma once

#include "analysis/best_problem.h"

/* Fill the choices of a problem whose sizes are there. */
void best_choose(struct best_problem *problem);
