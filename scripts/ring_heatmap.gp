# SPDX-License-Identifier: MIT
# Usage: gnuplot -c ring_heatmap.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], as style.gp lists them
# kind: ring-heatmap
# title: Tiles in the ring by values per thread
# about: The tiles in the ring of groups that read ahead by values per thread, framed in the same way.
# draw: cells
# x: values_per_thread
# line: stages
# panel: problem n algorithm
# sizes: 4
# note: Solid frame: the best of a panel; dashed: within 2% of it. A stronger shade is faster.
folder = ARG0[1:strlen(ARG0) - strlen("ring_heatmap.gp")]
call folder."style.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
load folder.drawing.".gp"
