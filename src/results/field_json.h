/* SPDX-License-Identifier: MIT */
/* Fields as JSON. */
#pragma once

#include "results/fields.h"

#include <jansson.h>

/* Add the fields of a group to an object. */
void fields_add(json_t *object, enum field_group group, const struct field_source *source);

/* The names of flags as a list. */
json_t *flags_json(unsigned flags);
