/* SPDX-License-Identifier: MIT */
/* What an implementation does, costs and needs, and where it comes from. */
#pragma once

#include "implementation/implementation.h"

#include <jansson.h>

/* As prose on standard output, in lines of 80 columns. */
void describe_print(const struct implementation *implementation);

/* Phases, costs and algorithms within a group as a fresh object. */
json_t *describe_json(const struct implementation *implementation);
