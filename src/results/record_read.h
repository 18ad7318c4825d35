/* SPDX-License-Identifier: MIT */
/* Reading a record back from JSON; nothing of the text is believed. */
#pragma once

#include "results/record.h"
#include "json/node.h"

/* Read what record_json wrote, wherever it stands: what a child sent, a line of a journal, a row of a result.
 * What samples say is made of them again. False, with EXIT_USAGE and the place, where a member is not as
 * record_json writes it; the record is then as it was.
 *
 * With `described` NULL the text must be of the record's point, and have every member. Otherwise it may come
 * of another build: the point is what it says, its implementation becomes `described`, whose name is borrowed
 * from the JSON, and members, flags and names that either side does not have are left out. */
bool record_read(struct record *record, const struct json_node *node, struct implementation *described);
