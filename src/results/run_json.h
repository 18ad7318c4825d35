/* SPDX-License-Identifier: MIT */
/* The facts of a run as JSON: members of rows, and what is none. */
#pragma once

#include "results/run_fields.h"

/* All of a report beside its records; of these the build, the identity of machine and build, and the config,
 * null where its text is none. Fresh. */
json_t *run_facts_json(const struct results *results, const struct report_context *context);
json_t *run_tool_json(void);
json_t *run_identity_json(const struct results *results, const struct report_context *context);
json_t *run_config_json(const struct config *config);

/* Whether the plugins of an identity are loaded; EXIT_UNSTABLE, about the file at path. */
bool run_plugins_match(const char *path, const json_t *identity, struct error *error);
