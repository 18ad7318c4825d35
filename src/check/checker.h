/* SPDX-License-Identifier: MIT */
/* The checking engine: an implementation on every awkward case, in guarded and poisoned memory, without
 * timing. */
#pragma once

#include "check/cases.h"

struct checker_result;
struct checker_options {
    struct case_extent extent;
    struct ranks_bench *met; /* of the first rank: them, with workers started; NULL: none */
    unsigned hang_s;         /* that a case may take; 0: two minutes */
    uint64_t seed;
    /* How far it is, several times a second, from the process that waits for it. NULL: nobody wants to know.
     */
    void (*progress)(void *context, const struct checker_result *result);
    void *context;
};

struct checker_result {
    size_t cases, wrong;
    unsigned limit_s;   /* that what runs may take, by the alarm of the child; 0: none */
    bool building;      /* the kernels of the case that runs */
    char refused[320];  /* what the device or machine lacks for some, or all; "": nothing */
    char now[320];      /* the case that runs, or ran last */
    char finding[640];  /* the first wrong case and what was wrong with it */
    struct point point; /* of that case, or of the last one */
};

/* Run every case twice: the input against the front guard and the output against the back one, poisoned, then
 * the other way round, poisoned with the complement; the input is read-only. Where the implementation works
 * in place, run it once more so. An access outside kills the process, or with a device is found after the
 * run; there a failure ends the walk, since nothing can be said of what comes after it. False only when the
 * system refuses memory, workers or the device (EXIT_SYSTEM): wrong answers are in the result. The child of
 * checker_run_isolated does this; tests do it in their own process, where a sanitizer looks on. */
bool checker_run(const struct implementation *implementation, const struct checker_options *options,
                 struct checker_result *result, struct error *error);

/* How many cases that will be, but for those that a device refuses. */
size_t checker_count(const struct implementation *implementation, const struct checker_options *options);

/* Give what comes next as long as a case may take: SIGALRM ends it. */
void checker_watch(const struct checker_options *options, struct checker_result *result);

/* Say that a case is what runs now, and give it its time. */
void checker_begin_case(const struct checker_options *options, struct checker_result *result,
                        const struct point *point, enum case_data data);

/* Note what is wrong with the case that runs, and how it was run. */
void checker_note_wrong(struct checker_result *result, const char *how, const char *what);
