# SPDX-License-Identifier: MIT
# Usage: gnuplot -c efficiency.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], as style.gp lists them
# kind: efficiency-vs-ranks
# title: Parallel efficiency against ranks
# about: Of arrays on ranks: elements a second and rank, over those on the fewest ranks. Strong scaling if a size was measured on several numbers of ranks, else weak scaling, a panel for as many elements on each rank.
# unit: elements/s
# x: ranks
# panel: problem scaling
# y: efficiency
# scale: linear
# ylabel: efficiency
# note: Elements a second on a rank over those on the fewest ranks, with the 95% interval; 1 is ideal.
folder = ARG0[1:strlen(ARG0) - strlen("efficiency.gp")]
call folder."style.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
load folder.drawing.".gp"
