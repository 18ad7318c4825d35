# SPDX-License-Identifier: MIT
# Usage: gnuplot -c share.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], as style.gp lists them
# kind: share-vs-ranks
# title: Share of the copies of all ranks against ranks
# about: Of arrays on ranks: bytes a second over those of a copy, or a read, by all ranks at once. The panels are those of efficiency-vs-ranks.
# x: ranks
# panel: problem scaling
# y: share
# scale: linear
# ylabel: share of copies or reads
# note: Bytes a second over those of a copy (of a read, for what only reads) by all ranks at once, with the 95% interval.
folder = ARG0[1:strlen(ARG0) - strlen("share.gp")]
call folder."style.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
load folder.drawing.".gp"
