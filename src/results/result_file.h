/* SPDX-License-Identifier: MIT */
/* The JSON of a result: the fields of every record, every raw sample, what they were measured with and on,
 * and the digest that the text has of itself, by which an edited one is known. One writer, and one strict
 * reader.
 */
#pragma once

#include "machine/machine.h"
#include "results/record.h"
#include "sweep/config.h"
#include "json/node.h"

#include <jansson.h>

/* Of the file: since it has a digest, and a line for each result. */
enum { RESULTS_VERSION = 2 };
extern const char results_schema[];

/* Turns that were taken with another run. */
struct session {
    const char *name; /* borrowed; names both runs */
    bool first;       /* has the first turn */
    bool broken;      /* the other run ended before: what was measured is no pair */
};

/* What a report says beside the records; all borrowed. */
struct report_context {
    const struct config *config;
    const struct machine *machine;
    int argc;
    char **argv;
    const char *const *warnings;
    size_t warning_count;
    json_t *claims;                /* NULL: the config makes none */
    const struct session *session; /* NULL: no turns */
};

/* A fresh text that the caller frees. Numbers are those of the C locale whatever the
 * locale is. */
char *json_text(const struct results *results, const struct report_context *context);

/* The 64 digits of the digest, which is among the first members of the file, before they are known. */
extern const char digest_blank[];

/* Put the digest of the whole text, in which its own digits are 0, in their place. A text without the member
 * stays as it is. */
void digest_fill(char *text);

/* Whether a text has no digest, or one that is not of it. */
bool digest_is_wrong(const char *text, size_t length);

struct result_file {
    const char *path; /* borrowed, of the next where the file was read */
    char *read_from;  /* owned */
    char *text;       /* owned; what root was read from */
    size_t length;
    json_t *root; /* owned; the rest points into it */
    const json_t *identity, *state;
    bool is_counts;      /* exact counts, of which root alone is read */
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

/* The same of the text of a file at this path, which it takes. */
bool results_parse(struct result_file *file, const char *path, char *text, struct error *error);

/* The same of a file, or of exact counts their JSON. */
bool results_or_counts_read(struct result_file *file, const char *path, struct error *error);
void result_file_close(struct result_file *file);

/* For errors that have their place in the file; borrows from it. */
struct json_source result_source(const struct result_file *file);
