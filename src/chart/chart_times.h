/* SPDX-License-Identifier: MIT */
/* A chart of measured times, from the rows of one or several results. */
#pragma once

#include "chart/chart_data.h"
#include "chart/chart_rows.h"

/* What a plot of a kind of times shows of these results. EXIT_USAGE: there is no row to draw, or no line is
 * the baseline. Caller closes; after a failure there is nothing to close. */
bool chart_times_make(struct chart_data *data, const struct chart_source *sources, size_t count,
                      const struct config_plot *plot, struct error *error);
