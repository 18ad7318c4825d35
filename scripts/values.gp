# SPDX-License-Identifier: MIT
# Chart of a scanbench CSV: bandwidth against values per thread at the greatest size, a line for each group size.
# Usage: gnuplot -c values.gp RESULT.csv CHART.(svg|png) [unit=elements/s] [filter=CONDITION,…]
# kind: bandwidth-vs-values
# title: Bandwidth against values per thread
# columns: primitive, algorithm, family, dtype, n, status, time_median_s, bytes_per_s, flags, threads_per_group, values_per_thread

chart = "values"
folder = ARG0[1:strlen(ARG0) - strlen("values.gp")]
default_unit = "bytes/s"
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8
chart_title = (unit eq "time" ? "Time" : unit eq "bytes/s" ? "Bandwidth" : "Throughput")." against values per thread"
value_label = unit_text
axis_column = "values_per_thread"
extra_column = ""
axis_label = "values per thread"
is_relative = 0
is_one_size = 1
is_without_limits = 1
is_linear = !(unit eq "time")
is_shared = 1
has_caches = 0
is_exact = 0
has_limits = 1
panel_of(dummy) = problem(0).", n = ".count_text(cell_number("n")).", ".algorithm_of(0).named_from(3)
series_of(dummy) = "T = ".strcol("threads_per_group")
group_of(dummy) = series_of(0)
panel_label(p) = value_label
load folder."rows.gp"
load folder."lines.gp"
