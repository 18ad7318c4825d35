/* SPDX-License-Identifier: MIT */
/* Reading a result JSON back, strictly: what comparisons, charts and reports need of it. */
#ifndef SCANBENCH_RESULTS_READ_H
#define SCANBENCH_RESULTS_READ_H

#include "implementation/implementation.h"
#include "results/record.h"
#include "statistics/series.h"
#include "json/node.h"

#include <jansson.h>

/* One result. The implementation is what the file says of it (name, primitive, family, axes), whether or not
 * this program has it; the point refers to it, so rows are never copied. */
struct result_row {
    struct implementation implementation;
    struct record record; /* the fields that the file has, the samples of all placements, by round, and of
                             launches when they began */
    double *rounds_s;     /* owned; those of the commonest placement, by round; of others NAN */
    double *samples_s;    /* owned; of the commonest placement alone, without NANs */
    size_t sample_count;
    double *launch_medians_s; /* owned; of the launches that tell one */
    size_t launch_count;
    size_t *launch_rounds; /* owned; of rounds_s, how many each launch has, whatever it says */
    size_t launches;
};

struct result_file {
    const char *path; /* borrowed */
    char *text;       /* owned; what root was read from */
    size_t length;
    json_t *root; /* owned; the rest points into it */
    const json_t *identity, *state;
    bool complete;
    bool edited;         /* since this program wrote it */
    const char *session; /* of turns with another run; NULL: none were taken */
    bool first;          /* of the two sides */
    struct result_row *rows;
    size_t row_count;
};

/* Read a file of schema scanbench-results, version 1; each of its members is of the type that this program
 * writes, so that who takes more of them from root need not ask again. Every error is EXIT_USAGE and one line
 * with its place: FILE:LINE:COLUMN: error: WHAT (/json/pointer); expected … . Members that are unknown here
 * are left alone: newer programs add some. Caller closes; after a failure there is nothing to close. */
bool results_read(struct result_file *file, const char *path, struct error *error);
void result_file_close(struct result_file *file);

/* For errors that have their place in the file; borrows from it. */
struct json_source result_source(const struct result_file *file);

/* The samples of a row, in the order of measurement. */
struct series result_samples(const struct result_row *row);

/* The same by round, for pairs. */
struct series result_rounds(const struct result_row *row);

/* Whether a row was measured: ok, with samples. row may be NULL. */
bool result_measured(const struct result_row *row);

#endif
