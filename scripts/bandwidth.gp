# SPDX-License-Identifier: MIT
# Chart of a scanbench CSV: bandwidth against size, a panel for each problem.
# Usage: gnuplot -c bandwidth.gp RESULT.csv CHART.(svg|png|pdf) [unit=elements/s] [filter=CONDITION,…]
# kind: bandwidth-vs-size
# title: Bandwidth against size
# columns: primitive, algorithm, family, dtype, n, status, time_median_s, bytes_per_s, flags
# usual: yes

chart = "bandwidth"
folder = ARG0[1:strlen(ARG0) - strlen("bandwidth.gp")]
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
chart_title = quantity_text." against size"
is_relative = 0
load folder."size.gp"
