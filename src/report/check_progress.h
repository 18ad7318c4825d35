/* SPDX-License-Identifier: MIT */
/* How far `check` is: a line on a terminal, rewritten in place; elsewhere a line every ten seconds. */
#pragma once

#include "check/checker.h"

#include <stdio.h>

struct check_progress {
    FILE *stream;
    bool in_place;                 /* it is a terminal */
    unsigned width;                /* of it */
    size_t implementations, cases; /* all of them */
    size_t done, cases_done;       /* those before the one that is checked now */
    const char *name;              /* of that one */
    double start_s, shown_s;       /* by monotonic_s: when the first began, and when it was shown last */
};

/* Show before the first of them how many have had their cases counted, if nothing was shown just now. */
void check_progress_count(struct check_progress *progress, size_t counted);

/* Show it, if that was not done just now: the line of a result so far, with the time that is left. */
void check_progress_show(struct check_progress *progress, const struct checker_result *result);

/* Make room for another line. */
void check_progress_clear(const struct check_progress *progress);

/* The line, cut to `size`, for `now_s` of monotonic_s. */
void check_progress_line(const struct check_progress *progress, const struct checker_result *result,
                         double now_s, char *line, size_t size);
