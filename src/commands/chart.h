/* SPDX-License-Identifier: MIT */
/* Drawing one chart of a CSV with gnuplot, without a shell. */
#ifndef SCANBENCH_CHART_H
#define SCANBENCH_CHART_H

#include "sweep/config_plots.h"

enum { CHART_PATH = 4096 };

struct chart {
    const char *folder; /* of the scripts */
    const char *csv;
    const struct config_plot *plot;
    const char *subject; /* what the sweep is about, before the chart's own title; NULL: nothing says so */
    const char *source;  /* what the last line calls the CSV */
    const char *machine; /* what the last line says of it; "": what the CSV does */
    long long cores;     /* of the host; 0: not known */
};

/* The folder of the gnuplot scripts, with its '/', into folder (CHART_PATH): SCANBENCH_SCRIPTS, else the one
 * beside the program in a source tree, else the installed one. EXIT_SYSTEM where it cannot be read. */
bool chart_scripts(char *folder, struct error *error);

/* Refuse a path that gnuplot or a shell might take for more than a name. EXIT_USAGE. */
bool chart_path_check(const char *path, struct error *error);

/* Draw to stem + ending (".svg", ".png", ".pdf"), whole or not at all. EXIT_USAGE with what the script says
 * of the CSV, EXIT_SYSTEM with gnuplot's last words. */
bool chart_draw(const struct chart *chart, const char *stem, const char *ending, struct error *error);

#endif
