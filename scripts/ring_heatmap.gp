# SPDX-License-Identifier: MIT
# Chart of a scanbench CSV: tiles in the ring × values per thread a panel for each algorithm and each of up to four sizes.
# Usage: gnuplot -c ring_heatmap.gp RESULT.csv CHART.(svg|png|pdf) [unit=elements/s] [filter=CONDITION,…]
# kind: ring-heatmap
# title: Tiles in the ring by values per thread
# columns: primitive, algorithm, family, dtype, n, status, time_median_s, bytes_per_s, flags, values_per_thread, ring

chart = "ring_heatmap"
folder = ARG0[1:strlen(ARG0) - strlen("ring_heatmap.gp")]
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
row_column = "ring"
row_words = "tiles in the ring"
load folder."cells.gp"
