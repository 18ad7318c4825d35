/* SPDX-License-Identifier: MIT */
/* Results as JSON: the fields of every record, every raw sample, and what they were measured with and on; and
 * the digest that the text has of itself, by which an edited one is known. */
#pragma once

#include "machine/machine.h"
#include "results/record.h"
#include "sweep/config.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Of the file: since it has a digest, and a line for each result. */
enum { RESULTS_VERSION = 2 };
extern const char results_schema[];

/* Turns that were taken with another run. */
struct session {
    const char *name; /* borrowed; names both runs */
    bool first;       /* has the first turn */
    bool broken;      /* the other run ended before: what was measured is no pair */
};

/* Files beside the JSON, which nothing reads back. */
struct report_exports {
    unsigned endings; /* bits 1 << an index of report_endings */
    /* The text of one, fresh, once the JSON stands there; NULL with the error. */
    char *(*text)(const void *context, size_t ending, struct error *error);
    const void *context;
};

/* What a report says beside the records; all borrowed. */
struct report_context {
    const struct config *config;
    const struct machine *machine;
    int argc;
    char **argv;
    const char *const *warnings;
    size_t warning_count;
    json_t *claims;                       /* NULL: the config makes none */
    const struct session *session;        /* NULL: no turns */
    const struct report_exports *exports; /* NULL: none */
};

/* A fresh text that the caller frees. Numbers are %.17g in the C locale whatever the
 * locale is. */
char *json_text(const struct results *results, const struct report_context *context);

/* The 64 digits of the digest, which is among the first members of the file, before they are known. */
extern const char seal_blank[];

/* Put the digest of the whole text, in which its own digits are 0, in their place. A text without the member
 * stays as it is. */
void seal_close(char *text);

/* Whether a text has no digest, or one that is not of it. */
bool seal_broken(const char *text, size_t length);
