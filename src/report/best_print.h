/* SPDX-License-Identifier: MIT */
/* What is best, as a table for people. */
#ifndef SCANBENCH_BEST_PRINT_H
#define SCANBENCH_BEST_PRINT_H

#include "analysis/best_problem.h"

#include <stdio.h>

void best_print(FILE *stream, const struct best *best, bool color);

#endif
