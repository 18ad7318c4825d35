# SPDX-License-Identifier: MIT
# Chart of a scanbench CSV: bandwidth against workers at the greatest size, a panel for each problem.
# Usage: gnuplot -c workers.gp RESULT.csv CHART.(svg|png) [unit=elements/s] [filter=CONDITION,…]
# kind: bandwidth-vs-workers
# title: Bandwidth against workers
# columns: primitive, algorithm, family, dtype, n, status, time_median_s, bytes_per_s, flags, workers

chart = "workers"
folder = ARG0[1:strlen(ARG0) - strlen("workers.gp")]
default_unit = "bytes/s"
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8
chart_title = (unit eq "time" ? "Time" : unit eq "bytes/s" ? "Bandwidth" : "Throughput")." against workers"
value_label = unit_text
axis_column = "workers"
extra_column = ""
axis_label = "workers"
is_relative = 0
is_one_size = 1
is_without_limits = 1
is_linear = !(unit eq "time")
is_shared = 1
has_caches = 0
is_exact = 0
has_limits = 1
panel_of(dummy) = problem(0).", n = ".count_text(cell_number("n"))
series_of(dummy) = algorithm_of(0).named(1, 7).named_from(9)
group_of(dummy) = algorithm_of(0).named(3, 7).named_from(9)
panel_label(p) = value_label
load folder."rows.gp"
load folder."lines.gp"
