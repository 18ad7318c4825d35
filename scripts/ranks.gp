# SPDX-License-Identifier: MIT
# Chart of a scanbench CSV of arrays on ranks: the time of a call against ranks, a panel for each problem and each of up to four sizes.
# Usage: gnuplot -c ranks.gp RESULT.csv CHART.(svg|png|pdf) [unit=time] [filter=CONDITION,…]
# kind: time-vs-ranks
# title: Time against ranks
# unit: time
# columns: primitive, algorithm, family, dtype, n, status, time_median_s, bytes_per_s, flags, ranks

chart = "ranks"
folder = ARG0[1:strlen(ARG0) - strlen("ranks.gp")]
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
chart_title = quantity_text." against ranks"
axis_column = "ranks"
is_hue_of_series = 0
extra_column = ""
axis_label = "ranks"
is_relative = 0
most_sizes = 4
is_without_limits = 1
is_linear = !is_time
is_shared = 1
has_caches = 0
is_exact = 0
has_limits = 0
panel_of(dummy) = problem(0).", n = ".count_text(cell_number("n"))
series_of(dummy) = line_of("ranks")
group_of(dummy) = series_of(0)
panel_label(p) = unit_text
load folder."rows.gp"
load folder."lines.gp"
