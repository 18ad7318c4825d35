# SPDX-License-Identifier: MIT
# Usage: gnuplot -c counters.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], as style.gp lists them
# kind: counts
# title: Work, barriers and bank conflicts
# about: Words, work, barriers, bank conflicts and steps against group size, from the result of scanbench counts. Of a single group size they are bars; with the times of counts --with those of the same algorithms stand next to them, the fastest first.
# x: threads_per_group
# y: counts
# usual: yes
# scale: linear
# ylabel: -
# note: Exact counts of a model.
folder = ARG0[1:strlen(ARG0) - strlen("counters.gp")]
call folder."style.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
load folder.drawing.".gp"
