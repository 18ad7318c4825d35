/* SPDX-License-Identifier: MIT */
/* A run that mpiexec started: what its ranks have in common, and what all but the first do. */
#pragma once

#include "commands/line/options.h"
#include "measure/ranks_open.h"

/* Digests of the program and of what it is told to do. A config that this rank cannot read counts as empty:
 * the first rank says so. */
void ranks_identify(const struct options *options, struct ranks_identity *identity);

/* Of another rank than the first: do as that one says until the run is over. EXIT_SYSTEM. */
bool ranks_attend(const struct options *options, const struct seat *seat, struct error *error);
