# SPDX-License-Identifier: MIT
# Heat maps: a column of the CSV, row_column, × values per thread, a panel for each algorithm and each of up to four sizes.
# For heatmap.gp and ring_heatmap.gp, which say row_column and row_words, what people call it.

axis_column = "values_per_thread"
is_hue_of_series = 0
extra_column = ""
most_sizes = 4
is_without_limits = 1
panel_of(dummy) = problem(0).", n = ".count_text(cell_number("n")).", ".line_of(tile." ring reducers")
series_of(dummy) = strcol(row_column)
group_of(dummy) = series_of(0)
load folder."rows.gp"
is_best_only = 0

# ---- The cells: V on the x axis, the rows on the y axis, both by rank; several rows of a cell leave the best

array t_order[series_count]
do for [s = 1:series_count] {
    t_order[1 + sum [k = 1:series_count] (series[k] + 0 < series[s] + 0)] = s
}
array t_rank[series_count]
array v_rank[places]
do for [k = 1:series_count] { t_rank[t_order[k]] = k }
do for [k = 1:places] { v_rank[order[k]] = k }
array best[panels * series_count * places]
do for [i = 1:|best|] { best[i] = 0 }
cell(p, t, v) = ((p - 1) * series_count + t - 1) * places + v
is_better(a, b) = is_time ? row_value[a] < row_value[b] : row_value[a] > row_value[b]
array champion[panels]
do for [p = 1:panels] { champion[p] = 0 }
low = 1e300
high = 0
any_hollow = 0
any_above = 0
do for [r = 1:rows] {
    p = row_panel[r]
    i = cell(p, t_rank[row_series[r]], v_rank[row_place[r]])
    if (best[i] == 0 || is_better(r, best[i])) { best[i] = r }
    if (champion[p] == 0 || is_better(r, champion[p])) { champion[p] = r }
    low = row_value[r] < low ? row_value[r] : low
    high = row_value[r] > high ? row_value[r] : high
    any_hollow = any_hollow || row_hollow[r]
    any_above = any_above || row_above[r]
}
# Nine of ten cells within a few per cent of the best are told apart by shade only if the scale is that of the values. But
# a few per cent alone are not the whole scale.
low = !is_time && low > 0.9 * high ? 0.9 * high : low
high = is_time && high < low / 0.9 ? low / 0.9 : high
shade(value) = high > low ? (is_time ? log(high / value) / log(high / low) : (value - low) / (high - low)) : 1
cell_text(value) = is_time ? time_text(value) : rate_text(value)

array cell_says[panels * series_count * places]    # where one points at it
array cells[panels]
do for [p = 1:panels] { cells[p] = 0 }
array block[panels]
blocks = 0
set print $table
do for [p = 1:panels] {
    do for [t = 1:series_count] {
        do for [v = 1:places] {
            r = best[cell(p, t, v)]
            if (r > 0) {
                cells[p] = cells[p] + 1
                cell_says[cell(p, 1, 1) + cells[p] - 1] = sprintf("%s by %d: %s%s%s%s", series[t_order[t]], place_x[order[v]], \
                    value_text(row_value[r]), row_share[r] > 0 ? ", ".percent(row_share[r])." of the limit" : "", \
                    row_above[r] ? ", above its limit" : "", row_hollow[r] ? ", ".unusable_text : "")
                print sprintf("%d %d %.17g \"%s%s%s\"", v, t, shade(row_value[r]), cell_text(row_value[r]), \
                    row_above[r] ? " ↑" : "", row_hollow[r] ? " ○" : "")
            }
        }
    }
    print ""
    print ""
}
unset print

columns = panels > 1 ? 2 : 1
longest = 20
do for [p = 1:panels] { longest = strlen(panel[p]) > longest ? strlen(panel[p]) : longest }
plot_width = places * 62 < 240 ? 240 : places * 62
plot_width = plot_width < 7 * longest ? 7 * longest : plot_width
plot_height = series_count * 34 < 120 ? 120 : series_count * 34
has_bars = 1
side_width = 0
most_beside = 0
legend_entry = 0
left_of_plot = 74
above_plot = 44
below_plot = 56
legend_width = 0
legend_lines = 0
title = quantity_text." by ".row_words." and values per thread"
subtitle = (is_time ? "Time of a call" : unit_text).(common eq "" ? "" : ", ".common)
foot = "Framed: the best of a panel. Darker is faster, on one scale for all panels.".(any_above ? " ↑: above its limit." : "").(any_hollow ? " ○: ".unusable_text."." : "").left_out_text
load folder."look.gp"
load folder."page.gp"

set palette defined (0 "#F7FBFF", 0.4 "#9ECAE1", 0.7 "#4292C6", 1 "#08458A")
set cbrange [0:1]
unset colorbox
unset grid
set xrange [0.5:places + 0.5]
set yrange [0.5:series_count + 0.5]
set xtics () scale 0 nomirror
do for [k = 1:places] { set xtics add (sprintf("%d", place_x[order[k]]) k) }
set ytics () scale 0 nomirror
do for [k = 1:series_count] { set ytics add (series[t_order[k]] k) }
unset border
do for [p = 1:panels] {
    load folder."panel.gp"
    set xlabel "values per thread" offset 0, 0.3
    set ylabel ((p - 1) % columns == 0 ? row_words : "") offset 0, 0
    x = v_rank[row_place[champion[p]]]
    y = t_rank[row_series[champion[p]]]
    set object 1 rectangle from x - 0.48, y - 0.46 to x + 0.48, y + 0.46 front fillstyle empty \
        border linecolor rgb "#D55E00" linewidth 2.5
    plot for [k = 1:cells[p]] $table index (p - 1) every ::k - 1::k - 1 using 1:2:(0.49):(0.47):3 \
            with boxxyerror fillstyle solid noborder linecolor palette title cell_says[cell(p, 1, 1) + k - 1] noenhanced, \
        $table index (p - 1) using 1:2:4:($3 > 0.6 ? 0xFFFFFF : 0x111111) with labels textcolor rgb variable \
            title "value" noenhanced
}
unset multiplot
set output
