# SPDX-License-Identifier: MIT
# Usage: gnuplot -c relative.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], as style.gp lists them
# kind: relative-vs-size
# title: Time relative to a baseline
# about: The time over that of the baseline, on a logarithmic axis around 1; a triangle marks what lies beyond it.
# unit: time
# y: relative
# ylabel: time / time of the baseline
folder = ARG0[1:strlen(ARG0) - strlen("relative.gp")]
call folder."style.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
load folder.drawing.".gp"
