/* SPDX-License-Identifier: MIT */
/* Parsing JSON so that memory that ran out is not mistaken for bad text. */
#ifndef SCANBENCH_JSON_LOAD_H
#define SCANBENCH_JSON_LOAD_H

#include <jansson.h>
#include <stdbool.h>

/* As json_loadb with duplicate keys rejected and these flags; NULL, with *refused, where memory was short:
 * jansson itself then often reports a syntax error, or drops characters. Not for several threads at once. */
json_t *json_load(const char *text, size_t length, size_t flags, json_error_t *why, bool *refused);

#endif
