/* SPDX-License-Identifier: MIT */
/* The config that a command follows: what was read, with the options that are members of it. */
#pragma once

#include "commands/line/options.h"
#include "sweep/config.h"

/* Read the config of a file, or with a NULL path the text, which is of options->primitive. --set, --filter,
 * --isa,
 * --topology, --smoke and --seed become members of it. EXIT_USAGE. Caller closes; after a failure there is
 * nothing to close. */
bool effective_config(struct config *config, const char *path, const char *text,
                      const struct options *options, struct error *error);
