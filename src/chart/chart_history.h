/* SPDX-License-Identifier: MIT */
/* A chart of the fastest over several results, the oldest first. */
#pragma once

#include "chart/chart_data.h"
#include "chart/chart_rows.h"

/* A panel for each problem, a line for each size: the time of the fastest over that of the first result.
 * EXIT_USAGE. Caller closes; after a failure there is nothing to close. */
bool chart_history_make(struct chart_data *data, const struct chart_source *sources, size_t count,
                        const struct config_plot *plot, struct error *error);
