/* SPDX-License-Identifier: MIT */
/* One progress line on a terminal, rewritten in place. */
#ifndef SCANBENCH_PROGRESS_H
#define SCANBENCH_PROGRESS_H

#include "measure/runner.h"

#include <stdio.h>

/* No longer than width. */
void progress_print(FILE *stream, const struct runner_progress *progress, unsigned width);
void progress_clear(FILE *stream);

/* "  0:07 left", "  1:02:03 left"; empty while unknown. */
void progress_left_text(double left_s, char *text, size_t size);

#endif
