/* SPDX-License-Identifier: MIT */
/* A chart of times on its way from rows to data: which row stands for a panel, a line and a place on the
 * axis. */
#pragma once

#include "chart/chart_rows.h"

enum chart_unit { UNIT_BYTES, UNIT_ELEMENTS, UNIT_TIME };

/* Texts in the order in which they came. */
struct names {
    char **all; /* owned */
    size_t count;
};

/* The place of a text among the names, which become one more where it is new. */
size_t names_rank(struct names *names, const char *text);
void names_close(struct names *names);

/* A line: one of its rows, what it computes, and where it does. */
struct draft_line {
    const struct chart_row *row;
    size_t group, hue, where;
    int color;
};

struct chart_draft {
    const struct config_plot *plot;
    const struct plot_kind *kind;
    struct chart_rows rows;
    enum chart_unit unit;
    enum axis axis;    /* of x; AXIS_COUNT: x is no axis */
    bool is_bars;      /* one place alone, whose lines become bars */
    bool is_best_only; /* a line stands for all tiles of its algorithm */
    struct names panels, lines, groups, hues, wheres;
    double *places; /* of the axis, ascending */
    size_t place_count;
    struct draft_line *line;                  /* of each line */
    size_t *row_panel, *row_line, *row_place; /* of each row */
    const struct chart_row **best;            /* panels × lines × places; NULL: none */
};

/* Select the rows and give each its panel, line and place. EXIT_USAGE. Caller closes; after a failure there
 * is nothing to close. */
bool draft_make(struct chart_draft *draft, const struct chart_source *sources, size_t count,
                const struct config_plot *plot, struct error *error);
void draft_close(struct chart_draft *draft);

/* The best row of a panel, line and place; NULL: there is none. */
const struct chart_row *draft_best(const struct chart_draft *draft, size_t panel, size_t line, size_t place);

/* A time of a row in the unit of the chart: GB/s, 10⁹ elements/s, or s. */
double draft_value(const struct chart_draft *draft, const struct chart_row *row, double seconds);

/* The same of its median, of the lower and the upper end of its interval, and of its measured peak; NAN:
 * none. */
double draft_median(const struct chart_draft *draft, const struct chart_row *row);
struct interval draft_interval(const struct chart_draft *draft, const struct chart_row *row);
double draft_peak(const struct chart_draft *draft, const struct chart_row *row);

/* What a line is called, of the best of several tiles with those that it has. Returns name. */
char *draft_line_name(const struct chart_draft *draft, size_t line, char name[CHART_NAME]);

/* Whether a row is better than another. */
bool draft_is_better(const struct chart_draft *draft, const struct chart_row *a, const struct chart_row *b);
