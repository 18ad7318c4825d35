/* SPDX-License-Identifier: MIT */
/* One launch in child processes: a child streams its records back, the parent watches that it lives. */
#pragma once

#include "measure/launch_run.h"

/* One launch in child processes; a point that ends its process is crashed, one that hangs is timeout, and a
 * fresh process goes on with the rest. */
bool isolate_run(const struct launch_run *run, struct error *error);
