# SPDX-License-Identifier: MIT
# Chart of a scanbench CSV of arrays on ranks: parallel efficiency against ranks, a panel for each problem. Where an n was
# measured on several numbers of ranks the scaling is strong (n stays), else weak (n / ranks stays).
# Usage: gnuplot -c efficiency.gp RESULT.csv CHART.(svg|png|pdf) [filter=CONDITION,…]
# kind: efficiency-vs-ranks
# title: Parallel efficiency against ranks
# unit: elements/s
# columns: primitive, algorithm, family, dtype, n, status, time_median_s, bytes_per_s, flags, ranks

chart = "efficiency"
folder = ARG0[1:strlen(ARG0) - strlen("efficiency.gp")]
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
unit = "elements/s"
is_time = 0
chart_title = "Parallel efficiency against ranks"
axis_column = "ranks"
is_hue_of_series = 0
extra_column = ""
axis_label = "ranks"
is_efficiency = 1
is_relative = 0
most_sizes = 0
is_without_limits = 1
is_linear = 1
is_shared = 1
has_caches = 0
is_exact = 0
has_limits = 0

# An exchange alone has as many words on each rank, however many there are: nothing of it is parallel.
is_chosen(dummy) = strcol("primitive") ne "exscan" && strcol("primitive") ne "messages" && \
    (wanted == 0 ? 1 : (sum [i = 1:wanted] (holds(i) ? 1 : 0)) == wanted)

# Problems that stay as large on several numbers of ranks: "|problem n|"; first_ranks has the first number of each.
first_ranks = "|"
strong = "|"
size_key(dummy) = problem(0)." ".sprintf("%.0f", cell_number("n"))
note_ranks(key, ranks) = strstrt(first_ranks, "|".key.":") == 0 ? (first_ranks = first_ranks.key.":".ranks."|", 0) : \
    strstrt(first_ranks, "|".key.":".ranks."|") || strstrt(strong, "|".key."|") ? 0 : (strong = strong.key."|", 0)
stats csv using (strcol("status") eq "ok" && cell_number("ranks") >= 1 && is_chosen(0) ? \
    note_ranks(size_key(0), sprintf("%.0f", cell_number("ranks"))) : 0) nooutput
is_strong(dummy) = strstrt(strong, "|".size_key(0)."|") > 0

panel_of(dummy) = problem(0).(is_strong(0) ? ", n = ".count_text(cell_number("n"))." on all (strong)" : \
    ", ".count_text(cell_number("n") / cell_number("ranks"))." on each (weak)")
series_of(dummy) = line_of("ranks")
group_of(dummy) = series_of(0)
panel_label(p) = "efficiency"
load folder."rows.gp"
load folder."lines.gp"
