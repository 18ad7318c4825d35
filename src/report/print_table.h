/* SPDX-License-Identifier: MIT */
/* Relations for a terminal. */
#pragma once

#include "report/relation.h"

/* No line is wider than look->width. */
void print_table(FILE *stream, const struct relations *report, const struct print_look *look);
