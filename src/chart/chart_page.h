/* SPDX-License-Identifier: MIT */
/* A chart with its page: titles, axes, ticks, caches, footer. */
#pragma once

#include "chart/chart_data.h"
#include "chart/chart_rows.h"

/* What a plot shows of these results. EXIT_USAGE: there is no row to draw, or no line is the baseline.
 * Caller closes the data; after a failure there is nothing to close. */
bool chart_data_make(struct chart_data *data, struct chart_sources sources, const struct config_plot *plot,
                     struct error *error);
