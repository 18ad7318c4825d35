# SPDX-License-Identifier: MIT
# Chart of a scanbench CSV: time against size, over the time of a baseline, a panel for each problem.
# Usage: gnuplot -c relative.gp RESULT.csv CHART.(svg|png|pdf) [baseline=GLOB] [filter=CONDITION,…]
# kind: relative-vs-size
# title: Time relative to a baseline
# unit: time
# columns: primitive, algorithm, family, dtype, n, status, time_median_s, bytes_per_s, flags

chart = "relative"
folder = ARG0[1:strlen(ARG0) - strlen("relative.gp")]
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
is_relative = 1
unit = "time"
is_time = 1
load folder."size.gp"
