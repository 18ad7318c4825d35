/* SPDX-License-Identifier: MIT */
/* A rehearsal: some blocks of a plan are measured twice, so that it is known how long the plan takes here. */
#pragma once

#include "measure/bench.h"

/* Run blocks of the plan of several sizes on this host, in two processes and exactly as a run would, and note
 * in the plan how many times as long as expected they took; other sizes lie between them. That takes a
 * tenth of the plan's time, 0.5 to 3 s. Points of devices, ranks and plugins stay as they are. Called
 * without threads running. */
void rehearsal_run(struct plan *plan, const struct config *config, const struct machine *machine);
