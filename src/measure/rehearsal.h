/* SPDX-License-Identifier: MIT */
/* A rehearsal: each algorithm of a plan for a moment, so that it is known how long the plan takes here. */
#pragma once

#include "measure/bench.h"

/* Run each of the plan's points on this host that differ in more than n a few times, in a child process, on
 * at most 64 Ki elements, and note in the plan how fast they are: 200 of them at most, for a second at most.
 * Points of which nothing is found stay as they are: those on devices and ranks, of plugins, refused or
 * crashed. Called without threads running. */
void rehearsal_run(struct plan *plan, const struct config *config, const struct machine *machine);
