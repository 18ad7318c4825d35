/* SPDX-License-Identifier: MIT */
/* A record as JSON and back: what reports list and journals append. */
#ifndef SCANBENCH_RECORD_JSON_H
#define SCANBENCH_RECORD_JSON_H

#include "report/report.h"
#include "results/fields.h"

#include <jansson.h>

/* Each is a fresh value, NULL when memory is out. */
json_t *record_json(const struct field_source *source);
json_t *tool_json(void);
/* What must be the same for two results to be comparable. */
json_t *identity_json(const struct results *results, const struct report_context *context);
/* What may have changed since, and only warns. */
json_t *state_json(const struct machine *machine);

/* Add the plugins that are loaded, by what is in their files; nothing where there is none. False when memory
 * is out. */
bool plugins_add(json_t *identity);

/* Whether the plugins of an identity are loaded; EXIT_UNSTABLE, about the file at path. */
bool plugins_match(const char *path, const json_t *identity, struct error *error);

/* All that makes the same plan again: the config's text, and the options beside it. */
json_t *resume_json(const struct results *results, const struct report_context *context);

/* Read what record_json wrote into the record of the same point, which is pending. False with the record
 * unchanged and EXIT_USAGE when the value is no record of that point. */
bool record_read(struct record *record, const json_t *value, struct error *error);

#endif
