# SPDX-License-Identifier: MIT
# Usage: gnuplot -c bandwidth.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], as style.gp lists them
# kind: bandwidth-vs-size
# title: Bandwidth against size
# about: A line per algorithm, a panel per problem; of a single size a ladder.
# usual: yes
folder = ARG0[1:strlen(ARG0) - strlen("bandwidth.gp")]
call folder."style.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
load folder.drawing.".gp"
