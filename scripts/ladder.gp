# SPDX-License-Identifier: MIT
# Chart of a scanbench CSV: a bar for each algorithm at the greatest size with its share of the limit, a panel a problem.
# Usage: gnuplot -c ladder.gp RESULT.csv CHART.(svg|png) [unit=elements/s] [filter=CONDITION,…]
# kind: ladder
# title: Algorithms and their share of the limit
# columns: primitive, algorithm, family, dtype, n, status, time_median_s, bytes_per_s, flags

chart = "ladder"
folder = ARG0[1:strlen(ARG0) - strlen("ladder.gp")]
default_unit = "bytes/s"
call folder."common.gp" ARG1 ARG2 ARG3 ARG4 ARG5 ARG6 ARG7 ARG8
axis_column = "n"
extra_column = ""
is_one_size = 1
is_without_limits = 1
panel_of(dummy) = problem(0).", n = ".count_text(cell_number("n"))
series_of(dummy) = algorithm_of(0).named_from(1)
group_of(dummy) = algorithm_of(0).named_from(3)
load folder."rows.gp"

# ---- The bars: every series where they are few, else of each group the best T, V

few_bars = 24
is_best_only = series_count > few_bars && groups < series_count
bars = is_best_only ? groups : series_count
bar_of(r) = is_best_only ? row_group[r] : row_series[r]
array best[panels * bars]
do for [i = 1:|best|] { best[i] = 0 }
cell(p, b) = (p - 1) * bars + b
is_better(a, b) = is_time ? row_value[a] < row_value[b] : row_value[a] > row_value[b]
do for [r = 1:rows] {
    i = cell(row_panel[r], bar_of(r))
    if (best[i] == 0 || is_better(r, best[i])) { best[i] = r }
}
bar_name(r) = is_best_only ? group[row_group[r]].\
    (row_t[r] > 0 ? sprintf(", best T=%d", row_t[r]).(row_v[r] > 0 ? sprintf(" V=%d", row_v[r]) : "") : "") : series[row_series[r]]
bar_text(r) = (is_time ? time_text(row_value[r]) : rate_text(row_value[r])).\
    (row_share[r] > 0 ? sprintf("  %.0f %%", 100 * row_share[r]) : "")

# The best on top; of equals the first.
comes_before(r, q, b, c) = r > 0 && (is_better(r, q) || (row_value[r] == row_value[q] && b < c))
place_of(p, c) = 1 + (sum [b = 1:bars] (comes_before(best[cell(p, b)], best[cell(p, c)], b, c) ? 1 : 0))
bars_of(p) = sum [b = 1:bars] (best[cell(p, b)] > 0)

# What was published of the very same.
most_published = 256
array published_key[most_published]
array published_s[most_published]       # a time; 0: a rate
array published_rate[most_published]
array published_source[most_published]
published = 0
published_sources = ""
take_published(dummy) = published == most_published ? 0 : (published = published + 1, \
    published_key[published] = strcol("primitive")." ".strcol("algorithm")." ".strcol("local")." ".strcol("dtype")." ".\
        strcol("n")." ".strcol("threads_per_group")." ".strcol("values_per_thread")." ".strcol("load_width"), \
    published_s[published] = strcol("quantity") eq "time" ? column("value") : 0, \
    published_rate[published] = strcol("quantity") eq "time" ? 0 : column("value"), \
    published_source[published] = strcol("source").", ".strcol("machine"), 0)
set datafile separator comma columnheaders
load folder."published.gp"
stats $published using (take_published(0)) nooutput
set datafile separator whitespace
unset datafile columnheaders
fits_word(pattern, text) = pattern eq "-" || pattern eq text
fits(pattern, text) = (sum [k = 1:words(text)] (fits_word(word(pattern, k), word(text, k)) ? 1 : 0)) == words(text)
published_of(r) = sum [i = 1:published] (fits(published_key[i], row_key[r]) ? i : 0)
elements_of(r) = place_x[row_place[r]]
# In the unit of the chart; NaN: nothing, or in elements.
published_value(i, r) = i == 0 || unit eq "elements/s" ? NaN : \
    is_time ? (published_s[i] > 0 ? published_s[i] : panel_bytes[row_panel[r]] * elements_of(r) / published_rate[i] / 1e9) : \
    published_s[i] > 0 ? panel_bytes[row_panel[r]] * elements_of(r) / published_s[i] / 1e9 : published_rate[i]
note_source(i) = i == 0 || strstrt(published_sources, published_source[i]) ? 0 : \
    (published_sources = published_sources.(published_sources eq "" ? "" : "; ").published_source[i], 0)

# Rows of $table: place from the top, value, low, high, limit, unstable, colour, name, text. A gap stands for no row.
array height[panels]
array top[panels]
most_bars = 0
longest = 10
any_unstable = 0
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
            top[p] = row_high[r] > top[p] ? row_high[r] : top[p]
            top[p] = row_limit[r] > top[p] ? row_limit[r] : top[p]
            longest = strlen(bar_name(r)) > longest ? strlen(bar_name(r)) : longest
            any_unstable = any_unstable || row_unstable[r]
            theirs = published_value(published_of(r), r)
            if (theirs == theirs) {
                ignored = note_source(published_of(r))
                top[p] = theirs > top[p] ? theirs : top[p]
            }
            print sprintf("%d %.17g %.17g %.17g %.17g %d %d \"%s\" \"%s\" %.17g", -height[p], row_value[r], row_low[r], \
                row_high[r], row_limit[r] > 0 ? row_limit[r] : NaN, row_unstable[r], \
                group_algorithm[row_group[r]] - 1, bar_name(r), bar_text(r), theirs == theirs ? theirs : 0)
        }
    }
    most_bars = height[p] > most_bars ? height[p] : most_bars
    print ""
    print ""
}
unset print

columns = 1
left_of_page = 20
left_of_plot = 40 + 7 * longest
plot_width = 620
plot_height = most_bars * 26 < 60 ? 60 : most_bars * 26
above_plot = 46
below_plot = 52
legend_width = 0
legend_lines = 0
title = (is_time ? "Time" : unit eq "bytes/s" ? "Bandwidth" : "Throughput")." and share of the limit"
subtitle = common
foot = "Median with its 95 % interval; the mark is the measured limit.".(any_unstable ? " Hollow: unstable." : "").\
    (published_sources eq "" ? "" : " Grey diamond: published, ".published_sources.".")
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
    set label 4 at screen screen_x(left_of_page), screen screen_y(panel_y(p) - 20)
    set xrange [0:top[p] * 1.28]
    set yrange [-most_bars - 0.6:-0.4]
    if (is_time) {
        unset xtics
    } else {
        set xtics autofreq scale 0.5 nomirror
    }
    set xlabel (is_time ? "time of a call" : unit_text) offset 0, 0.3
    plot $table index (p - 1) using ($2 / 2):1:(0):2:($1 - 0.36):($1 + 0.36):(bar_colour($7)):ytic(8) \
            with boxxyerror fillstyle solid 0.85 noborder linecolor rgb variable, \
        $table index (p - 1) using ($6 > 0 ? $2 / 2 : NaN):1:(0.004 * top[p]):($2 - 0.004 * top[p]):($1 - 0.29):($1 + 0.29) \
            with boxxyerror fillstyle solid noborder linecolor rgb "white", \
        $table index (p - 1) using 2:1:3:4 with xerrorbars pointtype 0 linecolor rgb "#333333", \
        $table index (p - 1) using 5:($1 - 0.4):(0):(0.8) with vectors nohead linewidth 2 linecolor rgb "black", \
        $table index (p - 1) using ($10 > 0 ? $10 : NaN):1 with points pointtype 12 pointsize 1.6 linewidth 4 linecolor rgb "white", \
        $table index (p - 1) using ($10 > 0 ? $10 : NaN):1 with points pointtype 13 pointsize 1.2 linecolor rgb "#707070", \
        $table index (p - 1) using (beside($4 > $5 ? $4 : $5, $10, top[p])):1:9 with labels left offset 1, 0 textcolor rgb "#222222"
}
unset multiplot
set output
