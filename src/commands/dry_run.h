/* SPDX-License-Identifier: MIT */
/* What a sweep would do, without doing it. */
#pragma once

#include "machine/machine.h"
#include "sweep/plan.h"

/* Print points, their memory, where workers go and the estimated time to stdout. */
void dry_run_print(const struct plan *plan, const struct config *config, const struct machine *machine);
