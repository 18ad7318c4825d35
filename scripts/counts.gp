# SPDX-License-Identifier: MIT
# Chart of the CSV of `scanbench counts`: work issued over useful work, barriers, bank conflicts and steps of a group
# against its threads. Usage: gnuplot -c counts.gp RESULT-counts.csv CHART.(svg|png) [filter=CONDITION,…]
# kind: counts
# title: Work, barriers and bank conflicts
# columns: primitive, algorithm, n, phase, scope, threads_per_group, values_per_thread, bank_conflicts, barriers, useful_adds
# usual: yes

chart = "counts"
folder = ARG0[1:strlen(ARG0) - strlen("counts.gp")]
default_unit = "bytes/s"
axis_column = "threads_per_group"
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8

# ---- The local step of the first full tile, with the fewest values a thread; the whole of it where no row has steps

metrics = 4
array metric_name[metrics] = ["adds issued / useful adds", "barriers of a group", "bank conflicts of a group", "dependent steps"]
array panel[metrics]
array metric_panel[metrics]
do for [i = 1:metrics] { metric_panel[i] = 0 }
panels = 0
rank_metric(i) = metric_panel[i] > 0 ? metric_panel[i] : \
    (panels = panels + 1, panel[panels] = metric_name[i], metric_panel[i] = panels, panels)
is_of_group(dummy) = strcol("scope") eq "group" && cell_number("threads_per_group") >= 1 && is_chosen(0)
# An older file has fewer columns, and the algorithm within a group in the name.
has_local = STATS_columns >= 41
locals = 0
known_locals = "|"
several_locals = 0
note_local(name) = strstrt(known_locals, "|".name."|") ? 0 : \
    (several_locals = several_locals + (known_locals ne "|"), known_locals = known_locals.name."|", 0)
variant(dummy) = has_local ? (is_absent(strcol("local")) ? "" : several_locals > 0 ? ", ".strcol("local") : "").\
    (strcol("broadcast") eq "yes" ? ", broadcast" : "") : ""
least_v = 1e300
kernels = "|"
several_kernels = 0
is_usual(v) = v >= 1 && v < least_v
note_kernel(name) = strstrt(kernels, "|".name."|") ? 0 : \
    (several_kernels = several_kernels + (kernels ne "|"), kernels = kernels.name."|", 0)
survey(dummy) = !is_of_group(0) ? 0 : (locals = locals + (strcol("phase") eq "local"), \
    has_local && !is_absent(strcol("local")) ? note_local(strcol("local")) : 0, \
    v = cell_number("values_per_thread"), least_v = is_usual(v) ? v : least_v, \
    strcol("phase") eq "local" ? note_kernel(strcol("kernel")) : 0)
stats csv using (survey(0)) nooutput
phase_name = locals > 0 ? "local" : "total"

capacity = metrics * capacity
array series[capacity]
array place_x[capacity]
array algorithm[capacity]
array series_group[capacity]
array group_algorithm[capacity]
array row_panel[capacity]
array row_series[capacity]
array row_place[capacity]
array row_value[capacity]
array row_low[capacity]
array row_high[capacity]
array row_unstable[capacity]
array row_limit[capacity]
array row_workers[capacity]
array row_device[capacity]
array group_engine[capacity]
devices = ""
engines = ""
series_count = 0
algorithms = 0
places = 0
row = 0
rank_series(key) = (hit = sum [k = 1:series_count] (series[k] eq key ? k : 0), \
    hit ? hit : (series_count = series_count + 1, series[series_count] = key, series_count))
rank_algorithm(key) = (hit = sum [k = 1:algorithms] (algorithm[k] eq key ? k : 0), \
    hit ? hit : (algorithms = algorithms + 1, algorithm[algorithms] = key, algorithms))
rank_place(key) = (hit = sum [k = 1:places] (place_x[k] == key ? k : 0), \
    hit ? hit : (places = places + 1, place_x[places] = key, places))
add(metric, value) = !(value == value && value < 1e300) ? 0 : (row = row + 1, row_panel[row] = rank_metric(metric), \
    row_series[row] = s, row_place[row] = x, row_value[row] = value, row_low[row] = value, row_high[row] = value, \
    row_unstable[row] = 0, row_limit[row] = 0, row_workers[row] = 1, row_device[row] = 0, 0)
is_kept(dummy) = is_of_group(0) && strcol("phase") eq phase_name && \
    (is_absent(strcol("values_per_thread")) || cell_number("values_per_thread") == least_v)
keep(dummy) = !is_kept(0) ? 0 : ( \
    s = rank_series(strcol("primitive")." ".strcol("algorithm").variant(0).(several_kernels > 0 ? ", ".strcol("kernel") : "")), \
    series_group[s] = s, group_engine[s] = 0, group_algorithm[s] = rank_algorithm(strcol("algorithm").variant(0)), \
    x = rank_place(cell_number("threads_per_group")), \
    useful = cell_number("useful_adds"), \
    add(1, useful > 0 ? cell_number("adds") / useful : NaN), add(2, cell_number("barriers")), \
    add(3, cell_number("bank_conflicts")), add(4, cell_number("steps")), 0)
stats csv using (keep(0)) nooutput
rows = row
if (rows == 0) {
    print csv.": no row to draw: none of scope group, phase ".phase_name.(wanted > 0 ? " among those chosen" : "")
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
is_time = 0
is_exact = 1
has_caches = 0
has_limits = 0
panel_label(p) = ""
l1d = NaN
l2 = NaN
l3 = NaN
machine = "-"
utc = "-"
chart_title = "Work of a group against its threads"
common = sprintf("first full tile, %s step%s", phase_name, least_v < 1e300 ? sprintf(", V=%d", least_v) : "")
load folder."lines.gp"
