/* SPDX-License-Identifier: MIT */
/* What is reported: each report_add_… adds relations to a report, which keeps what they are made of. What
 * they are about is borrowed until the report is closed. */
#pragma once

#include "analysis/analysis.h"
#include "measure/bench.h"
#include "report/relation.h"

#include <stdio.h>

/* What the printer of JSON prints, which the caller owns. */
json_t *report_json(const struct report *report);

/* ---- The columns of rows that begin with a pointer to a point, or to a record, which begins with one
 * (point_columns.c) */

/* No columns yet, for so many rows of so many bytes; no column or text has the axes that are hidden,
 * AXIS_BITs. What columns_add gets then may be a field: of CELL_TEXT, and without a name or heading, it looks
 * as the field does. */
struct columns columns_of_points(struct report *report, const void *rows, size_t row_bytes, size_t row_count,
                                 unsigned hidden);

/* Add those for people: the problem, which heads the rows, the size, and the algorithm with what tells it
 * from others; those for programs: a field each of what belongs to the point alone. */
void columns_add_points(struct columns *columns);
void columns_add_parameters(struct columns *columns);
enum { POINT_HEADS = 1 }; /* columns of columns_add_points that head the rows */

/* "scan u32 sum exclusive, cold cache": the problem of a point but for its size. */
char *point_problem_text(const struct point *point, char *text, size_t size);

/* ---- A result */

/* The answer: which algorithm to use, where that changes, by how much it leads, and how far to trust it, of
 * the records that meet the filter (NULL: all). all: every size and every failure, where there are many. */
void report_add_answer(struct report *report, const struct results *results, const struct filter *filter,
                       bool all);

/* What disturbed points, a row a kind of trouble, and what to do about it; nothing where all is good. */
void report_add_warnings(struct report *report, const struct results *results, const struct filter *filter);

/* A row a point, a column a field. */
struct records_source {
    const struct results *results;
    const struct filter *filter; /* NULL: all */
    /* For programs: names of fields with ',' between them, "all", or NULL: the usual ones and each other axis
     * that varies. */
    const char *columns;
};
void report_add_records(struct report *report, const struct records_source *source);

/* A result as one HTML file, fresh: the answer, claims, charts, every point in a table that sorts, and the
 * machine. It loads nothing from anywhere. */
struct html_chart {
    const char *name;
    char *svg; /* a whole SVG document */
};
char *html_page(const struct result_file *result, const struct filter *filter,
                const struct html_chart *charts, size_t chart_count);

/* Print a text inert and escaped, for an element or a quoted attribute of HTML. */
void html_text(FILE *file, const char *raw);

/* ---- Several results */

/* What became faster or slower: of all points, or of those that are not the same. */
void report_add_comparison(struct report *report, const struct comparison *comparison,
                           const struct result_file *base, const struct result_file *next, bool all);

/* Several results (at most COMPARISONS_MOST) beside one base: a row a point of the base, a time and a change
 * each. Paths are those of the results. */
enum { COMPARISONS_MOST = 8 };
void report_add_comparisons(struct report *report, const struct result_file *base,
                            const struct comparison *comparisons, const char *const *paths, size_t count);

/* ---- Claims, and exact counts */

/* The list for "claims" of a result, which the caller owns. */
json_t *claims_json(const struct claims *claims);

/* Append the claims that the JSON of a run or of counts has to a list, each with the folder of its path.
 * EXIT_USAGE where it is none, with its path. */
bool claims_append(json_t *claims, const json_t *result, const char *path, struct error *error);

/* What the claims of such a list come to, and a row a claim; of several folders each has a column for people.
 */
void report_add_claims(struct report *report, const json_t *claims);

/* Each run of the model and each phase of a kernel, then for people a line a point on a model, why some are
 * not ok, and what it comes to. with: times of the same algorithms at the largest size that was measured, on
 * whatever device (NULL: none); the fastest line of a problem comes first then. all: the phases are for
 * people too, and come first. */
void report_add_counts(struct report *report, const struct model_result *results, size_t count,
                       const struct results *with, bool all);

/* ---- For the preprocessor of C */

/* The parameters of what is fastest, a fresh text: for each problem a macro of n per parameter, for the
 * device of the results, and for every other one the parameters whose worst loss over all sizes is least. */
char *tile_header(const struct best *best, const char *device, const char *origin);

/* ---- Text that is wrapped between words (wrapped.c) */

/* Print a line, and what does not fit into width on further lines that begin with `indent` blanks. A word
 * that is longer than that gets a line of its own. 0: no limit. */
void wrapped_print(FILE *stream, const char *text, unsigned indent, unsigned width);

/* Of the terminal that a stream goes to; 0: none. */
unsigned wrapped_width(int descriptor);

/* Columns that a UTF-8 text takes on a terminal: ours has only narrow characters. */
unsigned wrapped_columns(const char *text);

/* The bytes of a text (not empty) that go on a line of width (not 0): all that fits, else up to the last of
 * these breaks, which belongs to it; a word without one is cut. */
size_t wrapped_part(const char *text, unsigned width, const char *breaks);

/* ---- How far a run or a check is: one line on a terminal, rewritten in place; elsewhere a line every ten
 * seconds (progress.c) */

/* Where progress is shown, and what was shown last. */
struct progress_view {
    FILE *stream;
    bool in_place;             /* it is a terminal */
    unsigned width;            /* of it; 0: unknown */
    double began_s, printed_s; /* by monotonic_s */
    double share;              /* of the time that all takes; it never falls */
};

/* Show what is done now, if a line is due, after how far all is by the time that is left (NAN: unknown): "
 * 41%
 * [####------]  0:14 of about 0:34  NOW". */
void progress_show(struct progress_view *view, double left_s, const char *now, double now_s);

/* "n=64Ki, process 2 of 3", or of a single process "n=64Ki, 12 of 340 points", cut to size. Returns text. */
char *progress_of_run(const struct runner_progress *progress, char *text, size_t size);

enum { PROGRESS_BYTES = 512 };

/* Make room for another line on a terminal. */
void progress_clear(const struct progress_view *view);
