/* SPDX-License-Identifier: MIT */
/* What a run found, in sentences. */
#ifndef SCANBENCH_ANSWER_PRINT_H
#define SCANBENCH_ANSWER_PRINT_H

#include "analysis/best_problem.h"

#include <stdio.h>

/* For each problem and size the fastest, by what factor it is ahead and how sure that is; where more workers
 * begin to pay; the tiles that are never far off. Nothing where nothing was to be compared. No line is longer
 * than width, or than 80 where that is 0. */
void answer_print(FILE *stream, const struct results *results, bool color, unsigned width);

/* By what factor a size's fastest is ahead of the fastest that lost, a line of 80 columns, wrapped; no line
 * where none did. Names are without the axes of these bits. */
void answer_print_next(FILE *stream, const struct best_size *size, unsigned common);

/* Where more workers begin to pay, a line a number of workers. */
void answer_print_workers(FILE *stream, const struct best_problem *problem, unsigned width);

#endif
