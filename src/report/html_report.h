/* SPDX-License-Identifier: MIT */
/* A result as one HTML file: winners, claims, charts, the machine, and the rows as a table that sorts. */
#pragma once

#include "analysis/best_problem.h"
#include "results/results_read.h"

struct html_chart {
    const char *name;
    char *svg; /* a whole SVG document */
};

/* The report of a result, of whose JSON members may be missing, and of what is best in it, which has no
 * problems where nothing was measured; a fresh text that the caller frees. It loads nothing from anywhere. */
char *html_report(const struct result_file *result, const struct best *best, const struct html_chart *charts,
                  size_t chart_count);
