# SPDX-License-Identifier: MIT
# Chart of the CSV of `scanbench counts`: work issued over useful work, barriers, bank conflicts and steps of a group
# against its threads. Usage: gnuplot -c counts.gp RESULT-counts.csv CHART.(svg|png|pdf) [filter=CONDITION,…]
# kind: counts
# title: Work, barriers and bank conflicts
# columns: primitive, algorithm, n, phase, scope, threads_per_group, values_per_thread, bank_conflicts, barriers, useful_adds
# usual: yes

chart = "counts"
folder = ARG0[1:strlen(ARG0) - strlen("counts.gp")]
axis_column = "threads_per_group"
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9

# ---- Of each implementation the kernel that does its work: a scan's own, else the first. Its local step, or all of it
# where it has none; of the greatest size, with the fewest values a thread, in the first order of groups

metrics = 5
array metric_name[metrics] = ["adds issued / useful adds", "barriers of a group", "bank conflicts of a group", "dependent steps", \
    "memory instructions / 32 elements loaded"]
array is_seen[metrics]     # some row has more than 0
do for [i = 1:metrics] { is_seen[i] = 0 }
array panel[metrics]
array metric_panel[metrics]
do for [i = 1:metrics] { metric_panel[i] = 0 }
panels = 0
rank_metric(i) = metric_panel[i] > 0 ? metric_panel[i] : \
    (panels = panels + 1, panel[panels] = metric_name[i], metric_panel[i] = panels, panels)
is_of_group(dummy) = strcol("scope") eq "group" && cell_number("threads_per_group") >= 1 && is_chosen(0)

# What names a line where it varies. An older file has fewer columns, and the algorithm within a group in the name.
has_late = STATS_columns >= 41
has_instructions = STATS_columns >= 43
variants = "dtype op device".(has_late ? " mode load load_width groups network selectivity local broadcast" : "")
array seen_variant[words(variants)]
array varied[words(variants)]
do for [i = 1:words(variants)] {
    seen_variant[i] = "|"
    varied[i] = 0
}
note_variant(i, text) = is_absent(text) || strstrt(seen_variant[i], "|".text."|") ? 0 : \
    (varied[i] = varied[i] + (seen_variant[i] ne "|"), seen_variant[i] = seen_variant[i].text."|", 0)
variant_text(name, text) = name eq "load_width" ? "load width ".text : name eq "groups" ? text." groups" : \
    name eq "selectivity" ? sprintf("selectivity %g", text + 0) : name eq "broadcast" ? (text eq "yes" ? "broadcast" : "no broadcast") : text
variant(dummy) = (name = "", sum [i = 1:words(variants)] \
    (varied[i] > 0 && !is_absent(strcol(word(variants, i))) ? \
        (name = name.", ".variant_text(word(variants, i), strcol(word(variants, i))), 0) : 0), name)

# "|scan group/lookback=scan_lookback|", and of those with a local step "|scan group/lookback|".
kernels_of = "|"
has_step = "|"
first_order = "|"
name_of(dummy) = strcol("primitive")." ".strcol("algorithm")
is_work(dummy) = strcol("primitive") ne "scan" || strcol("kernel")[1:4] eq "scan"
note_kernel(name) = strstrt(kernels_of, "|".name."=") || !is_work(0) ? 0 : (kernels_of = kernels_of.name."=".strcol("kernel")."|", 0)
is_main(dummy) = strstrt(kernels_of, "|".name_of(0)."=".strcol("kernel")."|") > 0
note_step(name) = strstrt(has_step, "|".name."|") || strcol("phase") ne "local" || !(cell_number("steps") > 0) ? 0 : \
    (has_step = has_step.name."|", 0)
note_order(device) = strstrt(first_order, "|".device."=") ? 0 : (first_order = first_order.device."=".strcol("order")."|", 0)
least_v = 1e300
most_n = 0
is_usual(v) = v >= 1 && v < least_v
survey(dummy) = !is_of_group(0) ? 0 : ( \
    note_kernel(name_of(0)), is_main(0) ? note_step(name_of(0)) : 0, note_order(strcol("device")), \
    sum [i = 1:words(variants)] note_variant(i, strcol(word(variants, i))), \
    n = cell_number("n"), most_n = n > most_n && n < 1e30 ? n : most_n, \
    v = cell_number("values_per_thread"), least_v = is_usual(v) ? v : least_v, 0)
stats csv using (survey(0)) nooutput
phase_of(name) = strstrt(has_step, "|".name."|") ? "local" : "total"

capacity = metrics * capacity
array series[capacity]
array place_x[capacity]
array series_group[capacity]
array hue_name[capacity]
array row_panel[capacity]
array row_series[capacity]
array row_place[capacity]
array row_value[capacity]
array row_low[capacity]
array row_high[capacity]
array row_hollow[capacity]
array row_limit[capacity]
array row_share[capacity]
array row_hue[capacity]
array row_where[capacity]
array row_family[capacity]
array row_t[capacity]
array row_v[capacity]
array where_name[1] = ["host"]
wheres = 1
series_count = 0
places = 0
row = 0
rank_series(key) = (hit = sum [k = 1:series_count] (series[k] eq key ? k : 0), \
    hit ? hit : (series_count = series_count + 1, series[series_count] = key, series_count))
rank_place(key) = (hit = sum [k = 1:places] (place_x[k] == key ? k : 0), \
    hit ? hit : (places = places + 1, place_x[places] = key, places))
metric_value(i) = \
    i == 1 ? (cell_number("useful_adds") > 0 ? cell_number("adds") / cell_number("useful_adds") : NaN) : \
    i == 2 ? cell_number("barriers") : i == 3 ? cell_number("bank_conflicts") : i == 4 ? cell_number("steps") : \
    !has_instructions || strcol("phase") ne "total" || !(cell_number("device_loads") > 0) ? NaN : \
    32 * cell_number("memory_instructions") / cell_number("device_loads")
note_metric(i, value) = (is_seen[i] = is_seen[i] || value > 0 && value < 1e300, 0)
note_metrics(dummy) = !is_kept(0) ? 0 : (sum [i = 1:metrics] note_metric(i, metric_value(i)))
add(metric, value) = !is_seen[metric] || !(value == value && value < 1e300) ? 0 : (row = row + 1, row_panel[row] = rank_metric(metric), \
    row_series[row] = s, row_place[row] = x, row_value[row] = value, row_low[row] = value, row_high[row] = value, \
    row_hollow[row] = 0, row_limit[row] = 0, row_share[row] = 0, row_hue[row] = s, row_where[row] = 1, row_family[row] = 0, \
    row_t[row] = 0, row_v[row] = 0, 0)
is_kept(dummy) = is_of_group(0) && is_main(0) && strcol("phase") eq phase_of(name_of(0)) && cell_number("n") == most_n && \
    strstrt(first_order, "|".strcol("device")."=".strcol("order")."|") > 0 && \
    (is_absent(strcol("values_per_thread")) || cell_number("values_per_thread") == least_v)
note_phase(name) = strstrt(drawn_phases, name) ? 0 : (drawn_phases = drawn_phases." ".name, 0)
drawn_phases = ""
keep(dummy) = !is_kept(0) ? 0 : ( \
    s = rank_series(name_of(0).variant(0)), note_phase(strcol("phase")), \
    series_group[s] = s, \
    x = rank_place(cell_number("threads_per_group")), \
    sum [i = 1:metrics] add(i, metric_value(i)))
stats csv using (note_metrics(0)) nooutput
do for [i = 2:2] { is_seen[i] = is_seen[i] || (sum [k = 1:metrics] is_seen[k]) == 0 }
stats csv using (keep(0)) nooutput
rows = row
if (rows == 0) {
    print csv.": no row to draw: none of scope group".(wanted > 0 ? " among those chosen" : "")
    exit status 2
}
set datafile separator whitespace
unset datafile columnheaders
groups = series_count
array group[groups]
array order[places]
do for [z = 1:places] {
    order[1 + sum [k = 1:places] (place_x[k] < place_x[z])] = z
}

axis_label = "threads per group"
is_relative = 0
is_linear = 1
is_shared = 0
unusable_text = ""
left_out_text = ""
is_time = 0
is_exact = 1
has_caches = 0
has_limits = 0
panel_label(p) = ""
l1d = NaN
l2 = NaN
l3 = NaN
machine = "-"
hosts = 1
device_list = ""
utc = "-"
chart_title = "Work of a group against its threads"
step_text = words(drawn_phases) > 1 ? "the local step, else all of it" : word(drawn_phases, 1) eq "local" ? "local step" : "all of it"
common = "first full tile, ".step_text.(least_v < 1e300 ? sprintf(", V=%d", least_v) : "").", n=".count_text(most_n)
load folder."lines.gp"
