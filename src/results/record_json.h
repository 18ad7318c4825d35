/* SPDX-License-Identifier: MIT */
/* Records as JSON, and back; nothing of the text is believed. */
#pragma once

#include "results/field.h"
#include "results/record.h"
#include "json/node.h"

#include <jansson.h>

/* Of the numbers of a record wherever it is written: more than any clock tells, and a date has them to the
 * hundredth of a second. */
#define RECORD_DIGITS JSON_REAL_PRECISION(12)

/* A fresh value. */
json_t *record_json(const struct record *record);

/* Read what record_json wrote, wherever it stands: what a child sent, a line of a journal, a row of a result.
 * What samples say is made of them again. False, with EXIT_USAGE and the place, where a member is not as
 * record_json writes it; the record is then as it was.
 *
 * With `described` NULL the text must be of the record's point, and have every member. Otherwise it may come
 * of another build: the point is what it says, its implementation becomes `described`, whose name is borrowed
 * from the JSON, and members, flags and names that either side does not have are left out. */
bool record_read(struct record *record, const struct json_node *node, struct implementation *described);
