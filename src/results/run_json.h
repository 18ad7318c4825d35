/* SPDX-License-Identifier: MIT */
/* Facts of a run as JSON, what they may be there, and efforts back. */
#pragma once

#include "results/run_fields.h"

/* The fields of a group, fresh. row: of the group's type, NULL where it has none. */
json_t *run_json(enum run_group group, const void *row, const struct run_source *source);

/* What run_json wrote of an effort; what is not there, or is no time, is 0. */
struct effort run_effort(const json_t *value);

/* Whether every member that this program writes beside the records is of the type that it writes, or null, so
 * that who reads it need not ask again. Members that are missing or unknown are left alone. False, with the
 * place and what was expected, at the first that is not. */
bool run_check(const struct json_node *root);
