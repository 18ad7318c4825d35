/* SPDX-License-Identifier: MIT */
/* JSON from text and to text so that memory that ran out is not mistaken for something else. */
#ifndef SCANBENCH_JSON_LOAD_H
#define SCANBENCH_JSON_LOAD_H

#include <jansson.h>
#include <stdbool.h>

/* As json_loadb with duplicate keys rejected and these flags; NULL, with *refused, where memory was short.
 * Not for several threads at once. */
json_t *json_load(const char *text, size_t length, size_t flags, json_error_t *why, bool *refused);

/* A text as JSON; NULL where it is not UTF-8, or, with *refused, where memory was short. */
json_t *json_load_string(const char *text, bool *refused);

/* As json_dumps; NULL where memory was short. Caller frees. */
char *json_dump_text(const json_t *value, size_t flags);

#endif
