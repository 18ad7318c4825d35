/* SPDX-License-Identifier: MIT */
/* A config of the command line on its way to results: its plan, its records, its journal. */
#pragma once

#include "commands/line/options.h"
#include "results/resume.h"
#include "sweep/plan.h"

struct job {
    struct config config;
    struct plan plan;
    struct results *launches; /* config.measure.processes */
    struct resume *resume;    /* borrowed; NULL: a fresh run */
    struct journal journal;
    struct effort before;    /* of the run to resume */
    char stem[JOURNAL_PATH]; /* of the files; "" with --output - */
};

/* Read the config that a command follows: of a file, or with a NULL path the text, which is of
 * options->primitive. Options that are members of it, as --set and --filter, replace them. EXIT_USAGE. Caller
 * closes; after a failure there is nothing to close. */
bool effective_config(struct config *config, const char *path, const char *text,
                      const struct options *options, struct error *error);

/* Read the config of a file, or of what an earlier run left, or with both NULL of options->primitive and its
 * axes. EXIT_USAGE. Caller closes; after a failure there is nothing to close. */
bool job_read(struct job *job, const char *path, struct resume *resume, const struct options *options,
              struct error *error);

/* Plan it, and settle the config. EXIT_USAGE, EXIT_SYSTEM. */
bool job_plan(struct job *job, const struct options *options, const struct machine *machine,
              struct error *error);

/* Make the records, read the finished ones of an earlier run, open the journal. The context is the one that
 * the results will be reported in. EXIT_UNSTABLE where the earlier run is not comparable, EXIT_OUTPUT. */
bool job_start(struct job *job, const struct options *options, const struct report_context *context,
               struct error *error);

void job_close(struct job *job);

/* Whether the options ask for files. */
bool job_has_files(const struct options *options);

/* The folder of the files: --output, or that of the run to resume. */
const char *job_directory(const struct options *options, char *buffer, size_t size);

/* Whether that is one that was asked for, now or when the run to resume was started. */
bool job_in_own_folder(const struct options *options);
