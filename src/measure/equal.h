/* SPDX-License-Identifier: MIT */
/* Whether a large output is the expected one byte for byte, compared by all workers. */
#pragma once

#include "implementation/implementation.h"
#include "machine/workers/team.h"

/* Compare a run's output on so many workers of its team. False also where it is too small to be worth that:
 * what this does not say is left to the verifier. */
bool equal_output(const struct problem *problem, const struct run *run, unsigned workers);
