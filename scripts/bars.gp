# SPDX-License-Identifier: MIT
# A bar for each line, the best on top, with columns for its value and its share of the peak. Loaded after style.gp.

longest = 10
array bars_of[panels]
array top[panels]
most_bars = 0
do for [p = 1:panels] {
    bars_of[p] = sum [l = 1:lines] (is_data(l) && line_panel[l] == p)
    most_bars = bars_of[p] > most_bars ? bars_of[p] : most_bars
    top[p] = 0
}
do for [i = 1:points] {
    l = point_line[i]
    top[line_panel[l]] = is_shown(l) && point_y[i] > top[line_panel[l]] ? point_y[i] : top[line_panel[l]]
    top[line_panel[l]] = point_high[i] < 2 * point_y[i] && point_high[i] > top[line_panel[l]] ? point_high[i] : top[line_panel[l]]
    longest = is_data(l) && strlen(line_name[l]) > longest ? strlen(line_name[l]) : longest
}
# Bars are numbered within their panel: a line that has no value there leaves no gap.
array bar_at[points]
do for [i = 1:points] {
    bar_at[i] = 1 + sum [l = 1:lines] (is_data(l) && line_panel[l] == line_panel[point_line[i]] && point_x[line_first[l]] < point_x[i])
}
is_count = unit eq "count"
has_shares = has_peaks && (sum [l = 1:lines] is_peak(l)) > 0
columns = is_count && panels > 2 ? 2 : 1
plot_width = is_count ? 240 : 520
left_of_plot = 24 + letter_width * longest
is_narrow = page_width_px > 0 && page_width_px / scale < 480
most_left = page_width_px > 0 ? (is_narrow ? 0.36 : 0.5) * page_width_px / scale : 1e9
# Where names have no room beside their bars, each stands above its own.
is_stacked = left_of_plot > most_left
left_of_plot = is_stacked ? 16 : left_of_plot
bar_height = is_stacked ? 40 : 24
bar_half = is_stacked ? 0.2 : 0.34
peak_half = is_stacked ? 0.25 : 0.4
bar_y(bar) = is_stacked ? -bar - 0.22 : -bar
plot_height = most_bars * bar_height < 48 ? 48 : most_bars * bar_height
is_fixed_height = 1
right_of_plot = is_count ? 64 : has_shares ? (is_narrow ? 92 : 130) : 74
below_plot = is_count ? 14 : 46
legend_lines = 0
legend_entry = 100
array entry[1]
share_of_height(p) = real(bars_of[p]) / most_bars
do for [p = 1:panels] { top[p] = top[p] > 0 ? top[p] : 1 }
load folder."page.gp"
title_shift = left_of_plot - left_of_page

set grid noytics xtics linetype 1 linewidth 0.5 linecolor rgb "#DDDDDD"
set border 1 linewidth 0.8 linecolor rgb "#444444"
of_panel(p, kind) = (out = "", sum [i = 1:points] (line_panel[point_line[i]] == p && \
    (kind == 0 ? is_data(point_line[i]) : kind == 1 ? is_peak(point_line[i]) && has_peaks : is_published(point_line[i])) ? (out = out.sprintf(" %d", i), 0) : 0), out)
set print $points
do for [i = 1:points] {
    print sprintf("%.10g,%.10g,%.10g,%.10g", bar_at[i], point_y[i], point_low[i], point_high[i])
}
unset print
bar_text(value) = !is_count ? value_text(value) : value < 1e4 ? sprintf("%.4g", value) : sprintf("%.0f", value)
bar_color(i) = unusable(i) ? weak : color_of(point_line[i])
bars_step(x) = (m = x * (plot_width < 220 ? 50.0 / plot_width : 0.25), d = 10.0**floor(log10(m)), m = m / d, d * (m <= 1 ? 1 : m <= 2 ? 2 : m <= 5 ? 5 : 10))
do for [p = 1:panels] {
    eval(place_panel)
    set xrange [0:top[p] * 1.05]
    set yrange [-bars_of[p] - 0.6:-0.4]
    set xlabel x_label offset 0, 0.5
    set xtics scale 0.5 nomirror (0)
    if (is_count) { unset xtics }
    do for [k = 1:(is_count ? 0 : int(top[p] * 1.05 / bars_step(top[p])))] { set xtics add ((is_time ? time_text(k * bars_step(top[p])) : sprintf("%g", k * bars_step(top[p]))) k * bars_step(top[p])) }
    set ytics () scale 0 nomirror
    if (is_stacked) { unset ytics }
    do for [k = 1:most_bars] { unset label (100 + k); unset label (200 + k); unset label (300 + k) }
    do for [l = 1:lines] {
        if (is_data(l) && line_panel[l] == p) {
            if (is_stacked) {
                set label (300 + int(bar_at[line_first[l]])) line_name[l] at screen screen_x(panel_x(p)), first -bar_at[line_first[l]] + 0.22 left noenhanced
            } else {
                set ytics add (tick_label(line_name[l]) -bar_at[line_first[l]])
            }
        }
    }
    value_x = screen_x(panel_x(p) + plot_width + (is_narrow ? 36 : 52))
    share_x = screen_x(panel_x(p) + plot_width + (is_narrow ? 84 : 112))
    head_y = screen_y(panel_y(p) - 6)
    set label 12 (is_count ? "" : is_time ? "time" : unit eq "bytes/s" ? "GB/s" : "10⁹/s") at screen value_x, screen head_y right textcolor rgb "#555555"
    set label 13 (has_shares ? "of peak" : "") at screen share_x, screen head_y right textcolor rgb "#555555"
    do for [i in of_panel(p, 0)] {
        set label (100 + int(bar_at[i + 0])) bar_text(point_y[i + 0]) at screen value_x, first bar_y(bar_at[i + 0]) right textcolor rgb (unusable(i + 0) ? weak : 0x222222)
    }
    do for [i in of_panel(p, 1)] { set label (200 + int(bar_at[i + 0])) point_text[i + 0] at screen share_x, first bar_y(bar_at[i + 0]) right textcolor rgb "#222222" }
    plot for [i in of_panel(p, 0)] $points every ::n(i) - 1::n(i) - 1 using ($2 / 2):(bar_y($1)):(0):2:(bar_y($1) - bar_half):(bar_y($1) + bar_half) \
            with boxxyerror fillstyle solid (unusable(n(i)) ? 0.0 : 0.85) border linecolor rgb bar_color(n(i)) linecolor rgb bar_color(n(i)) title point_text[n(i)] noenhanced, \
        for [i in of_panel(p, 0)] $points every ::n(i) - 1::n(i) - 1 using ($3 < $4 ? $2 : NaN):(bar_y($1)):3:4 with xerrorbars pointtype 0 \
            linecolor rgb "#222222" title "95% interval" noenhanced, \
        for [i in of_panel(p, 1)] $points every ::n(i) - 1::n(i) - 1 using 2:(bar_y($1) - peak_half):(0):(2 * peak_half) with vectors nohead linewidth 2 \
            linecolor rgb "black" title "peak" noenhanced, \
        for [i in of_panel(p, 2)] $points every ::n(i) - 1::n(i) - 1 using 2:(bar_y($1)) with points pointtype 13 pointsize 1.4 * point_scale \
            linecolor rgb "#707070" title point_text[n(i)] noenhanced
}
unset multiplot
set output
