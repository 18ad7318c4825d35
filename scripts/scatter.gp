# SPDX-License-Identifier: MIT
# A point for each row: measured over predicted, or speed over error. Loaded after style.gp.

is_diagonal = is_time && y_label ne "time of a call"
least_x = 1e300; most_x = 0; least_y = 1e300; most_y = 0
do for [i = 1:points] {
    least_x = point_x[i] > 0 && point_x[i] < least_x ? point_x[i] : least_x
    most_x = point_x[i] > most_x ? point_x[i] : most_x
    least_y = point_y[i] < least_y ? point_y[i] : least_y
    most_y = point_y[i] > most_y ? point_y[i] : most_y
}
least_x = least_x > 1e299 ? 1 : least_x
most_x = most_x > 0 ? most_x : least_x
# What is exact has no place on a logarithmic axis: it stands at its left end.
any_exact = (sum [i = 1:points] (point_x[i] == 0)) > 0
exact = least_x / 10
if (is_diagonal) {
    least_x = least_x < least_y ? least_x : least_y
    most_x = most_x > most_y ? most_x : most_y
    least_y = least_x
    most_y = most_x
}

columns = panels > 1 ? 2 : 1
plot_width = columns > 1 ? 440 : 620
plot_height = panels > 2 ? 300 : 400
is_fixed_height = 0
left_of_plot = 82
right_of_plot = 8
below_plot = 46
longest = 12
is_first_of_name(l) = (sum [k = 1:l - 1] (line_name[k] eq line_name[l])) == 0
do for [l = 1:lines] { longest = strlen(line_name[l]) > longest ? strlen(line_name[l]) : longest }
legend_entry = 52 + letter_width * longest
array entry[lines]
legend_lines = 0
do for [l = 1:lines] {
    if (is_first_of_name(l) && wanted("legend") ne "none") {
        legend_lines = legend_lines + 1
        entry[legend_lines] = l
    }
}
share_of_height(p) = 1
load folder."page.gp"

set logscale x 10
set xrange [(any_exact ? exact : least_x) / 1.6:most_x * 1.6]
set xtics () scale 0.5 nomirror
decades = log10(most_x / least_x)
step = decades > 8 ? 3 : decades > 4 ? 2 : 1
do for [e = -30:12] {
    if (e % step == 0) {
        do for [m in (decades > 1 ? "1" : "1 2 5")] { set xtics add ((is_diagonal ? time_text(m * 10.0**e) : sprintf("%g", m * 10.0**e)) m * 10.0**e) }
    }
}
if (any_exact) { set xtics add ("exact" exact) }
set ytics () scale 0.5 nomirror
if (is_time) {
    set logscale y 10
    set yrange [least_y / 1.6:most_y * 1.6]
    do for [e = -10:4] {
        do for [m in (log10(most_y / least_y) > 2.2 ? "1" : "1 2 5")] { set ytics add (time_text(m * 10.0**e) m * 10.0**e) }
    }
} else {
    set yrange [0:most_y * 1.1]
    set ytics autofreq
}
of_panel(p) = (out = "", sum [i = 1:points] (line_panel[point_line[i]] == p ? (out = out.sprintf(" %d", i), 0) : 0), out)
set print $points
do for [i = 1:points] {
    print sprintf("%.10g,%.10g,%.10g,%.10g", point_x[i] > 0 ? point_x[i] : exact, point_y[i], point_low[i], point_high[i])
}
unset print
do for [p = 1:panels] {
    eval(place_panel)
    set xlabel x_label offset 0, 0.5
    set label 11 (p % columns == 1 || columns == 1 ? y_label : "") at screen screen_x(panel_x(p) - left_of_plot + 14), \
        screen screen_y(panel_y(p) + 0.5 * plot_height) center rotate by 90
    plot (is_diagonal ? x : NaN) with lines linecolor rgb "#888888" dashtype 2 linewidth 1 title "as predicted" noenhanced, \
        for [i in of_panel(p)] $points every ::n(i) - 1::n(i) - 1 using ($3 == $3 ? $1 : NaN):2:3:4 with yerrorbars \
            linecolor rgb mark_color(n(i)) pointtype 0 title "95% interval" noenhanced, \
        for [i in of_panel(p)] $points every ::n(i) - 1::n(i) - 1 using 1:2 with points linecolor rgb mark_color(n(i)) \
            pointtype mark_shape(n(i)) pointsize 1.0 * point_scale title point_text[n(i)] noenhanced
}
unset multiplot
set output
