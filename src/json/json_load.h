/* SPDX-License-Identifier: MIT */
/* JSON from text and to text. Where there is no memory for it, the program ends, as base/memory.h says. */
#pragma once

#include "base/error.h"

#include <jansson.h>

/* Give jansson the allocator of base/memory.h. Before any other use of it: on its own it goes on after an
 * allocation that failed, without the characters and keys that it had no room for. */
void json_use_memory(void);

/* As json_loadb with duplicate keys rejected and these flags; NULL, with *why, where the text is no such
 * JSON. */
json_t *json_load(const char *text, size_t length, size_t flags, json_error_t *why);

/* EXIT_USAGE with the place where the text of a file is no JSON. */
bool json_refuse(struct error *error, const char *path, const json_error_t *why, const char *expected);

/* As json_dumps, with characters that a terminal obeys escaped, and json_dump_line with a newline at the end,
 * which takes the value. Caller frees; never NULL. */
char *json_dump_text(const json_t *value, size_t flags);
char *json_dump_line(json_t *value, size_t flags);

/* A text of an object, which keeps it; "" where it has none. */
const char *member_text(const json_t *object, const char *key);

/* Values of reports, each fresh; what is unknown is null. */

/* Text from outside may be no UTF-8; then its bytes beyond ASCII become '?'. Empty is null. */
json_t *text_json(const char *text);
json_t *texts_json(const char *const *texts, size_t count);

/* Not finite is null. */
json_t *number_json(double number);
