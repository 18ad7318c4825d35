/* SPDX-License-Identifier: MIT */
/* How far a run or a check is: one line on a terminal, rewritten in place; elsewhere a line every ten
 * seconds. */
#pragma once

#include "measure/bench.h"

#include <stdio.h>

/* Where progress is shown, and what was shown last. */
struct progress_view {
    FILE *stream;
    bool in_place;             /* it is a terminal */
    unsigned width;            /* of it; 0: unknown */
    double began_s, printed_s; /* by monotonic_s */
    double share;              /* of the time that all takes; it never falls */
};

/* Show what is done now, if a line is due, after how far all is by the time that is left (NAN: unknown): "
 * 41%
 * [####------]  0:14 of about 0:34  NOW". */
void progress_show(struct progress_view *view, double left_s, const char *now, double now_s);

/* "process 2 of 3, 12/340  scan serial …", cut to size. Returns text. */
char *progress_of_run(const struct runner_progress *progress, char *text, size_t size);

enum { PROGRESS_BYTES = 512 };

/* Make room for another line on a terminal. */
void progress_clear(const struct progress_view *view);
