/* SPDX-License-Identifier: MIT */
/* What a chart shows, as one tidy table: its texts, then a block for each of its lines. */
#pragma once

#include <math.h>
#include <stddef.h>

/* A colour that is none of the palette's. */
enum { COLOR_PEAK = -1, COLOR_PUBLISHED = -2 };

/* Bits of a point: what it is not good for, and that it is above its measured peak. */
enum { POINT_UNUSABLE = 1, POINT_ABOVE_PEAK = 2 };

/* Texts in the order in which they came. */
struct names {
    char **all; /* owned */
    size_t count;
};

/* The place of a text among the names, which become one more where it is new. */
size_t names_rank(struct names *names, const char *text);
void names_close(struct names *names);

struct chart_row;

struct chart_point {
    double x, y, low, high;      /* NAN: there is no interval */
    unsigned hollow;             /* POINT_… */
    char *label;                 /* owned; what a reader sees who points at it */
    const struct chart_row *row; /* that it shows; NULL: a peak or a published number */
};

/* A line, a bar or the row of a heat map. */
struct chart_line {
    size_t panel;
    double order; /* of the lines of a panel */
    size_t of;    /* which of the chart's lines it is of */
    char *name;   /* owned */
    int color;    /* an index into the palette, or COLOR_… */
    char hex[8];  /* "#0072b2" instead; "": none */
    unsigned dash, shape;
    struct chart_point *points;
    size_t point_count;
};

/* "@title,TEXT", "@xtick,1Ki,1024", "@mark,L2,131072,1": a text with up to two numbers. */
struct chart_text {
    const char *key; /* with its '@' */
    char *text;      /* owned */
    double x, y;     /* NAN: none */
};

struct chart_data {
    struct names panels; /* their titles */
    struct chart_text *texts;
    struct chart_line *lines;
    size_t text_count, line_count;
};

/* Copies the text. */
void chart_text_add(struct chart_data *data, const char *key, const char *text, double x, double y);

/* The text of a key; NULL where the chart has none. */
const char *chart_text_of(const struct chart_data *data, const char *key);

/* Adds a line without points; valid until the next one is added. */
struct chart_line *chart_line_add(struct chart_data *data, size_t panel, const char *name);

/* Takes the point's label. */
void chart_point_add(struct chart_line *line, struct chart_point point);

/* Forget the points that have no value, and the lines without points. */
void chart_data_prune(struct chart_data *data);

/* Order the points of each line by x, and the lines by panel, order and first point. */
void chart_data_sort(struct chart_data *data);

/* The table, fresh: panel,line,x,y,low,high,color,dash,shape,hollow,label; the texts first, as rows whose
 * panel starts with '@', then each line after two empty lines, which gnuplot calls an index. A comma or
 * quotation mark of a text is written as U+201A or U+2033, as gnuplot ends a cell there. */
char *chart_csv(const struct chart_data *data);

void chart_data_close(struct chart_data *data);
