/* SPDX-License-Identifier: MIT */
/* Results as CSV: RFC 4180 with LF, one header row, one row a record; and cells for other tables. */
#pragma once

#include "results/fields.h"

#include <stdio.h>

/* One cell each, without a comma: a text, quoted where it must be; a number, NaN where it is not finite. The
 * stream is in the C locale. */
void csv_write_text(FILE *file, const char *text);
void csv_write_number(FILE *file, double number);

/* A fresh text that the caller frees. Numbers are %.17g in the C locale whatever the
 * locale is. */
char *csv_text(const struct results *results, const struct machine *machine);
