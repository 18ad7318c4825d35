/* SPDX-License-Identifier: MIT */
/* What an implementation does, costs and needs, and where it comes from. */
#pragma once

#include "implementation/implementation.h"

#include <jansson.h>

/* As prose on standard output, in lines of 80 columns. */
void describe_print(const struct implementation *implementation);

/* The same as a fresh object: phases, costs, algorithms within a group. */
json_t *describe_json(const struct implementation *implementation);
