/* SPDX-License-Identifier: MIT */
/* What a sweep would do, without doing it. */
#pragma once

#include "commands/line/options.h"
#include "machine/machine.h"
#include "sweep/plan.h"

/* Print what would be measured, how long that takes and how much memory, what cannot be measured here, and
 * the claims and charts of the config that no point is part of; with options->all each point and worker. As
 * CSV each point. EXIT_OUTPUT. */
bool dry_run_print(const struct plan *plan, const struct config *config, const struct machine *machine,
                   const struct options *options, struct error *error);
