/* SPDX-License-Identifier: MIT */
/* A record as JSON: what reports list and journals append. */
#pragma once

#include "results/fields.h"

#include <jansson.h>

/* Of the numbers of a record wherever it is written: more than any clock tells, and a date has them to the
 * hundredth of a second. */
#define RECORD_DIGITS JSON_REAL_PRECISION(12)

/* A fresh value. */
json_t *record_json(const struct record *record);
