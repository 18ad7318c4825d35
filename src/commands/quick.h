/* SPDX-License-Identifier: MIT */
/* The config of a run that names a primitive instead of a config. */
#pragma once

#include "commands/line/options.h"
#include "sweep/plan.h"

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
