# SPDX-License-Identifier: MIT
# Usage: gnuplot -c predicted.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], as style.gp lists them
# kind: predicted-vs-measured
# title: Measured against predicted time
# about: Of arrays on ranks: time_median_s against predicted_s, all sizes and ranks.
# unit: time
# draw: scatter
# x: ranks
# y: predicted
# xlabel: predicted time
# ylabel: measured time
# note: Median with its 95% interval. Above the line it is slower than messages and memory explain.
folder = ARG0[1:strlen(ARG0) - strlen("predicted.gp")]
call folder."style.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
load folder.drawing.".gp"
