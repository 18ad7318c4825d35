/* SPDX-License-Identifier: MIT */
/* What the files of this room share: cells as texts, the printers, and the columns of points. */
#pragma once

#include "report/report.h"

/* ---- Cells (cell_text.c). Text has room for CELL_BYTES. Each returns it. */

/* For people, inert: "1.23 us", "64Ki", "+5.0%"; "" where it is missing. */
char *cell_text(const struct relation *relation, size_t row, size_t column, char *text);

/* For programs: "%.17g", whole numbers and texts as they are; "" where it is missing. Not inert. */
char *cell_exact(const struct relation *relation, size_t row, size_t column, char *text);

/* A number of a kind as people read it; an interval of such, "[+26%, +31%]", "" where there is none. */
char *cell_value_text(enum cell_kind kind, double number, char *text);
char *cell_interval_text(enum cell_kind kind, struct interval interval, char *text);

/* Whether the cells of a column are aligned at the right, as numbers are. */
bool column_is_number(const struct column *column);

/* The columns that people read in the table: with a heading and a value, and not said above the rows. draws:
 * samples too. Caller frees. */
size_t *relation_shown(const struct relation *relation, bool draws, size_t *count);

/* The title of a relation with what all its rows share; "" for none. Text has room for CELL_BYTES. Returns
 * text. */
char *relation_title(const struct relation *relation, char *text);

/* The values above a row, where they are not those above the row before it; "" otherwise. Returns text. */
char *relation_head(const struct relation *relation, size_t row, char *text);

/* The next line of a note, inert; *rest then is what follows it. Line has room for CELL_BYTES. False: none is
 * left. */
bool note_line(const char **rest, char *line);

/* ---- Claims of results, each an object of JSON (claims_report.c) */

/* What is claimed and what was found, of a row that points to a claim. */
void claim_get_claimed(const struct column *column, const void *row, struct cell *cell);
void claim_get_found(const struct column *column, const void *row, struct cell *cell);

/* ---- Claims of several folders, one for each machine (claims_by_folder.c) */

/* Whether they are of more than one. */
bool claims_have_folders(const json_t *claims);

/* Add a row for each claim, with a column for each folder, for people. */
void report_add_claims_by_folder(struct report *report, const json_t *claims);

/* ---- Printers (print_table.c, print_data.c, print_markup.c). A table alone has a look: a line of it is
 * wider than look->width only where columns that do not yield are. A column that readers miss is named below
 * the tables. */
void print_table(FILE *stream, const struct report *report, const struct print_look *look);
void print_csv(FILE *stream, const struct report *report, const struct print_look *look);
void print_json(FILE *stream, const struct report *report, const struct print_look *look);
void print_markdown(FILE *stream, const struct report *report, const struct print_look *look);
void print_latex(FILE *stream, const struct report *report, const struct print_look *look);
void print_html(FILE *stream, const struct report *report, const struct print_look *look);

/* ---- Rows that have a point (point_columns.c) */

/* What their columns need to know. */
struct point_cells {
    unsigned hidden;       /* AXIS_BITs of what no column has */
    unsigned common;       /* of what all rows that have it share, which the problem says */
    char common_text[128]; /* " avx512 2w" */
};

/* A column as it is, or that of its field. */
struct column column_of_points(const struct column *column, const struct point_cells *cells);

/* "threads/chained T=256 2w": the algorithm with the parameters that are not common, AXIS_BITs. */
char *point_algorithm_text(const struct point *point, unsigned common, char *text, size_t size);

/* What to use of a problem, what more workers gain, the safest tile, and a row a size. all: of many sizes,
 * too. Returns whether it is undecided at a size which algorithm leads. */
bool report_add_winners(struct report *report, const struct best_problem *problem, bool all);
