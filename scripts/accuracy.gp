# SPDX-License-Identifier: MIT
# Chart of a scanbench CSV with a column error_eps: accuracy against speed at the greatest size, a panel a problem.
# Usage: gnuplot -c accuracy.gp RESULT.csv CHART.(svg|png|pdf) [unit=elements/s] [filter=CONDITION,…]
# kind: accuracy-vs-speed
# title: Accuracy against speed
# columns: primitive, algorithm, family, dtype, n, status, time_median_s, bytes_per_s, flags, error_eps

chart = "accuracy"
folder = ARG0[1:strlen(ARG0) - strlen("accuracy.gp")]
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
undefine STATS_*
stats csv using (cell_number("error_eps")) nooutput
if (!exists("STATS_records")) {
    print csv.": no row to draw: none has error_eps"
    exit status 2
}
axis_column = "n"
is_hue_of_series = 0
extra_column = "error_eps"
most_sizes = 1
is_without_limits = 1
panel_of(dummy) = problem(0).", n = ".count_text(cell_number("n"))
series_of(dummy) = line_of(tile)
group_of(dummy) = series_of(0)
load folder."rows.gp"
is_best_only = 0
has_one_legend = 1
load folder."look.gp"

array series_row[series_count]
do for [r = 1:rows] { series_row[row_series[r]] = r }
series_look(s) = look(series_row[s])
series_shape(s) = shape(series_row[s])
row_of(p, s) = (hit = 0, sum [r = 1:rows] (hit == 0 && row_panel[r] == p && row_series[r] == s ? (hit = r, 0) : 0), hit)
series_text(p, s) = row_of(p, s) == 0 ? series[s] : \
    sprintf("%s: %s, error %.3g", renamed(series[s]), value_text(row_value[row_of(p, s)]), row_extra[row_of(p, s)])

# An error of 0 has no place on a logarithmic axis: it stands at the bottom.
least = 1e300
most = 0
right = 0
any_hollow = 0
do for [r = 1:rows] {
    e = row_extra[r]
    least = e > 0 && e < least ? e : least
    most = e > most ? e : most
    right = finite(row_high[r], row_value[r]) > right ? finite(row_high[r], row_value[r]) : right
}
most = most > 0 ? most : 1
least = least < 1e300 ? least : most
exact = least / 10
set print $table
do for [p = 1:panels] {
    do for [s = 1:series_count] {
        do for [r = 1:rows] {
            if (row_panel[r] == p && row_series[r] == s && row_extra[r] == row_extra[r]) {
                any_hollow = any_hollow || row_hollow[r]
                print sprintf("%.17g %.17g %.17g %.17g %d", row_value[r], row_extra[r] > 0 ? row_extra[r] : exact, \
                    row_low[r], row_high[r], row_hollow[r])
            }
        }
        # A block of its own for every series, drawn or not, so that its index is known.
        print "NaN NaN NaN NaN 0"
        print ""
        print ""
    }
}
unset print

columns = panels > 1 ? 2 : 1
plot_width = columns > 1 ? 480 : 680
plot_height = panels > 2 ? 310 : 420
has_bars = 0
side_width = 0
most_beside = 0
left_of_plot = 76
above_plot = 46
below_plot = 52
longest = 12
do for [s = 1:series_count] { longest = strlen(series[s]) > longest ? strlen(series[s]) : longest }
legend_entry = 60 + 7 * longest
legend_width = 10 + legend_entry
legend_lines = series_count
title = "Accuracy against ".(is_time ? "time" : "speed")
subtitle = common
foot = "The largest error of any element in ε·Σ|x|, and the median with its 95 % interval; at the bottom: exact.".\
    (any_hollow ? " Hollow: ".unusable_text."." : "")
load folder."page.gp"

set logscale y 10
set format y "%g"
set yrange [exact / 2:most * 3]
set ytics scale 0.5 nomirror
set xrange [0:right * 1.08]
set xtics autofreq scale 0.5 nomirror
index_of(p, s) = (p - 1) * series_count + s - 1
do for [p = 1:panels] {
    load folder."panel.gp"
    set xlabel (is_time ? "seconds a call" : unit_text) offset 0, 0.3
    set ylabel ((p - 1) % columns == 0 ? "error, ε·Σ|x|" : "") offset 0, 0
    plot for [s = 1:series_count] $table index index_of(p, s) using ($3 == $3 ? $1 : NaN):2:3:4 with xerrorbars \
            linecolor rgb colour(series_look(s)) pointtype 0 title renamed(series[s]).", 95 % interval" noenhanced, \
        for [s = 1:series_count] $table index index_of(p, s) using ($5 > 0 ? NaN : $1):2 with points linecolor rgb colour(series_look(s)) \
            pointtype filled_shape(series_shape(s)) pointsize 1.1 * point_scale title series_text(p, s) noenhanced, \
        for [s = 1:series_count] $table index index_of(p, s) using ($5 > 0 ? $1 : NaN):2 with points linecolor rgb colour(series_look(s)) \
            pointtype hollow_shape(series_shape(s)) pointsize 1.1 * point_scale title series_text(p, s).", ".unusable_text noenhanced
}
load folder."legend.gp"
plot for [s = 1:series_count] NaN with points linecolor rgb colour(series_look(s)) pointtype filled_shape(series_shape(s)) \
    pointsize 1.1 * point_scale title renamed(series[s]) noenhanced
unset multiplot
set output
