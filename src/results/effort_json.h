/* SPDX-License-Identifier: MIT */
/* Where the time of a run went, as JSON, and back. */
#pragma once

#include "results/record.h"

#include <jansson.h>

json_t *effort_json(const struct effort *effort);

/* Read what effort_json wrote; what is not there, or is no time, is 0. */
struct effort effort_read(const json_t *value);
