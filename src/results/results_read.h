/* SPDX-License-Identifier: MIT */
/* Reading a result JSON back, strictly: what comparisons, charts and reports need of it. */
#pragma once

#include "results/record.h"
#include "json/node.h"

#include <jansson.h>

struct result_file {
    const char *path; /* borrowed, of the next where the file was read */
    char *read_from;  /* owned */
    char *text;       /* owned; what root was read from */
    size_t length;
    json_t *root; /* owned; the rest points into it */
    const json_t *identity, *state;
    bool edited;         /* since this program wrote it, or it does not say how it was */
    const char *session; /* of turns with another run; NULL: none were taken */
    bool first;          /* of the two sides */
    struct results results;
    struct implementation *described; /* owned; what the file says of the implementation of each record,
                                         whether or not this program has it */
};

/* Read a file of schema scanbench-results and of this version; each of its members is of the type that this
 * program writes, so that who takes more of them from root need not ask again. Every error is EXIT_USAGE and
 * one line with its place: FILE:LINE:COLUMN: error: WHAT (/json/pointer); expected … . Members that are
 * unknown here are left alone: newer programs add some. Caller closes; after a failure there is nothing to
 * close. */
bool results_read(struct result_file *file, const char *path, struct error *error);
void result_file_close(struct result_file *file);

/* For errors that have their place in the file; borrows from it. */
struct json_source result_source(const struct result_file *file);
