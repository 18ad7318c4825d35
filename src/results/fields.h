/* SPDX-License-Identifier: MIT */
/* The one list of what a result holds: its columns in CSV, its members in JSON, how both are read back, and
 * how several launches are joined. */
#pragma once

#include "results/field.h"

extern const struct field fields[];
extern const size_t field_count;
