# SPDX-License-Identifier: MIT
# Chart of a scanbench CSV: a bar for each algorithm at the greatest size with its share of the limit, a panel a problem.
# Usage: gnuplot -c ladder.gp RESULT.csv CHART.(svg|png|pdf) [unit=elements/s] [filter=CONDITION,…]
# kind: ladder
# title: Algorithms and their share of the limit
# columns: primitive, algorithm, family, dtype, n, status, time_median_s, bytes_per_s, flags

chart = "ladder"
folder = ARG0[1:strlen(ARG0) - strlen("ladder.gp")]
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
# Names stand beside the bars.
hue_without = " ".parameters
axis_column = "n"
is_hue_of_series = 0
extra_column = ""
most_sizes = 1
is_without_limits = 1
panel_of(dummy) = problem(0).", n = ".count_text(cell_number("n"))
series_of(dummy) = line_of("")
group_of(dummy) = line_of(tile)
load folder."rows.gp"
load folder."bars.gp"
