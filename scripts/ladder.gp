# SPDX-License-Identifier: MIT
# Usage: gnuplot -c ladder.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], as style.gp lists them
# kind: ladder
# title: Algorithms and their share of the peak
# about: A bar per algorithm at the largest size, with its share of the limit, the best on top; a grey diamond where the very same was published.
# draw: bars
# panel: problem n
# sizes: 1
# note: Median with its 95% interval; the mark is the measured peak.
folder = ARG0[1:strlen(ARG0) - strlen("ladder.gp")]
call folder."style.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
load folder.drawing.".gp"
