/* SPDX-License-Identifier: MIT */
/* Results as CSV, JSON and a table; progress for people. */
#ifndef SCANBENCH_REPORT_H
#define SCANBENCH_REPORT_H

#include "machine/machine.h"
#include "measure/runner.h"
#include "sweep/config.h"

#include <stdio.h>

struct claims;

/* The options that, with the config, make a plan; all borrowed, NULL where none was given. */
struct invocation {
    const char *const *settings; /* --set */
    size_t setting_count;
    const char *filter, *isa, *topology;
    bool smoke;
};

/* What a report says beside the records; all borrowed. */
struct report_context {
    const struct config *config;
    const struct machine *machine;
    int argc;
    char **argv;
    const char *const *warnings;
    size_t warning_count;
    const struct claims *claims;         /* NULL: the config makes none */
    const struct invocation *invocation; /* NULL: no options */
    const struct turns *turns;           /* taken with another run; NULL: none */
};

/* Each returns a fresh text that the caller frees, NULL when memory is out. Numbers are %.17g in the C locale
 * whatever the locale is. */
char *json_text(const struct results *results, const struct report_context *context);

/* The table for people: a line a point, grouped by problem, the best of each size marked. No line is longer
 * than width; 0: not a terminal, no limit. */
void table_print(FILE *stream, const struct results *results, bool color, unsigned width);

/* A fresh "<directory>/<name>-<UTC time>", with -2, -3 … behind it where a run of the same second has that:
 * the path of a run's files without their ending. EXIT_OUTPUT. */
bool report_stem(const char *directory, const char *name, char *stem, size_t size, struct error *error);

/* Write <stem>.csv and .json, then point <name>.csv and <name>.json beside them at them. EXIT_OUTPUT. */
bool report_write(const struct results *results, const struct report_context *context, const char *stem,
                  struct error *error);

/* One progress line on a terminal, rewritten in place; cleared by progress_clear. */
void progress_print(FILE *stream, const struct runner_progress *progress, unsigned width);
void progress_clear(FILE *stream);

#endif
