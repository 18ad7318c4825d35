/* SPDX-License-Identifier: MIT */
/* What the cells of a table of results say, and how wide its columns are. */
#ifndef SCANBENCH_TABLE_CELLS_H
#define SCANBENCH_TABLE_CELLS_H

#include "report/table_rows.h"
#include "results/fields.h"

#include <stdio.h>

enum {
    TABLE_CELL_BYTES = 256,
    TABLE_MARKS = 3 /* columns of the terminal after the size: for `*`, `~` and a blank */
};

struct table_column {
    const char *heading;
    const struct field *field; /* NULL: the size, or the parameters */
    bool right;                /* aligned */
    unsigned width;            /* 0: the column is left out */
};

struct table {
    FILE *stream;
    struct table_row *rows;
    size_t count;
    bool color;
    bool is_shortened;            /* more rows than a terminal has */
    unsigned room;                /* columns of the terminal; 0: no limit */
    unsigned gap;                 /* blanks between columns */
    const char *algorithm;        /* that all rows are of, where headings say it instead of a column */
    struct table_column *columns; /* the size first: a row without it is of the size above */
    size_t column_count;
    size_t parameters; /* their column: those before it say which point it is, those after it what it did */
};

/* Order the rows of these results, and make columns that fit into table->room. Closed by table_close;
 * results outlive it. */
void table_init(struct table *table, const struct results *results);

void table_close(struct table *table);

/* "T=256 V=8 workers=2 avx512": of these AXIS_BITs what the point has. */
void table_parameters_text(const struct point *point, unsigned axes, char *text, size_t size);

/* What a column of a row has; "" for nothing. */
void table_cell_text(const struct table *table, const struct table_row *row, size_t column, char *text,
                     size_t size);

bool table_is_column(const struct table_column *column, const char *heading);

/* Columns of the terminal before a column starts, or with column_count, that the table takes. */
unsigned table_column_start(const struct table *table, size_t column);

#endif
