/* SPDX-License-Identifier: MIT */
/* The value of a cell as people read it, and as programs do. */
#pragma once

#include "report/relation.h"
#include "statistics/statistics.h"

/* For people, inert: "1.23 us", "64Ki", "+5.0%"; "" where it is missing. Text has room for CELL_BYTES.
 * Returns text. */
char *cell_text(const struct relation *relation, size_t row, size_t column, char *text);

/* For programs: "%.17g", whole numbers and texts as they are; "" where it is missing. Not inert. Returns
 * text. */
char *cell_exact(const struct relation *relation, size_t row, size_t column, char *text);

/* A number of a kind as people read it. Text has room for CELL_BYTES. Returns text. */
char *cell_value_text(enum cell_kind kind, double number, char *text);

/* An interval of such values: "[+26%, +31%]"; "" where there is none. Text has room for CELL_BYTES. Returns
 * text. */
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
