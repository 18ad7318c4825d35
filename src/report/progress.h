/* SPDX-License-Identifier: MIT */
/* How far a run is: one line on a terminal, rewritten in place; elsewhere a line every ten seconds. */
#pragma once

#include "measure/runner.h"

#include <stdio.h>

/* Where progress is shown, and what was shown last. */
struct progress_view {
    FILE *stream;
    bool in_place;             /* it is a terminal */
    unsigned width;            /* of it; 0: unknown */
    double began_s, printed_s; /* by monotonic_s */
    double share;              /* of the time that all takes; it never falls */
};

/* Show it at this moment, if a line is due: " 41%  [####------]  0:14 of about 0:34  process 2 of 3, 12/340
 * …". */
void progress_show(struct progress_view *view, const struct runner_progress *progress, double now_s);

/* Make room for another line on a terminal. */
void progress_clear(const struct progress_view *view);

/* "  0:07 left", "  1:02:03 left"; empty while unknown. */
void progress_left_text(double left_s, char *text, size_t size);
