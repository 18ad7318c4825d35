# SPDX-License-Identifier: MIT
# Usage: gnuplot -c ranks.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], as style.gp lists them
# kind: time-vs-ranks
# title: Time against ranks
# about: Of arrays on ranks: a panel per problem and size.
# unit: time
# x: ranks
# panel: problem n
# sizes: 4
folder = ARG0[1:strlen(ARG0) - strlen("ranks.gp")]
call folder."style.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
load folder.drawing.".gp"
