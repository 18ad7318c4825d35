/* SPDX-License-Identifier: MIT */
/* Claims as a table and in the JSON of a result. */
#ifndef SCANBENCH_CLAIMS_REPORT_H
#define SCANBENCH_CLAIMS_REPORT_H

#include "analysis/claims.h"
#include "analysis/counted_claims.h"

#include <jansson.h>
#include <stdio.h>

/* A line a claim; nothing where there are none. No line is longer than width; 0: no limit. */
void claims_print(FILE *stream, const struct claims *claims, bool color, unsigned width);

/* The list for "claims" of a result, which the caller owns. */
json_t *claims_json(const struct claims *claims);

/* The same of claims on counts and verdicts. */
void counted_claims_print(FILE *stream, const struct counted_claims *claims, bool color, unsigned width);
json_t *counted_claims_json(const struct counted_claims *claims);

#endif
