/* SPDX-License-Identifier: MIT */
/* The table of results for people. */
#ifndef SCANBENCH_TABLE_H
#define SCANBENCH_TABLE_H

#include "results/record.h"

#include <stdio.h>

/* A line a point, grouped by problem, the best of each size marked. No line is longer than width; 0: not a
 * terminal, no limit. */
void table_print(FILE *stream, const struct results *results, bool color, unsigned width);

/* The same in Markdown, whole. */
void table_markdown(FILE *stream, const struct results *results);

#endif
