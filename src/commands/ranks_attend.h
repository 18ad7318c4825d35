/* SPDX-License-Identifier: MIT */
/* A run that mpiexec started: what its ranks have in common, and what all but the first do. */
#pragma once

#include "commands/line/options.h"
#include "measure/ranks.h"

/* Digests of the program and of what it is told to do, for who meets the other ranks next. A config that this
 * rank cannot read counts as empty: the first rank says so. */
void ranks_identify(const struct options *options, struct ranks_identity *identity);

/* Of a rank that ends before it has met the others, for this reason or because nothing is left to do: meet
 * them, and end them all. The first rank prints why, so the error of another one loses its text. Nothing
 * where the others are not waiting: they have been met, or none of this command's ranks meets. */
void ranks_refuse(const struct options *options, struct error *error);

/* Of another rank than the first: do as that one says until the run is over. EXIT_SYSTEM. */
bool ranks_attend(const struct options *options, const struct seat *seat, struct error *error);
