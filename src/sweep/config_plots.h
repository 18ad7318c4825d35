/* SPDX-License-Identifier: MIT */
/* The charts that a config asks for. */
#pragma once

#include "sweep/filter.h"
#include "sweep/plot_kinds.h"
#include "json/node.h"

/* One kind for each gnuplot script whose head names one. */
#define COUNT_PLOT_KIND(...) +1
enum { PLOTS_MAX = 64, PLOT_KINDS = 0 PLOT_KIND_LIST(COUNT_PLOT_KIND), PLOT_UNITS = 3, PLOT_STYLES = 2 };
enum { PLOT_BASELINE = 128, PLOT_TITLE = 256, PLOT_NAMES = 4096, PLOT_WIDTH = 32 };
#undef COUNT_PLOT_KIND

/* What the head of a script says; the kinds that are drawn where none is named come first. */
struct plot_kind {
    const char *name;   /* as configs spell it */
    const char *script; /* the gnuplot script, without its ending; also the ending of the chart's name */
    const char *title;  /* for people */
    const char *unit;   /* one of plot_units: of its values where none is asked for */
    const char *draw;   /* "lines", "bars", "cells", "scatter" */
    const char *x;      /* the axis that it is drawn against, or "result" */
    const char *line;   /* "algorithm", with all that varies; or an axis, each of whose values is a line */
    const char
        *panel;    /* what tells panels apart: words of "problem n algorithm scaling", or "exact_problem" */
    const char *y; /* "value", "relative", "efficiency", "share", "error", "predicted", "counts", "history" */
    const char *scale;             /* of the values: "log", "linear" */
    unsigned sizes;                /* of each problem, spread evenly, the greatest among them; 0: all */
    const char *x_label, *y_label; /* "": that of the unit; "-": none */
    const char *note;              /* how to read it, a sentence or more */
    const char *about;             /* what it shows, for the manual */
};
extern const struct plot_kind plot_kinds[PLOT_KINDS];

/* The units of values: "bytes/s", "elements/s", "time". */
extern const char *const plot_units[PLOT_UNITS];

/* "colour", "grey". */
extern const char *const plot_styles[PLOT_STYLES];

/* What charts look like, for screens or for paper. */
struct plot_look {
    char title[PLOT_TITLE];  /* "": the chart's own */
    char names[PLOT_NAMES];  /* "GLOB=TEXT" a line: what lines are called; "": by their algorithms */
    char width[PLOT_WIDTH];  /* "3.5in"; "": as wide as it needs */
    double font_points;      /* 0: the usual */
    const char *style;       /* one of plot_styles; NULL: the first */
    char colors[PLOT_NAMES]; /* "GLOB=#rrggbb" a line */
};

struct config_plot {
    size_t kind;                  /* an index into plot_kinds */
    const char *unit;             /* one of plot_units; NULL: the kind's own */
    char baseline[PLOT_BASELINE]; /* a glob on lines; "": the first one */
    struct filter filter;         /* only rows that meet it; none: all */
    struct plot_look look;
};

/* The index of a kind by its name, or −1 with EXIT_USAGE: the kinds and "did you mean". */
int plot_kind_find(const char *name, struct error *error);

/* Whether a text may be a baseline: a glob of the characters of names and parameters. */
bool plot_baseline_valid(const char *text);

/* Whether a text may be a title: one line that a terminal shows, below PLOT_TITLE bytes. */
bool plot_title_valid(const char *text);
#define PLOT_TITLE_PATTERN "^[^\\u0000-\\u001f]{1,255}$"

/* Whether a text may be a width: a number above 0 and in, cm, mm, pt or px. */
bool plot_width_valid(const char *text);

/* Add what lines are called, "GLOB=TEXT" up to the last '='. False where it is none, or there is no room. */
bool plot_name_add(struct plot_look *look, const char *text);

/* Whether a text is "GLOB=#rrggbb". */
bool plot_color_valid(const char *text);

/* Whether a text may be an option of the scripts: KEY=VALUE, one line that a terminal shows. */
bool plot_setting_valid(const char *text);

/* The sizes of letters in points that charts may have. */
static const double plot_least_points = 4, plot_most_points = 48;

/* Read a struct config_plot. Fails with the node's error. */
bool plot_parse(const struct json_node *node, void *plot);

/* Of a member of a config that is a list of them. */
#define PLOT_LIST                                                                        \
    .maximum = PLOTS_MAX, .item_bytes = sizeof(struct config_plot), .parse = plot_parse, \
    .expected = "a list of at most 64 plots"
