/* SPDX-License-Identifier: MIT */
/* A comparison as a table for people, as CSV and as JSON. */
#ifndef SCANBENCH_COMPARISON_PRINT_H
#define SCANBENCH_COMPARISON_PRINT_H

#include "analysis/comparison.h"

#include <stdio.h>

/* For people: each row that is not the same (all with every), then the summary. On a narrow terminal the
 * numbers of a row stand below its name; width 0: no terminal. */
void comparison_print(FILE *stream, const struct comparison *comparison, bool every, bool color,
                      unsigned width);

/* Fresh texts that the caller frees; numbers %.17g in the C locale. */
char *comparison_csv(const struct comparison *comparison);
char *comparison_json(const struct comparison *comparison, const struct result_file *base,
                      const struct result_file *next);

#endif
