/* SPDX-License-Identifier: MIT */
/* A chart: points that rows of results and marks beside them become, in panels and lines, and its texts. It
 * is printed as one tidy table, which a gnuplot script draws. */
#pragma once

#include "results/result_file.h"
#include "sweep/config_plots.h"

#include <math.h>

enum { CHART_NAME = 512, PARAMETER_TEXT = 128 };

/* A colour that is none of the palette's. */
enum { COLOR_PEAK = -1, COLOR_PUBLISHED = -2 };

/* Bits of a point: what it is not good for, and that it is above its measured peak. */
enum { POINT_UNUSABLE = 1, POINT_ABOVE_PEAK = 2 };

/* What a line may be named by: an axis, or which of several results it is of. */
enum { PARAMETER_RESULT = AXIS_COUNT, PARAMETERS };
#define PARAMETER_BIT(parameter) (UINT64_C(1) << (parameter))

enum chart_unit { UNIT_BYTES, UNIT_ELEMENTS, UNIT_TIME, UNIT_COUNT };

/* What may tell panels apart, in the order of their titles. */
enum chart_part { PART_PROBLEM, PART_WHERE, PART_N, PART_SCALING, PART_ALGORITHM, PARTS };

/* A result and what the chart calls it; both borrowed. */
struct chart_source {
    const struct result_file *file;
    const char *name;
};

/* Texts in the order in which they came; all owned. */
struct names {
    char **all;
    size_t count;
};

/* The place of a text among the names, which become one more where it is new. */
size_t names_rank(struct names *names, const char *text);
void names_close(struct names *names);

/* A row of the table: a measured point, a counter of one, or a mark beside them. Values are in the unit of
 * the chart: GB/s, 10⁹ elements/s, s; what is drawn is over the scale. NAN: none. */
struct chart_point {
    const struct record *record; /* borrowed from its result, or of what was counted; NULL: a mark */
    size_t source;               /* the result that it is of */
    const char *counter;         /* its title; NULL: it is a time */
    double value, low, high, peak, scale, x;
    size_t parts[PARTS], panel, line; /* places among the chart's names; of a peak the line is its place */
    double order;                     /* of its line among those of the panel */
    char *name, *label;               /* owned; of the line, and what a reader sees who points at it */
    int color;   /* an index into the palette, or COLOR_…; of a cell that names its winner, into these */
    char hex[8]; /* "#0072b2" instead; "": none */
    unsigned dash, shape, hollow; /* hollow: POINT_… */
};

/* "@title,TEXT", "@xtick,1Ki,1024", "@mark,L2,131072,1": a text with up to two numbers. */
struct chart_text {
    const char *key;
    char *text;  /* owned */
    double x, y; /* NAN: none */
};

/* What a line stands for: its first point, what it computes, and where. */
struct line_look {
    const struct record *record;
    size_t hue, where;
    int color;
};

struct chart {
    const struct config_plot *plot;
    const struct plot_kind *kind;
    const struct chart_source *sources; /* borrowed */
    size_t source_count;
    enum chart_unit unit;
    enum axis axis;      /* of x; AXIS_COUNT: x is no axis */
    enum axis line_axis; /* of the lines; AXIS_COUNT: they are algorithms, with all that varies */
    bool is_bars;        /* one place alone, whose lines become bars */
    bool is_best_only;   /* a line stands for all tiles of its algorithm */
    bool has_families;   /* more than one */
    bool has_caches;     /* marks where the bytes fill them */
    struct chart_point *points;
    struct chart_text *texts;
    size_t point_count, text_count;
    size_t row_count; /* of the points, before the marks beside them */
    struct names parts[PARTS], lines, wheres;
    struct names panels;             /* their titles */
    struct names winners;            /* the fastest algorithms of cells, where cells name them */
    struct names values[PARAMETERS]; /* that a parameter has among all rows, those of the problem aside */
    size_t lacking[PARAMETERS];      /* rows without it */
    size_t *baselines;               /* of each panel the line; SIZE_MAX: it has none; NULL: nobody has */
    struct line_look *looks;         /* of each line */
    struct counted *counted;         /* owned; of exact counts */
    unsigned sizes_left_out;         /* of the problem with the most sizes */
    char baseline[CHART_NAME];       /* what the values stand over; "": nothing */
    char published[CHART_NAME];      /* sources of published numbers that are marked; "": none is */
};

/* What a plot shows of these results, which the chart borrows. EXIT_USAGE: there is no row to draw, or no
 * line is the baseline. Caller closes, also after a failure. */
bool chart_make(struct chart *chart, const struct chart_source *sources, size_t source_count,
                const struct config_plot *plot, struct error *error);
void chart_close(struct chart *chart);

/* The table, fresh: panel,line,x,y,low,high,color,dash,shape,hollow,label; the texts first, as rows whose
 * panel starts with '@', then each line after two empty lines, which gnuplot calls an index. A comma or
 * quotation mark of a text is written as U+201A or U+2033, as gnuplot ends a cell there. */
char *chart_csv(const struct chart *chart);

/* Copies the text; the text of a key, NULL where the chart has none. */
void chart_text_add(struct chart *chart, const char *key, const char *text, double x, double y);
const char *chart_text_of(const struct chart *chart, const char *key);

/* ---- Drawing with gnuplot, and the files of a chart (gnuplot.c) */

/* A picture to draw; all borrowed. */
struct gnuplot_picture {
    const char *folder;  /* of the scripts, with its '/' */
    const char *script;  /* without its ending */
    const char *format;  /* "svg", "png", … */
    const char *csv;     /* the data */
    const char *options; /* of the script, one a line */
    const char *title;   /* of an SVG, which readers see who point at it */
    const char *named;   /* what errors call the result */
};

/* The folder of the gnuplot scripts, with its '/', fresh: SCANBENCH_SCRIPTS, else the one beside the program
 * in a source tree, else the installed one. EXIT_SYSTEM where it cannot be read; the caller frees it then,
 * too. */
bool gnuplot_scripts(char **folder, struct error *error);

/* Draw into a fresh block that the caller frees. EXIT_USAGE with the last line of a script that refuses its
 * options, EXIT_SYSTEM with that of gnuplot itself, that there is none, or that it took too long. */
bool gnuplot_draw(const struct gnuplot_picture *picture, char **image, size_t *length, struct error *error);

/* What the files of a result are called up to their part: "FOLDER/NAME"; and the time, "-20260131T120000Z",
 * that those have to which these link, "": none. Both owned. */
struct chart_files {
    char *stem, *stamp;
};

/* The stamp of the files of the JSON that somebody named, fresh: that of the stamped result that it links to;
 * "" where it is no such link. */
char *chart_stamp(const char *named);

/* Write the file of a part, "-ladder.svg": "FOLDER/NAME-ladder.svg", where there is a stamp as a link to
 * "FOLDER/NAME-TIME-ladder.svg". EXIT_OUTPUT. */
bool chart_file_write(const struct chart_files *files, const char *part, const char *text, size_t length,
                      struct error *error);

/* ---- Of the room alone: names (chart_names.c) */

/* Add words to a name, after `between` unless they are the first; without any nothing. */
void name_add(char name[CHART_NAME], const char *between, const char *words);
void name_print(char name[CHART_NAME], const char *between, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Note the values that each parameter has among the rows. */
void chart_survey(struct chart *chart);

/* The value of a row as a text, "" where it has none. */
const char *point_parameter(const struct chart *chart, const struct chart_point *point, unsigned parameter,
                            char text[PARAMETER_TEXT]);

/* "group/lookback raking T=256": the algorithm, and what varies between rows, but for these PARAMETER_BITs;
 * "2 workers", "cuda:0 selectivity 0.5": where and on how much a row ran; "scan u32 sum exclusive". Each
 * returns name. */
char *point_algorithm(const struct chart *chart, const struct chart_point *point, uint64_t but,
                      char name[CHART_NAME]);
char *point_where(const struct chart *chart, const struct chart_point *point, char name[CHART_NAME]);

/* Where a row of results is on an axis: at the value that it has there. Rows that are the whole array, whose
 * length is 0, are beyond all others; their text is "all", of other places "1Ki". Returns text. */
double axis_place(const struct record *record, enum axis axis);
char *axis_place_text(double place, char text[PARAMETER_TEXT]);
char *point_problem_name(const struct chart_point *point, char name[CHART_NAME]);

/* "T=256 · 2 workers · huge pages": the parameters that all rows share and that the chart need not repeat.
 * Returns name. */
char *chart_common(const struct chart *chart, char name[CHART_NAME]);

/* ---- Rows (chart_rows.c; of counts: chart_counts.c) */

/* Take the rows that the plot draws: measured, met by its filter, with its axes, at most so many sizes a
 * problem; rows of limits only where nothing else solves the problem; or what was counted. EXIT_USAGE with
 * what is missing. */
bool chart_take_rows(struct chart *chart, struct error *error);

/* Take a row for each column of each group in the first source: of its greatest size, and of several orders
 * of groups the first; with the times that `counts --with` set beside. EXIT_USAGE with the place. */
bool chart_take_counts(struct chart *chart, struct error *error);

/* Add a copy, with a scale of 1; valid until the next one is added. */
struct chart_point *chart_point_add(struct chart *chart, struct chart_point point);

/* Forget the points whose value over their scale is NAN. */
void chart_prune(struct chart *chart);

/* A time of a row in the unit of the chart; NAN: none. */
double record_value(const struct chart *chart, const struct record *record, double seconds);

/* Whether a point is better than another of its kind. */
bool point_is_better(const struct chart *chart, const struct chart_point *a, const struct chart_point *b);

/* ---- Lines (chart_lines.c; looks: chart_names.c) */

enum { DASHES = 5 }; /* of lines, that there are */

bool chart_draws(const struct chart *chart, const char *draw);
bool chart_shows(const struct chart *chart, const char *y);

/* Whether a cell names the algorithm that is fastest there: panels are not of one algorithm then. */
bool chart_names_winners(const struct chart *chart);

/* Add the parts of the title of a row's panel that all panels share, or those that they do not. */
void chart_parts(const struct chart *chart, const struct chart_point *point, bool shared,
                 char text[CHART_NAME]);

/* Give each row its panel, line and place, and keep the best of each place. */
void chart_place(struct chart *chart);

/* Give each point the name, colour, dash and shape of its line; of bars and cells the order too. */
void chart_dress(struct chart *chart);

/* The point of a line in a panel at x, or with NAN the one of the least x; NULL: there is none. */
const struct chart_point *chart_find(const struct chart *chart, size_t panel, size_t line, double x);

/* What a look calls a line, fresh: `otherwise` where no glob fits; where one fits the algorithm alone, what
 * else the name has stays. */
char *look_name(const struct plot_look *look, const char *line, const char *otherwise);

/* The colour "#rrggbb" that a look gives lines of this name into hex; "" where it gives none. */
void look_hex(const struct plot_look *look, const char *line, char hex[8]);

/* Whether the glob fits the own name of a line or, where that counts, an algorithm. */
bool chart_has_line(const struct chart *chart, const char *glob, bool by_algorithm);

/* ---- Published numbers (published.c), which are marked where the very same was measured */

enum { PUBLISHED_CELL = 64 };

/* A row of configs/published.csv. */
struct published_number {
    struct filter of;                    /* the points that it is about */
    char source[2 * PUBLISHED_CELL + 2]; /* "S. Veitner 2025; a GPU of 3300 GB/s" */
    char quantity[PUBLISHED_CELL];
    double value;
};

/* The first number that was published of a point; NULL: none was. */
const struct published_number *published_find(const struct point *point);

/* What a number (NULL: none) says of a call of a record's point, in seconds; NAN of a ratio alone. */
double published_seconds(const struct published_number *published, const struct record *record);

/* The time of the point of one record over that of another, where one source has both; else NAN. */
double published_ratio(const struct record *record, const struct record *base);

/* ---- What stands beside (chart_marks.c), and the page (chart_page.c) */

/* Divide the values by those that the kind sets them beside. EXIT_USAGE where no line is the baseline. */
bool chart_scale(struct chart *chart, struct error *error);

/* Label the points, then add the peaks, what was published and the caches. */
void chart_mark(struct chart *chart);

/* Add titles, axes, ticks, footer. */
void chart_page(struct chart *chart);
