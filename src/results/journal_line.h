/* SPDX-License-Identifier: MIT */
/* A line of a journal: a JSON object whose last member is the digest of the line before it. */
#ifndef SCANBENCH_JOURNAL_LINE_H
#define SCANBENCH_JOURNAL_LINE_H

#include <jansson.h>
#include <stddef.h>

/* The line of an object that is not empty, with its newline, and its length; fresh. Takes the value. */
char *journal_line_make(json_t *value, size_t *length);

/* What a line of so many bytes says, fresh; NULL where it is not as it was made: torn, or damaged in any bit.
 */
json_t *journal_line_read(const char *line, size_t length);

#endif
