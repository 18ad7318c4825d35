# SPDX-License-Identifier: MIT
# Chart of the CSV of `scanbench history`: the time of the fastest over results, as a share of that in the first, a panel for each
# problem and a line for each size. Usage: gnuplot -c history.gp HISTORY.csv CHART.(svg|png|pdf) [filter=CONDITION,…]
# kind: history
# title: The fastest over results
# unit: time
# columns: problem, algorithm, n, commit, utc, time_median_s, time_ci_low_s, time_ci_high_s, order

chart = "history"
folder = ARG0[1:strlen(ARG0) - strlen("history.gp")]
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
unit = "time"
is_time = 1

# ---- The rows, as rows.gp has them. Results stand equally far apart: at 2, 4, 8, … of a logarithmic axis

most_results = 60    # beyond them a double counts no further on that axis
is_drawn(dummy) = is_plausible(cell_number("time_median_s")) && cell_number("n") >= 0 && cell_number("order") >= 1 && \
    cell_number("order") <= most_results && is_chosen(0)
array panel[capacity]
array series[capacity]
array place_x[capacity]
array place_said[most_results]
array series_group[capacity]
array hue_name[capacity]
array row_panel[capacity]
array row_series[capacity]
array row_place[capacity]
array row_value[capacity]
array row_low[capacity]
array row_high[capacity]
array row_hollow[capacity]
array row_above[capacity]
array row_limit[capacity]
array row_share[capacity]
array row_hue[capacity]
array row_where[capacity]
array row_family[capacity]
array row_t[capacity]
array row_v[capacity]
array row_n[capacity]
array row_key[capacity]
array row_said[capacity]
array panel_bytes[capacity]
array where_name[1] = ["host"]
wheres = 1
panels = 0
series_count = 0
places = 0
hosts = 1
device_list = ""
row = 0
do for [i = 1:most_results] { place_said[i] = "" }
rank_panel(key) = (hit = sum [k = 1:panels] (panel[k] eq key ? k : 0), \
    hit ? hit : (panels = panels + 1, panel[panels] = key, panels))
rank_series(key) = (hit = sum [k = 1:series_count] (series[k] eq key ? k : 0), \
    hit ? hit : (series_count = series_count + 1, series[series_count] = key, series_count))
rank_place(key) = (hit = sum [k = 1:places] (place_x[k] == key ? k : 0), \
    hit ? hit : (places = places + 1, place_x[places] = key, places))
commit_text(dummy) = is_absent(strcol("commit")) ? "" : strcol("commit")[1:7]
day_text(dummy) = is_absent(strcol("utc")) ? "" : strcol("utc")[1:10]
note_result(i) = (place_said[i] = commit_text(0)."\n".day_text(0), 0)
keep(dummy) = !is_drawn(0) ? 0 : ( \
    row = row + 1, \
    note_result(int(cell_number("order"))), \
    row_panel[row] = rank_panel(strcol("problem")), \
    row_series[row] = rank_series("n = ".count_text(cell_number("n"))), \
    series_group[row_series[row]] = row_series[row], \
    row_place[row] = rank_place(2.0**int(cell_number("order"))), \
    row_value[row] = cell_number("time_median_s"), \
    row_low[row] = plausible(cell_number("time_ci_low_s"), NaN), \
    row_high[row] = plausible(cell_number("time_ci_high_s"), NaN), \
    row_hollow[row] = 0, row_above[row] = 0, row_limit[row] = 0, row_share[row] = 0, \
    row_hue[row] = row_series[row], row_where[row] = 1, row_family[row] = 0, row_t[row] = 0, row_v[row] = 0, \
    row_n[row] = cell_number("n"), row_key[row] = "-", panel_bytes[row_panel[row]] = 0, \
    row_said[row] = commit_text(0)." ".day_text(0).", ".strcol("algorithm"), 0)
stats csv using (keep(0)) nooutput
rows = row
if (rows == 0) {
    print csv.": no row to draw".(wanted > 0 ? " among those chosen" : "")
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
place_name(e) = e >= 1 && e <= most_results ? place_said[e] : ""

axis_column = "order"
axis_label = ""
chart_title = "The fastest over results"
is_history = 1
is_relative = 1
is_linear = 1
is_shared = 1
is_exact = 0
has_caches = 0
has_limits = 0
unusable_text = ""
left_out_text = ""
common = ""
l1d = NaN
l2 = NaN
l3 = NaN
machine = "-"
utc = "-"
panel_label(p) = "time / time in the first result"
load folder."lines.gp"
