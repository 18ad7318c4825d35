/* SPDX-License-Identifier: MIT */
/* One progress line on a terminal, rewritten in place. */
#ifndef SCANBENCH_PROGRESS_H
#define SCANBENCH_PROGRESS_H

#include "measure/runner.h"

#include <stdio.h>

/* No longer than width. */
void progress_print(FILE *stream, const struct runner_progress *progress, unsigned width);
void progress_clear(FILE *stream);

#endif
