/* SPDX-License-Identifier: MIT */
/* The charts that a config asks for. */
#ifndef SCANBENCH_CONFIG_PLOTS_H
#define SCANBENCH_CONFIG_PLOTS_H

#include "sweep/filter.h"
#include "sweep/plot_kinds.h"
#include "json/node.h"

/* One kind for each gnuplot script whose head names one. */
#define COUNT_PLOT_KIND(...) +1
enum { PLOTS_MAX = 64, PLOT_KINDS = 0 PLOT_KIND_LIST(COUNT_PLOT_KIND), PLOT_UNITS = 3, PLOT_BASELINE = 128 };
#undef COUNT_PLOT_KIND

/* What the head of a script says; the kinds that are drawn where none is named come first. */
struct plot_kind {
    const char *name;    /* as configs spell it */
    const char *script;  /* the gnuplot script, without its ending; also the ending of the chart's name */
    const char *title;   /* for people */
    const char *columns; /* of a CSV that it needs: "primitive,algorithm,n" */
};
extern const struct plot_kind plot_kinds[PLOT_KINDS];

/* The units of values: "bytes/s", "elements/s", "time". */
extern const char *const plot_units[PLOT_UNITS];

struct config_plot {
    size_t kind;                  /* an index into plot_kinds */
    const char *unit;             /* one of plot_units; NULL: the kind's own */
    char baseline[PLOT_BASELINE]; /* a glob on lines; "": the first one */
    struct filter filter;         /* only rows that meet it; none: all */
};

/* The index of a kind by its name, or −1 with EXIT_USAGE: the kinds and "did you mean". */
int plot_kind_find(const char *name, struct error *error);

/* Whether a text may be a baseline: a glob of the characters of names and parameters. */
bool plot_baseline_valid(const char *text);

/* The plots of a node, which is a list, in a fresh block that the caller frees. Fails with the node's error;
 * *plots may be set then, too. */
bool plots_parse(const struct json_node *node, struct config_plot **plots, size_t *count);

#endif
