/* SPDX-License-Identifier: MIT */
/* What the CSV that a chart is drawn from has: its rows are times, exact counts or a history. */
#ifndef SCANBENCH_CSV_CONTENTS_H
#define SCANBENCH_CSV_CONTENTS_H

#include "base/error.h"

#include <stddef.h>

/* Each is drawn by kinds of charts of its own. */
enum csv_contents { CONTENTS_TIMES, CONTENTS_COUNTS, CONTENTS_HISTORY, CONTENTS_KINDS };

extern const struct csv_contents_info {
    const char *text;   /* "exact counts" */
    const char *column; /* that no others have, and that a kind which draws them needs; NULL: none */
    const char *ending; /* of the file's name, what its charts are not called after */
} csv_contents_info[CONTENTS_KINDS];

/* The first line of a CSV, without its end; the caller frees. All cells are UTF-8 without control characters,
 * and each line that is not empty has as many; or NULL: EXIT_USAGE with the place, or that it cannot be read.
 */
char *csv_contents_header(const char *path, struct error *error);

/* Whether names that are separated by commas have this one, of so many letters. */
bool csv_has_column(const char *columns, const char *name, size_t length);

/* What a CSV with these columns has, or a kind that needs them draws. */
enum csv_contents csv_contents_of(const char *columns);

/* How many letters of a CSV's name those of its charts start with: of "a.csv" and "a-counts.csv" 1, of
 * "history.csv" 0. */
int csv_contents_stem(enum csv_contents contents, const char *name);

#endif
