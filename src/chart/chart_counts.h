/* SPDX-License-Identifier: MIT */
/* Rows of exact counts: a column of `scanbench counts` of each point. */
#pragma once

#include "chart/chart_rows.h"

/* Add a row for each column of each group in the first source: of its greatest size, and of several orders of
 * groups the first; with the times that `counts --with` set beside. The rows own what was read. EXIT_USAGE
 * with the place. */
bool chart_counts_add(struct chart_rows *rows, const struct filter *filter, struct error *error);
