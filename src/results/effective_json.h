/* SPDX-License-Identifier: MIT */
/* What a run was in effect: its config, the command line and the environment taken together. */
#pragma once

#include "results/results_json.h"

/* Fresh: the config after --set, how it was measured, the seed, what the command line left of the points, and
 * the variables of the environment that this program, its libraries and those of plugins read. */
json_t *effective_json(const struct report_context *context);
