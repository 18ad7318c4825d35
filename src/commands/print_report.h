/* SPDX-License-Identifier: MIT */
/* Printing a report as --format says, and the answer of a result for the run that measured it and for `show`.
 */
#pragma once

#include "commands/line/options.h"
#include "report/relation.h"
#include "results/record.h"
#include "sweep/filter.h"

/* Print to standard output, or nothing with --format none. EXIT_OUTPUT. */
bool print_report(const struct report *report, const struct options *options, struct error *error);

/* What is answered about; all borrowed. */
struct answer_source {
    const struct results *results;
    const struct filter *filter; /* NULL: all */
    const char *path;            /* for errors; NULL: nothing to show is no error */
};

/* The same as a fresh text of a printer, for a file. */
char *answer_text(const struct answer_source *answered, const struct options *options, enum printers printer);

/* CSV has the rows; other formats the answer, with --all the rows behind it. EXIT_USAGE where there is
 * nothing to show; EXIT_OUTPUT. */
bool print_answer(const struct answer_source *answered, const struct options *options, struct error *error);
