# SPDX-License-Identifier: MIT
# Usage: gnuplot -c accuracy.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], as style.gp lists them
# kind: accuracy-vs-speed
# title: Accuracy against speed
# about: The largest error of any element against bandwidth, of sums of floats: where the result has error_eps.
# draw: scatter
# panel: problem n
# y: error
# sizes: 1
# xlabel: largest error of any element (ε·Σ|x|)
folder = ARG0[1:strlen(ARG0) - strlen("accuracy.gp")]
call folder."style.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
load folder.drawing.".gp"
