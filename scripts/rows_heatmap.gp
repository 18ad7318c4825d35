# SPDX-License-Identifier: MIT
# Usage: gnuplot -c rows_heatmap.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], as style.gp lists them
# kind: rows-heatmap
# title: Share of the peak by row length and size
# about: Sizes by row lengths, a panel per problem, number of workers and device. A cell has the share of the limit, and the name of the algorithm that is fastest there.
# draw: cells
# x: row_length
# line: n
# panel: problem where
# y: share
# xlabel: row length (elements)
# ylabel: n (elements)
# note: Each cell: the share of the measured peak that the fastest algorithm there reaches. A stronger shade is nearer to it.
folder = ARG0[1:strlen(ARG0) - strlen("rows_heatmap.gp")]
call folder."style.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
load folder.drawing.".gp"
