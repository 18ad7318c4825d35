/* SPDX-License-Identifier: MIT */
/* A line of a journal: a JSON object whose last member is the digest of the line before it. */
#pragma once

#include "results/record.h"
#include "json/node.h"

/* The line of an object that is not empty, with its newline, and its length; fresh. Takes the value. */
char *journal_line_make(json_t *value, size_t *length);

/* What a line of so many bytes says, fresh; NULL where it is not as it was made: torn, or damaged in any bit.
 */
json_t *journal_line_read(const char *line, size_t length);

/* What a line says of a finished record: its launch, its place in the plan, and record_json. Fresh. */
json_t *journal_record(size_t launch, size_t index, const struct record *record);

/* Of which of so many launches and points a line is; its record is the member "result". False with the place
 * where it is of none. */
bool journal_record_place(const struct json_node *line, size_t launches, size_t points, size_t *launch,
                          size_t *index);
