/* SPDX-License-Identifier: MIT */
/* The commands: each takes parsed options and returns an exit code through its error; and what some of them
 * share. */
#pragma once

#include "analysis/analysis.h"
#include "commands/line/options.h"
#include "machine/machine.h"
#include "sweep/plan.h"

#include <jansson.h>

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

/* ---- Implementations that a command line chooses, and what one does, costs and needs (select.c, describe.c)
 */

/* Those of the registry whose name matches one of the arguments, or all when there are none, in its order.
 * Returns how many, in a fresh block that the caller frees. 0 with EXIT_USAGE when an argument matches
 * nothing. */
size_t select_implementations(const struct options *options, const struct implementation ***chosen,
                              struct error *error);

/* As prose on standard output, in lines of 80 columns. */
void describe_print(const struct implementation *implementation);

/* Phases, costs and algorithms within a group as a fresh object. */
json_t *describe_json(const struct implementation *implementation);

/* ---- The config of a run that names a primitive instead of a config (quick.c) */

/* The text of a config for options->primitive: the best algorithms of each family, five sizes, one and all
 * cores, and the first GPU, but for the axes that the options give. Caller frees; EXIT_USAGE for an option
 * that names no device. */
char *quick_config(const struct options *options, struct error *error);

/* The same for counts, which have no device and no time: the group algorithms at one small size. */
char *quick_counts_config(const struct options *options);

/* Where nothing says how long a point takes, set a time that is enough to rehearse the plan. */
void quick_begin(struct config *config);

/* After the rehearsal, and where nothing says how long a point takes: set the config's time so that its plan
 * is expected to take QUICK_SECONDS, or half of --time; the least where even that is not enough. */
void quick_settle(const struct options *options, const struct plan *plan, struct config *config);

/* ---- What a sweep would do, without doing it (dry_run.c) */

/* Print what would be measured, how long that takes and how much memory, what cannot be measured here, and
 * the claims and charts of the config that no point is part of; with options->all each point and worker. As
 * CSV each point. EXIT_OUTPUT. */
bool dry_run_print(const struct plan *plan, const struct config *config, const struct machine *machine,
                   const struct options *options, struct error *error);

/* ---- Results side by side, for compare and for a run with --against (compare.c) */

/* Read results by name or path, the base first, and print what changed. With options->fail_on_regression
 * EXIT_FINDING for a slower point, and EXIT_UNSTABLE for one that may be. */
bool compare_results(const char *const *paths, size_t count, const struct options *options,
                     struct error *error);

/* ---- What the results of a run mean for its exit code (verdict.c) */

/* Keep the worse of two errors in *worst: signals, then the budget, output, usage, wrong results, refusals,
 * points that are not good. The other one, if it is one, is printed as a warning. */
void verdict_keep(struct error *worst, const struct error *next);

/* The worst finding among the results: wrong, skipped, and with strict those that are not good. */
void verdict_of(const struct results *results, bool strict, struct error *verdict);

/* The first claim that does not hold here is a finding. */
void verdict_of_claims(const struct claims *claims, struct error *verdict);
