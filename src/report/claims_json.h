/* SPDX-License-Identifier: MIT */
/* Claims in the JSON of a result. */
#pragma once

#include "analysis/claims.h"
#include "analysis/counted_claims.h"

#include <jansson.h>

/* The list for "claims" of a result, which the caller owns. */
json_t *claims_json(const struct claims *claims);

/* The same of claims on counts and verdicts. */
json_t *counted_claims_json(const struct counted_claims *claims);
