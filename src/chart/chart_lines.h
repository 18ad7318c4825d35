/* SPDX-License-Identifier: MIT */
/* The lines of a chart: which row stands for a panel, a line and a place on the axis. */
#pragma once

#include "chart/chart_data.h"
#include "chart/chart_rows.h"

/* What may tell panels apart, in the order of their titles. */
enum chart_part { PART_PROBLEM, PART_N, PART_SCALING, PART_ALGORITHM, PARTS };

/* What a line stands for: its first row, what it computes, and where. */
struct line_look {
    const struct chart_row *row;
    size_t hue, where;
    int color;
};

struct chart {
    const struct config_plot *plot;
    const struct plot_kind *kind;
    struct chart_rows rows;
    struct chart_data *data; /* borrowed */
    enum axis axis;          /* of x; AXIS_COUNT: x is no axis */
    bool is_bars;            /* one place alone, whose lines become bars */
    bool is_best_only;       /* a line stands for all tiles of its algorithm */
    struct names parts[PARTS], panels, lines, wheres;
    struct line_look *looks; /* of each line */
};

/* A chart of these results, with its lines and their points, but without labels and texts. EXIT_USAGE: there
 * is no row to draw. Caller closes, also after a failure. */
bool chart_make(struct chart *chart, struct chart_data *data, struct chart_sources sources,
                const struct config_plot *plot, struct error *error);
void chart_close(struct chart *chart);

bool chart_draws(const struct chart *chart, const char *draw);
bool chart_shows(const struct chart *chart, const char *y);

/* The axis of the lines; AXIS_COUNT: they are algorithms, with all that varies. */
enum axis chart_line_axis(const struct chart *chart);

/* "n = 1Mi", a part of the title of the panel that a row is in; "" where the kind has none. Returns text. */
char *chart_part_text(const struct chart *chart, const struct chart_row *row, enum chart_part part,
                      char text[CHART_NAME]);

/* What line `index` is called, of the best of several tiles with those that it has. Returns name. */
char *chart_line_name(const struct chart *chart, size_t index, char name[CHART_NAME]);

/* The line of a panel, and its point at a place; NULL: there is none. */
struct chart_line *chart_line_of(const struct chart *chart, size_t panel, size_t index);
struct chart_point *chart_point_at(const struct chart_line *line, double x);
