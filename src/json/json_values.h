/* SPDX-License-Identifier: MIT */
/* Values of reports as JSON, each fresh; what is unknown is null. */
#pragma once

#include <jansson.h>
#include <stddef.h>

/* Text from outside may be no UTF-8; then its bytes beyond ASCII become '?'. Empty is null. */
json_t *text_json(const char *text);
json_t *texts_json(const char *const *texts, size_t count);

/* Not finite is null. */
json_t *number_json(double number);
