/* SPDX-License-Identifier: MIT */
/* What results were measured with and on, as JSON; each is a fresh value. */
#pragma once

#include "machine/machine.h"
#include "results/record.h"
#include "sweep/config.h"

#include <jansson.h>

json_t *tool_json(void);

/* What must be the same for two results to be comparable. Of plugins and
 * devices of engines nothing is said where there is none. */
json_t *identity_json(const struct results *results, const struct machine *machine,
                      const struct config *config);

/* What may have changed since, and only warns. */
json_t *state_json(const struct machine *machine);
