# SPDX-License-Identifier: MIT
# Usage: gnuplot -c workers.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], as style.gp lists them
# kind: bandwidth-vs-workers
# title: Bandwidth against workers
# about: Against workers, a line per algorithm, and the limit of as many workers, a panel for each of up to four sizes.
# x: workers
# panel: problem n
# scale: linear
# sizes: 4
folder = ARG0[1:strlen(ARG0) - strlen("workers.gp")]
call folder."style.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
load folder.drawing.".gp"
