# SPDX-License-Identifier: MIT
# A bar for each line at one place, the best on top, with its share of the limit: draws the arrays of rows.gp. Loaded.

# ---- The bars: every series where they are few, else of each group the best T, V

few_bars = 24
is_best_only = series_count > few_bars && groups < series_count
bars = is_best_only ? groups : series_count
load folder."look.gp"
load folder."published_marks.gp"
bar_of(r) = is_best_only ? row_group[r] : row_series[r]
array best[panels * bars]
do for [i = 1:|best|] { best[i] = 0 }
cell(p, b) = (p - 1) * bars + b
is_better(a, b) = is_time ? row_value[a] < row_value[b] : row_value[a] > row_value[b]
do for [r = 1:rows] {
    i = cell(row_panel[r], bar_of(r))
    if (best[i] == 0 || is_better(r, best[i])) { best[i] = r }
}
full_bar_name(r) = is_best_only ? group[row_group[r]].\
    (row_t[r] > 0 ? sprintf(", best T=%d", row_t[r]).(row_v[r] > 0 ? sprintf(" V=%d", row_v[r]) : "") : "") : series[row_series[r]]
plain_bar_name(r) = is_best_only ? group[row_group[r]] : series[row_series[r]]
bar_name(r) = renamed(plain_bar_name(r)) eq plain_bar_name(r) ? full_bar_name(r) : renamed(plain_bar_name(r))
bar_text(r) = value_text(row_value[r]).\
    (row_share[r] > 0 ? "  ".percent(row_share[r]) : "").(row_above[r] ? " ↑" : "")

# The best on top; of equals the first.
comes_before(r, q, b, c) = r > 0 && (is_better(r, q) || (row_value[r] == row_value[q] && b < c))
place_of(p, c) = 1 + (sum [b = 1:bars] (comes_before(best[cell(p, b)], best[cell(p, c)], b, c) ? 1 : 0))
bars_of(p) = sum [b = 1:bars] (best[cell(p, b)] > 0)

array bar_says[panels * bars]
says(r) = bar_name(r).": ".value_text(row_value[r]).(row_low[r] == row_low[r] ? sprintf(" [%s, %s]", value_text(row_low[r]), \
    value_text(row_high[r])) : "").(row_share[r] > 0 ? ", ".percent(row_share[r])." of the limit" : "").\
    (row_above[r] ? ", above its limit" : "").(row_hollow[r] ? ", ".unusable_text : "")
# Right of the interval and of the limit.
text_at(high, limit) = limit > high ? limit : high
# Rows of $table: place from the top, value, low, high, limit, hollow, colour, name, text, what was published, where
# the text begins. A gap stands for no row.
array height[panels]
array top[panels]
most_bars = 0
longest = 10
any_hollow = 0
any_above = 0
set print $table
do for [p = 1:panels] {
    height[p] = 0
    top[p] = 0
    drawn_bars = bars_of(p)
    do for [k = 1:drawn_bars] {
        do for [b = 1:bars] {
            if (best[cell(p, b)] > 0 && place_of(p, b) == k) { bar_at = b }
        }
        r = best[cell(p, bar_at)]
        if (r > 0) {
            height[p] = height[p] + 1
            bar_says[cell(p, height[p])] = says(r)
            top[p] = finite(row_high[r], row_value[r]) > top[p] ? finite(row_high[r], row_value[r]) : top[p]
            top[p] = row_limit[r] > top[p] ? row_limit[r] : top[p]
            longest = strlen(bar_name(r)) > longest ? strlen(bar_name(r)) : longest
            any_hollow = any_hollow || row_hollow[r]
            any_above = any_above || row_above[r]
            theirs = published_value(published_of(r), r)
            if (theirs == theirs) {
                ignored = note_source(published_of(r))
                top[p] = theirs > top[p] ? theirs : top[p]
            }
            print sprintf("%d %.17g %.17g %.17g %.17g %d %d \"%s\" \"%s\" %.17g %.17g", -height[p], row_value[r], row_low[r], \
                row_high[r], row_limit[r] > 0 ? row_limit[r] : NaN, row_hollow[r], \
                look(r), bar_name(r), bar_text(r), theirs == theirs ? theirs : 0, \
                text_at(finite(row_high[r], row_value[r]), row_limit[r]))
        }
    }
    most_bars = height[p] > most_bars ? height[p] : most_bars
    print ""
    print ""
}
unset print

columns = 1
has_bars = 1
side_width = 0
most_beside = 0
legend_entry = 0
left_of_plot = 40 + 7 * longest
plot_width = 620
plot_height = most_bars * 26 < 60 ? 60 : most_bars * 26
above_plot = 46
below_plot = 52
legend_width = 0
legend_lines = 0
title = quantity_text." and share of the limit"
subtitle = common
foot = "Median with its 95 % interval; the mark is the measured limit, and the share that of it.".(any_hollow ? " Hollow: ".unusable_text."." : "").\
    (any_above ? " ↑: above its limit." : "").\
    published_text(0).left_out_text
if (page_width_px > 0 && left_of_plot > 0.6 * page_width_px / layout_scale) {
    left_of_plot = 0.6 * page_width_px / layout_scale
}
load folder."page.gp"

set grid noytics xtics linetype 1 linewidth 0.5 linecolor rgb "#DDDDDD"
set border 1 linewidth 0.8 linecolor rgb "#444444"
set ytics scale 0 nomirror
set boxwidth 0.7
bar_colour(i) = colour(int(i))
# Where a text of a bar that ends at x stands clear of a mark.
beside(x, mark, most) = mark > x && mark < x + 0.25 * most ? mark : x
do for [p = 1:panels] {
    load folder."panel.gp"
    set label 4 at screen screen_x(left_of_page), screen screen_y(panel_y(p) - 8 - 14 * line_count(panel[p]))
    set xrange [0:top[p] * (1.1 + 150.0 / plot_width)]
    set yrange [-most_bars - 0.6:-0.4]
    if (is_time) {
        unset xtics
    } else {
        set xtics autofreq scale 0.5 nomirror
    }
    set xlabel (is_time ? "time of a call" : unit_text) offset 0, 0.3
    plot for [k = 1:height[p]] $table index (p - 1) every ::k - 1::k - 1 \
            using ($2 / 2):1:(0):2:($1 - 0.36):($1 + 0.36):(bar_colour($7)):ytic(8) \
            with boxxyerror fillstyle solid 0.85 noborder linecolor rgb variable title bar_says[cell(p, k)] noenhanced, \
        $table index (p - 1) using ($6 > 0 ? $2 / 2 : NaN):1:(0.004 * top[p]):($2 - 0.004 * top[p]):($1 - 0.29):($1 + 0.29) \
            with boxxyerror fillstyle solid noborder linecolor rgb "white" title unusable_text noenhanced, \
        $table index (p - 1) using ($3 == $3 ? $2 : NaN):1:3:4 with xerrorbars pointtype 0 linecolor rgb "#333333" title "95 % interval" noenhanced, \
        $table index (p - 1) using 5:($1 - 0.4):(0):(0.8) with vectors nohead linewidth 2 linecolor rgb "black" title "limit" noenhanced, \
        $table index (p - 1) using ($10 > 0 ? $10 : NaN):1 with points pointtype 12 pointsize 1.6 * point_scale linewidth 4 linecolor rgb "white" title "published" noenhanced, \
        $table index (p - 1) using ($10 > 0 ? $10 : NaN):1 with points pointtype 13 pointsize 1.2 * point_scale linecolor rgb "#707070" title "published" noenhanced, \
        $table index (p - 1) using (beside($11, $10, top[p])):1:9 with labels left offset 1, 0 textcolor rgb "#222222" title "value and share of the limit" noenhanced
}
unset multiplot
set output
