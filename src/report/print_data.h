/* SPDX-License-Identifier: MIT */
/* Relations for programs. */
#pragma once

#include "report/relation.h"

#include <jansson.h>

/* Of the first relation that is no single row. */
void print_csv(FILE *stream, const struct relations *report, const struct print_look *look);
void print_json(FILE *stream, const struct relations *report, const struct print_look *look);

/* What print_json prints, which the caller owns. */
json_t *report_json(const struct relations *report);
