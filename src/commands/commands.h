/* SPDX-License-Identifier: MIT */
/* The commands: each takes parsed options and returns an exit code through its error. */
#ifndef SCANBENCH_COMMANDS_H
#define SCANBENCH_COMMANDS_H

#include "base/error.h"
#include "commands/line/options.h"

/* Before all else: give the libraries the allocator that ends the program. */
void commands_begin(void);

/* Before the command: add the plugins of the options to the registry. EXIT_USAGE, EXIT_SYSTEM. */
bool load_plugins(const struct options *options, struct error *error);
/* Behind it, also after a failure. */
void unload_plugins(void);

/* Each does its work, prints data to stdout and all else to stderr, and returns false with the error filled
 * when the exit code is not 0. An error with an empty text is a finding that was already shown (exit 1). */
bool command_run(const struct options *options, struct error *error);
bool command_list(const struct options *options, struct error *error);
bool command_explain(const struct options *options, struct error *error);
bool command_check(const struct options *options, struct error *error);
bool command_compare(const struct options *options, struct error *error);
bool command_best(const struct options *options, struct error *error);
bool command_completion(const struct options *options, struct error *error);
bool command_counts(const struct options *options, struct error *error);
bool command_plot(const struct options *options, struct error *error);
bool command_doctor(const struct options *options, struct error *error);

#endif
