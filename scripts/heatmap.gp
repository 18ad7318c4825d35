# SPDX-License-Identifier: MIT
# Usage: gnuplot -c heatmap.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], as style.gp lists them
# kind: heatmap
# title: Threads per group by values per thread
# about: Group sizes by values per thread, the best cell framed, a panel for each of up to four sizes.
# draw: cells
# x: values_per_thread
# line: threads_per_group
# panel: problem n algorithm
# sizes: 4
# note: Solid frame: the best of a panel; dashed: within 2% of it. A stronger shade is faster.
folder = ARG0[1:strlen(ARG0) - strlen("heatmap.gp")]
call folder."style.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
load folder.drawing.".gp"
