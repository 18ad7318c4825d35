# SPDX-License-Identifier: MIT
# Chart of a scanbench CSV: bandwidth against workers a panel for each problem and each of up to four sizes.
# Usage: gnuplot -c workers.gp RESULT.csv CHART.(svg|png|pdf) [unit=elements/s] [filter=CONDITION,…]
# kind: bandwidth-vs-workers
# title: Bandwidth against workers
# columns: primitive, algorithm, family, dtype, n, status, time_median_s, bytes_per_s, flags, workers

chart = "workers"
folder = ARG0[1:strlen(ARG0) - strlen("workers.gp")]
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
chart_title = quantity_text." against workers"
axis_column = "workers"
is_hue_of_series = 0
extra_column = ""
axis_label = "workers"
is_relative = 0
most_sizes = 4
is_without_limits = 1
is_linear = !is_time
is_shared = 1
has_caches = 0
is_exact = 0
has_limits = 1
panel_of(dummy) = problem(0).", n = ".count_text(cell_number("n"))
series_of(dummy) = line_of("workers")
group_of(dummy) = line_of("workers ".tile)
panel_label(p) = unit_text
load folder."rows.gp"
load folder."lines.gp"
