/* SPDX-License-Identifier: MIT */
/* How far a run is: one line on a terminal, rewritten in place; elsewhere a line every ten seconds. */
#pragma once

#include "measure/runner.h"

#include <stdio.h>

/* No longer than width. */
void progress_print(FILE *stream, const struct runner_progress *progress, unsigned width);
void progress_clear(FILE *stream);

/* When the last line was printed, or the run began. */
struct progress_lines {
    double printed_s;
};

/* A line of its own where ten seconds have passed since the last, which it notes. */
void progress_line(FILE *stream, const struct runner_progress *progress, double now_s,
                   struct progress_lines *lines);

/* "  0:07 left", "  1:02:03 left"; empty while unknown. */
void progress_left_text(double left_s, char *text, size_t size);
