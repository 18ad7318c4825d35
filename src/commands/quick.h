/* SPDX-License-Identifier: MIT */
/* The config of a run that names a primitive instead of a config. */
#pragma once

#include "commands/line/options.h"
#include "sweep/plan.h"

/* The text of a config for options->primitive: the best algorithms of each family, five sizes, one and all
 * cores, and the first GPU, but for the axes that the options give. A point takes point_s seconds. Caller
 * frees; EXIT_USAGE for an option that names no device. */
char *quick_config(const struct options *options, double point_s, struct error *error);

/* The same for counts, which have no device and no time: the group algorithms at one small size. */
char *quick_counts_config(const struct options *options);

/* Seconds of a point for which a plan of the config takes QUICK_SECONDS, or half of --budget, by expectation;
 * the least where even that is not enough. The config's own time is changed by it. */
double quick_point_s(const struct options *options, const struct plan *plan, struct config *config);
