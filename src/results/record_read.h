/* SPDX-License-Identifier: MIT */
/* Reading a record back from JSON; nothing of the text is believed. */
#ifndef SCANBENCH_RECORD_READ_H
#define SCANBENCH_RECORD_READ_H

#include "base/error.h"
#include "results/record.h"

#include <jansson.h>

/* Read what record_json wrote into the record of the same point, which is pending. False with the record
 * unchanged and EXIT_USAGE when the value is no record of that point. */
bool record_read(struct record *record, const json_t *value, struct error *error);

#endif
