/* SPDX-License-Identifier: MIT */
/* Printing the answer of a result, for the run that measured it and for `show`. */
#pragma once

#include "commands/line/options.h"
#include "results/record.h"
#include "sweep/filter.h"

/* What is answered about; all borrowed. */
struct answer_source {
    const struct results *results;
    const struct machine *machine; /* NULL: unknown */
    const struct filter *filter;   /* NULL: all */
    const char *path;              /* for errors; NULL: nothing to show is no error */
};

/* The rows as CSV, with the columns of the options; a fresh text. */
char *answer_csv(const struct results *results, const struct machine *machine, const struct options *options);

/* CSV has the rows; other formats the answer, with --all the rows behind it. EXIT_USAGE where there is
 * nothing to show; EXIT_OUTPUT. */
bool print_answer(const struct answer_source *answered, const struct options *options, struct error *error);
