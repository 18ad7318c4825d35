# SPDX-License-Identifier: MIT
# Chart of a scanbench CSV: time of a call against size, a panel for each problem.
# Usage: gnuplot -c time.gp RESULT.csv CHART.(svg|png|pdf) [unit=bytes/s] [filter=CONDITION,…]
# kind: time-vs-size
# title: Time against size
# unit: time
# columns: primitive, algorithm, family, dtype, n, status, time_median_s, bytes_per_s, flags

chart = "time"
folder = ARG0[1:strlen(ARG0) - strlen("time.gp")]
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
chart_title = quantity_text." against size"
is_relative = 0
load folder."size.gp"
