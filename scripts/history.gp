# SPDX-License-Identifier: MIT
# Usage: gnuplot -c history.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], as style.gp lists them
# kind: history
# title: The fastest over results
# about: The time of the fastest over results, as a share of that in the first, a panel per problem and a line per size.
# unit: time
# x: result
# line: n
# panel: exact_problem
# y: history
# ylabel: time / time in the first result
# note: The fastest of each result: median with its 95% interval. `scanbench compare` tells whether they differ.
folder = ARG0[1:strlen(ARG0) - strlen("history.gp")]
call folder."style.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
load folder.drawing.".gp"
