/* SPDX-License-Identifier: MIT */
/* A chart of exact counts, from the JSON of `scanbench counts`. */
#pragma once

#include "chart/chart_data.h"
#include "sweep/config_plots.h"
#include "json/node.h"

/* What a plot of the kind counts shows: a panel for each counter that is not 0 everywhere, a line for each
 * algorithm and values per thread. The file is read strictly; EXIT_USAGE with its place, or that there is no
 * row to draw. Caller closes; after a failure there is nothing to close. */
bool chart_counts_make(struct chart_data *data, const struct json_node *root, const struct config_plot *plot,
                       struct error *error);
