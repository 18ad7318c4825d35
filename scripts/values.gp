# SPDX-License-Identifier: MIT
# Usage: gnuplot -c values.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], as style.gp lists them
# kind: bandwidth-vs-values
# title: Bandwidth against values per thread
# about: Against values per thread, a line per group size, a panel for each of up to four sizes. In charts against sizes and values, a point that is above its limit is in a ring, and a grey diamond is where the very same was published.
# x: values_per_thread
# line: threads_per_group
# panel: problem n algorithm
# sizes: 4
folder = ARG0[1:strlen(ARG0) - strlen("values.gp")]
call folder."style.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
load folder.drawing.".gp"
