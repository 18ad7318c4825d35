# SPDX-License-Identifier: MIT
# Usage: gnuplot -c time.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], as style.gp lists them
# kind: time-vs-size
# title: Time against size
# about: A line per algorithm, a panel per problem; of a single size a ladder.
# unit: time
folder = ARG0[1:strlen(ARG0) - strlen("time.gp")]
call folder."style.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
load folder.drawing.".gp"
