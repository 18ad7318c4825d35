# SPDX-License-Identifier: MIT
# Chart of a scanbench CSV of arrays on ranks: measured against predicted time, a panel for each problem, all sizes and ranks.
# Usage: gnuplot -c predicted.gp RESULT.csv CHART.(svg|png|pdf) [filter=CONDITION,…]
# kind: predicted-vs-measured
# title: Measured against predicted time
# unit: time
# columns: primitive, algorithm, family, dtype, n, status, time_median_s, bytes_per_s, flags, ranks, predicted_s

chart = "predicted"
folder = ARG0[1:strlen(ARG0) - strlen("predicted.gp")]
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8 ARG9
unit = "time"
is_time = 1
# Of one rank alone an exchange takes nothing, which has no place on a logarithmic axis.
is_chosen(dummy) = cell_number("predicted_s") > 0 && \
    (wanted == 0 ? 1 : (sum [i = 1:wanted] (holds(i) ? 1 : 0)) == wanted)
undefine STATS_*
stats csv using (cell_number("predicted_s")) nooutput
if (!exists("STATS_records")) {
    print csv.": no row to draw: none has predicted_s"
    exit status 2
}
axis_column = "ranks"
extra_column = "predicted_s"
is_hue_of_series = 0
most_sizes = 0
is_without_limits = 1
panel_of(dummy) = problem(0)
series_of(dummy) = line_of("ranks")
group_of(dummy) = series_of(0)
load folder."rows.gp"
is_best_only = 0
has_one_legend = 1
load folder."look.gp"

array series_row[series_count]
do for [r = 1:rows] { series_row[row_series[r]] = r }
series_look(s) = look(series_row[s])
series_shape(s) = shape(series_row[s])

# Both axes are the same, so that the diagonal is where measured and predicted agree.
least = 1e300
most = 0
any_hollow = 0
do for [r = 1:rows] {
    do for [value in sprintf("%.17g %.17g", row_value[r], row_extra[r])] {
        least = value + 0 < least ? value + 0 : least
        most = value + 0 > most ? value + 0 : most
    }
}
set print $table
do for [p = 1:panels] {
    do for [s = 1:series_count] {
        do for [r = 1:rows] {
            if (row_panel[r] == p && row_series[r] == s) {
                any_hollow = any_hollow || row_hollow[r]
                print sprintf("%.17g %.17g %.17g %.17g %d", row_extra[r], row_value[r], row_low[r], row_high[r], \
                    row_hollow[r])
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
plot_width = columns > 1 ? 440 : 560
plot_height = panels > 2 ? 340 : 460
has_bars = 0
side_width = 0
most_beside = 0
left_of_plot = 76
above_plot = 46
below_plot = 52
longest = 16
do for [s = 1:series_count] { longest = strlen(series[s]) > longest ? strlen(series[s]) : longest }
legend_entry = 60 + 7 * longest
legend_width = 10 + legend_entry
legend_lines = series_count + 1
title = "Measured against predicted time"
subtitle = common
foot = "A point for each size and number of ranks: median with its 95 % interval. Above the line: slower than messages and memory explain.".\
    (any_hollow ? " Hollow: ".unusable_text."." : "")
load folder."page.gp"

set logscale xy 10
set xrange [least / 1.6:most * 1.6]
set yrange [least / 1.6:most * 1.6]
set xtics () scale 0.5 nomirror
set ytics () scale 0.5 nomirror
decades = log10(most / least)
do for [e = -10:4] {
    do for [m in (decades > 4 ? "1" : decades > 2.2 ? "1 3" : "1 2 5")] {
        set ytics add (time_text(m * 10.0**e) m * 10.0**e)
    }
    do for [m in (decades > 2.2 ? "1" : "1 3")] {
        set xtics add (time_text(m * 10.0**e) m * 10.0**e)
    }
}
index_of(p, s) = (p - 1) * series_count + s - 1
do for [p = 1:panels] {
    load folder."panel.gp"
    set xlabel "predicted" offset 0, 0.3
    set ylabel ((p - 1) % columns == 0 ? "measured" : "") offset 0, 0
    plot x with lines linecolor rgb "#888888" dashtype 2 linewidth 1 title "as predicted" noenhanced, \
        for [s = 1:series_count] $table index index_of(p, s) using ($3 == $3 ? $1 : NaN):2:3:4 with yerrorbars \
            linecolor rgb colour(series_look(s)) pointtype 0 title renamed(series[s]).", 95 % interval" noenhanced, \
        for [s = 1:series_count] $table index index_of(p, s) using 1:($5 > 0 ? NaN : $2) with points \
            linecolor rgb colour(series_look(s)) pointtype filled_shape(series_shape(s)) pointsize 1.1 * point_scale \
            title renamed(series[s]) noenhanced, \
        for [s = 1:series_count] $table index index_of(p, s) using 1:($5 > 0 ? $2 : NaN) with points \
            linecolor rgb colour(series_look(s)) pointtype hollow_shape(series_shape(s)) pointsize 1.1 * point_scale \
            title renamed(series[s]).", ".unusable_text noenhanced
}
load folder."legend.gp"
plot for [s = 1:series_count] NaN with points linecolor rgb colour(series_look(s)) pointtype filled_shape(series_shape(s)) \
    pointsize 1.1 * point_scale title renamed(series[s]) noenhanced, \
    NaN with lines linecolor rgb "#888888" dashtype 2 linewidth 1 title "as predicted" noenhanced
unset multiplot
set output
