/* SPDX-License-Identifier: MIT */
/* What a check found, and printing it. */
#pragma once

#include "check/check.h"
#include "commands/line/options.h"
#include "report/relation.h"

enum { REPEAT_BYTES = 512 };

/* What became of an implementation. */
struct checked {
    const struct implementation *implementation;
    size_t cases, wrong;
    enum checked_verdict {
        CHECKED_WRONG,
        CHECKED_NOTHING,
        CHECKED_PART,
        CHECKED_OK,
        CHECKED_VERDICTS
    } verdict;
    char what[sizeof((struct checker_result *)NULL)->finding]; /* is wrong, or was not run, and why */
    char repeat[REPEAT_BYTES];                                 /* the command that finds it again */
};

struct check_findings {
    char device[CELL_BYTES]; /* that it ran on; "": the host */
    struct checked *list;
    size_t count, cases, wrong; /* wrong: implementations */
    double time_s;
};

/* What a result says of an implementation that was checked with these options. */
struct checked checked_make(const struct options *options, const struct implementation *implementation,
                            const struct checker_result *result);

/* Print what is wrong in sentences, then a table of what was not run; with options->all and for programs all.
 * The list is sorted. EXIT_OUTPUT. */
bool check_findings_print(struct check_findings *found, const struct options *options, struct error *error);
