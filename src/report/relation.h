/* SPDX-License-Identifier: MIT */
/* A relation: rows of one kind with named columns, which each printer prints without knowing whose they are.
 */
#pragma once

#include "base/error.h"
#include "results/field.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What a cell has, which says how people read it. CSV and JSON have the value as it is. */
enum cell_kind {
    CELL_TEXT,
    CELL_WORDS,  /* a text of words with ';' between them; a list in JSON */
    CELL_FLAG,   /* true or false; people read "yes" or nothing */
    CELL_COUNT,  /* elements: 64Ki */
    CELL_INDEX,  /* a whole number as it is: a CPU, cases */
    CELL_TALLY,  /* likewise; people read nothing for 0 */
    CELL_NUMBER, /* with up to four digits */
    CELL_TIME,   /* seconds */
    CELL_RATE,   /* bytes a second, in GB/s */
    CELL_SHARE,  /* of 1, per cent */
    CELL_CHANGE, /* a ratio, as the change from 1 per cent */
    CELL_FACTOR, /* a ratio: 1.05x */
    CELL_STRIPS, /* samples, which HTML alone has, drawn */
};

/* What a member of CELL_STRIPS is an array of: samples, which are borrowed. */
struct strip {
    const double *values;
    size_t count;
    double median;
};
enum { CELL_STRIPS_MOST = 2 };

struct column {
    const char *field;   /* its value is that field of the record that its row begins with a pointer to */
    const char *name;    /* in CSV and JSON; NULL: for people alone */
    const char *heading; /* for people; NULL: for programs alone */
    enum cell_kind kind;
    size_t place, size;       /* of the member in a row; size 0: `get` makes the value */
    const char *const *words; /* CELL_TEXT: the member is an index into these; NULL: it is a text */
    void (*get)(const struct column *column, const void *row, struct cell *cell);
    const void *of;  /* what `get` needs to know, borrowed */
    unsigned which;  /* likewise */
    bool right;      /* a text that is aligned as numbers are */
    bool shared;     /* where all rows have the same value, it stands in the heading */
    unsigned yields; /* which columns a narrow table leaves out first: the highest; 0: never */
    bool missed;     /* a line below the tables names it where it is left out */
};
#define COLUMN_MEMBER(type, member) .place = offsetof(type, member), .size = sizeof(((type *)NULL)->member)

/* How a row is coloured, which is never all that tells rows apart. */
enum tone { TONE_NONE, TONE_BEST, TONE_GOOD, TONE_BAD, TONE_UNSURE, TONES };

struct relation {
    const char *name;  /* of its list in JSON */
    const char *title; /* NULL: none */
    const struct column *columns;
    size_t column_count;
    const void *rows;
    size_t row_bytes, row_count;
    size_t headed_by;  /* leading columns that stand above the rows that have them */
    bool single;       /* one row: an object in JSON, not a list; no table of CSV */
    const char *note;  /* lines below the table, or without one, each a sentence; NULL: none */
    bool apart;        /* an empty line stands before it where it is not the first */
    bool for_programs; /* people read its note alone */
    enum tone (*tone)(const void *row); /* NULL: none */
};

/* Members of a relation: columns in an array, or made at run time; rows in an array. */
#define RELATION_LIST(list) .columns = list, .column_count = sizeof(list) / sizeof(list)[0]
#define RELATION_COLUMNS(report, made) \
    .columns = report_keep(report, (made).list), .column_count = (made).count
#define RELATION_ROWS(array, n) .rows = array, .row_bytes = sizeof *(array), .row_count = n

/* What a command prints: relations in their order. CSV has the first that is no single row. */
struct report {
    const char *schema; /* of the JSON; NULL: the JSON is the list of the first relation */
    json_t *head;       /* owned: what the JSON has beside the relations, or in their place; NULL: nothing */
    struct relation *relations;
    size_t count;
    void **kept; /* what goes with it */
    size_t kept_count;
};

/* Add a relation; or one that is a note, which the report takes (NULL or empty: none). Returns it, until the
 * next one. */
struct relation *report_add(struct report *report, struct relation relation);
void report_add_note(struct report *report, char *note);

/* Take what the relations of a report are made of, until its close. Returns it. */
void *report_keep(struct report *report, void *memory);

/* Of a report whose relations were added. */
void report_close(struct report *report);

/* Where a report goes to. */
struct print_look {
    unsigned width; /* columns of a line; 0: no limit */
    bool color;
};

enum printers { PRINT_TABLE, PRINT_CSV, PRINT_JSON, PRINT_MARKDOWN, PRINT_LATEX, PRINT_HTML, PRINTERS };

/* The whole report as a fresh text, with numbers in the C locale. The caller frees it. */
char *report_text(const struct report *report, enum printers printer, const struct print_look *look);

/* A row of a relation, what a row that begins with a pointer points to, and the value of one of its columns.
 */
const void *relation_row(const struct relation *relation, size_t row);
const void *row_target(const void *row);
const void *column_member(const struct column *column, const void *row);
struct cell relation_cell(const struct relation *relation, size_t row, size_t column);

/* A list of columns that is made at run time, which a report keeps in the end. */
struct columns {
    struct column *list;
    size_t count;
    struct point_cells *cells; /* of rows that have a point (columns_of_points); else NULL */
};
#define COLUMNS_ADD(columns, array) columns_add(columns, array, sizeof(array) / sizeof(array)[0])
void columns_add(struct columns *columns, const struct column *list, size_t count);
