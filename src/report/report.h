/* SPDX-License-Identifier: MIT */
/* Results as CSV, JSON and a table; progress for people. */
#ifndef SCANBENCH_REPORT_H
#define SCANBENCH_REPORT_H

#include "machine/machine.h"
#include "measure/runner.h"
#include "sweep/config.h"

#include <stdio.h>

struct claims;

/* What a report says beside the records; all borrowed. */
struct report_context {
    const struct config *config;
    const struct machine *machine;
    int argc;
    char **argv;
    const char *const *warnings;
    size_t warning_count;
    const struct claims *claims; /* NULL: the config makes none */
};

/* Each returns a fresh text that the caller frees, NULL when memory is out. Numbers are %.17g in the C locale
 * whatever the locale is. */
char *csv_text(const struct results *results, const struct report_context *context);
char *json_text(const struct results *results, const struct report_context *context);

/* The table for people: a line a point, grouped by problem, the best of each size marked. No line is longer
 * than width; 0: not a terminal, no limit. */
void table_print(FILE *stream, const struct results *results, bool color, unsigned width);

/* Write results/<name>-<UTC time>.{csv,json} under `directory` (made before), then point <name>.csv and
 * <name>.json at them. stem receives the path without ending. EXIT_OUTPUT. */
bool report_write(const struct results *results, const struct report_context *context, const char *directory,
                  char *stem, size_t stem_size, struct error *error);

/* One progress line on a terminal, rewritten in place; cleared by progress_clear. */
void progress_print(FILE *stream, const struct runner_progress *progress, unsigned width);
void progress_clear(FILE *stream);

#endif
