# SPDX-License-Identifier: MIT
# Chart of a scanbench CSV: bandwidth against values per thread a line for each group size, a panel for each of up to four sizes.
# Usage: gnuplot -c values.gp RESULT.csv CHART.(svg|png|pdf) [unit=elements/s] [filter=CONDITION,…]
# kind: bandwidth-vs-values
# title: Bandwidth against values per thread
# columns: primitive, algorithm, family, dtype, n, status, time_median_s, bytes_per_s, flags, threads_per_group, values_per_thread

chart = "values"
folder = ARG0[1:strlen(ARG0) - strlen("values.gp")]
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
chart_title = quantity_text." against values per thread"
axis_column = "values_per_thread"
is_hue_of_series = 1
extra_column = ""
axis_label = "values per thread"
is_relative = 0
most_sizes = 4
is_without_limits = 1
is_linear = !is_time
is_shared = 1
has_caches = 0
is_exact = 0
has_limits = 1
panel_of(dummy) = problem(0).", n = ".count_text(cell_number("n")).", ".line_of(tile)
series_of(dummy) = "T = ".strcol("threads_per_group")
group_of(dummy) = series_of(0)
panel_label(p) = unit_text
load folder."rows.gp"
load folder."lines.gp"
