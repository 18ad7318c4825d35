# SPDX-License-Identifier: MIT
# Chart of a scanbench CSV: threads per group × values per thread a panel for each algorithm and each of up to four sizes.
# Usage: gnuplot -c heatmap.gp RESULT.csv CHART.(svg|png|pdf) [unit=elements/s] [filter=CONDITION,…]
# kind: heatmap
# title: Threads per group by values per thread
# columns: primitive, algorithm, family, dtype, n, status, time_median_s, bytes_per_s, flags, threads_per_group, values_per_thread

chart = "heatmap"
folder = ARG0[1:strlen(ARG0) - strlen("heatmap.gp")]
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
row_column = "threads_per_group"
row_words = "threads per group"
load folder."cells.gp"
