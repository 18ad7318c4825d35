/* SPDX-License-Identifier: MIT */
/* The commands: each takes parsed options and returns an exit code through its error. */
#pragma once

#include "base/error.h"
#include "commands/line/options.h"

/* Before all else: give the libraries the allocator that ends the program. */
void commands_begin(void);

/* Before the command: parse its options and add their plugins to the registry. EXIT_USAGE, EXIT_SYSTEM; one
 * rank prints why, the errors of the others lose their texts. */
bool command_prepare(struct options *options, int argc, char **argv, struct error *error);
/* Behind it, also after a failure. */
void unload_plugins(void);

/* Each does its work, prints data to stdout and all else to stderr, and returns false with the error filled
 * when the exit code is not 0. An error with an empty text is a finding that was already shown (exit 1). */
#define COMMAND(NAME, word, ...) bool command_##word(const struct options *options, struct error *error);
#include "commands/line/command.def"
#undef COMMAND
