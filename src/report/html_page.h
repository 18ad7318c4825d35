/* SPDX-License-Identifier: MIT */
/* A result as one HTML file: the answer, claims, charts, every point in a table that sorts, and the machine.
 */
#pragma once

#include "results/result_file.h"
#include "sweep/filter.h"

struct html_chart {
    const char *name;
    char *svg; /* a whole SVG document */
};

/* The page of the points that meet the filter (NULL: all), as a fresh text that the caller frees. It loads
 * nothing from anywhere. */
char *html_page(const struct result_file *result, const struct filter *filter,
                const struct html_chart *charts, size_t chart_count);
