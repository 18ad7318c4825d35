/* SPDX-License-Identifier: MIT */
/* Choosing implementations by the globs of a command line. */
#pragma once

#include "commands/line/options.h"
#include "implementation/implementation.h"

/* Those of the registry whose name matches one of the arguments, or all when there are none, in its order.
 * Returns how many, in a fresh block that the caller frees. 0 with EXIT_USAGE when an argument matches
 * nothing. */
size_t select_implementations(const struct options *options, const struct implementation ***chosen,
                              struct error *error);
