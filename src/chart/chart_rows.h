/* SPDX-License-Identifier: MIT */
/* The rows of results that a chart draws, and the parameters that tell them apart. */
#pragma once

#include "results/result_file.h"
#include "sweep/config_plots.h"

enum { CHART_NAME = 512, PARAMETER_TEXT = 128 };

/* What a line may be named by: an axis, or which of several results it is of. */
enum { PARAMETER_RESULT = AXIS_COUNT, PARAMETERS };
#define PARAMETER_BIT(parameter) (UINT64_C(1) << (parameter))

/* A result and what the chart calls it; both borrowed. */
struct chart_source {
    const struct result_file *file;
    const char *name;
};

struct chart_sources {
    const struct chart_source *all; /* borrowed */
    size_t count;
};

enum chart_unit { UNIT_BYTES, UNIT_ELEMENTS, UNIT_TIME, UNIT_COUNT };

/* A measured point, or a counter of a point. */
struct chart_row {
    const struct record *record; /* borrowed from its result, or from the rows */
    size_t source;
    const char *counter;           /* its title; NULL: it is a time */
    double value, low, high, peak; /* in the unit of the chart: GB/s, 10⁹ elements/s, s; NAN: none */
};

struct chart_rows {
    struct chart_sources sources;
    enum chart_unit unit;
    struct chart_row *all;
    size_t count;
    struct counted *counted;     /* owned; of exact counts */
    unsigned sizes_left_out;     /* of the problem with the most sizes */
    size_t distinct[PARAMETERS]; /* values among the rows that have it */
    size_t lacking[PARAMETERS];  /* rows without it */
    char *only[PARAMETERS];      /* owned; the value of the first row that has it; NULL: none does */
};

/* Select the rows that a plot draws: measured, met by its filter, with its x axis, at most so many sizes a
 * problem; rows of limits only where nothing else solves the problem; or what was counted. EXIT_USAGE with
 * what is missing. Caller closes, also after a failure. */
bool chart_rows_make(struct chart_rows *rows, struct chart_sources sources, const struct config_plot *plot,
                     struct error *error);
void chart_rows_close(struct chart_rows *rows);

/* Add a row. */
void chart_row_add(struct chart_rows *rows, struct chart_row row);

/* A time of a row in the unit of the chart; NAN: none. */
double row_value(const struct chart_rows *rows, const struct record *record, double seconds);

/* Whether a row is better than another of its kind. */
bool row_is_better(const struct chart_rows *rows, const struct chart_row *a, const struct chart_row *b);

/* The axis of a name that a kind has; AXIS_COUNT: there is none. */
enum axis chart_axis(const char *name);

/* The value of a row as a text, "" where it has none. */
const char *row_parameter(const struct chart_rows *rows, const struct chart_row *row, unsigned parameter,
                          char text[PARAMETER_TEXT]);

/* "group/lookback raking T=256": the algorithm, and of the row what varies between rows, but for these
 * PARAMETER_BITs. Returns name. */
char *row_line_name(const struct chart_rows *rows, const struct chart_row *row, uint64_t but,
                    char name[CHART_NAME]);

/* "2 workers", "cuda:0 selectivity 0.5": where and on how much a row ran, but for an axis. Returns name. */
char *row_where(const struct chart_rows *rows, const struct chart_row *row, enum axis but,
                char name[CHART_NAME]);

/* "scan u32 sum exclusive". Returns name. */
char *row_problem(const struct chart_row *row, char name[CHART_NAME]);

/* "T=256 · 2 workers · huge pages": the parameters that all rows share and that the chart need not repeat.
 * Returns name. */
char *rows_common(const struct chart_rows *rows, char name[CHART_NAME]);

/* Add a word to a name, after `between` unless it is the first. */
void name_add(char name[CHART_NAME], const char *between, const char *word);
