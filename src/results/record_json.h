/* SPDX-License-Identifier: MIT */
/* A record as JSON: what reports list and journals append. */
#ifndef SCANBENCH_RECORD_JSON_H
#define SCANBENCH_RECORD_JSON_H

#include "results/fields.h"

#include <jansson.h>

/* A fresh value. */
json_t *record_json(const struct record *record);

#endif
