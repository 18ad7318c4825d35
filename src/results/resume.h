/* SPDX-License-Identifier: MIT */
/* What a run that was cut short left in its journal: its plan and its finished points. */
#pragma once

#include "results/journal.h"

#include <jansson.h>

/* Caller-owned; all zero is closed. */
struct resume {
    char *path;
    json_t *head; /* the first line that is whole */
    FILE *lines;  /* after the head */
    char *text;   /* the line that was read last */
    size_t text_length;
    off_t length; /* of the lines that were read, damaged ones too; what is torn is not */
    size_t line_count, damaged_count, damaged_first; /* of them; counted from 1 */
    int descriptor;                                  /* locked; −1: none */
    bool writable;
    char *config_text;         /* owned; the effective config */
    const char *config_sha256; /* borrowed from head; "": unknown */
    size_t points;
    const char *utc;      /* when the run began, borrowed from head; NULL: unknown */
    struct effort effort; /* of all that was measured up to the last line, once that is read */
};

/* Read the head of a journal, or of the one beside the JSON of a run. EXIT_USAGE for a file that cannot be
 * read, that is no journal and has none beside it, or that is in use by another run. Caller closes, also
 * after a failure. */
bool resume_open(struct resume *resume, const char *path, struct error *error);

/* Whether the plugins that it was measured with are loaded. EXIT_UNSTABLE with the first that is not. */
bool resume_plugins(const struct resume *resume, struct error *error);

/* Whether this program on this machine would measure the same: the pending results of the plan that was made
 * again, and the context they would be reported in. EXIT_UNSTABLE with what differs: not comparable. */
bool resume_match(const struct resume *resume, const struct results *results,
                  const struct report_context *context, struct error *error);

/* Read the finished points into the pending records of the launches. Lines that are damaged, and a last one
 * that is torn, are passed over: their points stay pending. EXIT_USAGE for anything else that does not fit
 * the plan. */
bool resume_records(struct resume *resume, struct results *launches, size_t launch_count,
                    struct error *error);

/* Hand the journal over, to go on in it. EXIT_OUTPUT when it cannot be written. */
bool resume_continue(struct resume *resume, struct journal *journal, struct error *error);

/* A line on what was damaged, fresh; NULL where nothing was. */
char *resume_damage(const struct resume *resume);

void resume_close(struct resume *resume);
