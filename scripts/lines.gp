# SPDX-License-Identifier: MIT
# Lines with error bars, a panel each. Loaded after style.gp.

# ---- The axis of values: of all panels together, but of counts of each

is_relative = unit eq "ratio"
is_linear = y_scale eq "linear"
is_shared = unit ne "count"
# Of ratios what is beyond is cut and marked at the edge; one line beside the baseline has the room for itself.
data_lines(p) = sum [l = 1:lines] (is_data(l) && line_panel[l] == p)
most_lines = 0
do for [p = 1:panels] { most_lines = data_lines(p) > most_lines ? data_lines(p) : most_lines }
steep = most_lines > 2 ? 8.0 : 64.0
flat = 64.0
array top[panels]
array least[panels]
do for [p = 1:panels] {
    top[p] = unit eq "share" ? 1.1 : 0
    least[p] = 1e300
}
# An interval counts as far as half or twice the value.
reach_low(i) = point_low[i] > point_y[i] / 2 ? point_low[i] : point_low[i] == point_low[i] ? point_y[i] / 2 : point_y[i]
reach_high(i) = point_high[i] < point_y[i] * 2 ? point_high[i] : point_high[i] == point_high[i] ? point_y[i] * 2 : point_y[i]
do for [i = 1:points] {
    p = line_panel[point_line[i]]
    if (is_shown(point_line[i])) {
        least[p] = reach_low(i) < least[p] ? reach_low(i) : least[p]
        top[p] = reach_high(i) > top[p] ? reach_high(i) : top[p]
    }
}
most_top = 0
least_least = 1e300
do for [p = 1:panels] {
    most_top = top[p] > most_top ? top[p] : most_top
    least_least = least[p] < least_least ? least[p] : least_least
}
panel_top(p) = is_shared || top[p] == 0 ? (most_top > 0 ? most_top : 1) : top[p]
panel_least(p) = is_shared || least[p] > 1e299 ? least_least : least[p]
is_fine = is_relative && most_top < 4 && least_least > 0.25
relative_ticks = is_fine ? "0.25 0.5 0.7 0.8 0.9 1 1.1 1.25 1.5 2 3 4" : "0.015625 0.03125 0.0625 0.125 0.25 0.5 1 2 4 8".(steep > 8 ? " 16 32 64" : "")
decade(x) = 10.0**floor(log10(x) + 1e-9)
log_above(x) = (m = x / decade(x), decade(x) * (m <= 1.001 ? 1 : m <= 2.001 ? 2 : m <= 5.001 ? 5 : 10))
log_below(x) = (m = x / decade(x), decade(x) * (m >= 4.999 ? 5 : m >= 1.999 ? 2 : 1))
tick_above(x) = (hit = 0, sum [i = 1:words(relative_ticks)] (hit == 0 && word(relative_ticks, i) * 1.001 >= x ? (hit = word(relative_ticks, i) + 0, 0) : 0), hit > 0 ? hit : steep)
tick_below(x) = (hit = 1 / flat, sum [i = 1:words(relative_ticks)] (word(relative_ticks, i) * 0.999 <= x ? (hit = word(relative_ticks, i) + 0, 0) : 0), hit)
linear_step(x) = (m = x / 5 / decade(x / 5), decade(x / 5) * (m <= 1.001 ? 1 : m <= 2.001 ? 2 : m <= 5.001 ? 5 : 10))
own_high(p) = is_relative ? tick_above(panel_top(p) > steep ? steep : panel_top(p) < 1.1 ? 1.1 : panel_top(p)) * 1.04 : \
    is_linear ? linear_step(panel_top(p)) * ceil(panel_top(p) / linear_step(panel_top(p)) - 1e-9) * 1.02 : log_above(panel_top(p)) * 1.03
own_low(p) = is_relative ? tick_below(panel_least(p) < 1 / flat ? 1 / flat : panel_least(p) > 0.9 ? 0.9 : panel_least(p)) / 1.04 : \
    is_linear ? 0 : log_below(panel_least(p)) / 1.03
axis_low(p) = (given = range_at(wanted("yrange"), 1), given == given ? given : own_low(p))
axis_high(p) = (given = range_at(wanted("yrange"), 2), given == given ? given : own_high(p))
within(value, p) = value > axis_high(p) ? axis_high(p) : value < axis_low(p) ? axis_low(p) : value
share_of_axis(p, value) = is_linear ? within(value, p) / axis_high(p) : \
    log(within(value, p) / axis_low(p)) / log(axis_high(p) / axis_low(p))

# ---- The page. Names stand at the ends of their lines where there is room, else in a legend in the order of these ends

longest = 5
do for [l = 1:lines] { longest = !is_published(l) && is_shown(l) && strlen(line_name[l]) > longest ? strlen(line_name[l]) : longest }
columns = panels > 4 || (panels > 1 && longest <= 24) ? 2 : 1
columns = unit eq "count" && panels > 4 ? 3 : columns
plot_width = columns > 2 ? 330 : columns > 1 ? 480 : 680
plot_height = panels > 2 ? 260 : panels > 1 && columns == 1 ? 320 : 400
is_fixed_height = 0
left_of_plot = is_time ? 82 : 70
below_plot = 46
ends_in(p) = sum [l = 1:lines] (line_panel[l] == p && !is_published(l) && is_shown(l))
most_beside = 0
do for [p = 1:panels] { most_beside = ends_in(p) > most_beside ? ends_in(p) : most_beside }
side_width = 34 + letter_width * longest
is_beside = wanted("legend") eq "beside" || (wanted("legend") eq "" && unit ne "count" && most_beside <= 40 && longest <= (columns > 1 ? 48 : 100) && \
    (page_width_px == 0 || page_width_px / scale - 16 - left_of_plot - side_width >= 260))
right_of_plot = is_beside ? side_width : 8
plot_height = is_beside && plot_height < 16 * most_beside ? 16 * most_beside : plot_height
legend_entry = 52 + letter_width * longest
# A name once, whatever panels it is in.
is_first_of_name(l) = (sum [k = 1:l - 1] (is_shown(k) && !is_published(k) && line_name[k] eq line_name[l])) == 0
end_height(l) = share_of_axis(line_panel[l], point_y[line_last[l]])
has_entry(l) = !is_beside && wanted("legend") ne "none" && is_shown(l) && !is_published(l) && is_first_of_name(l)
legend_lines = sum [l = 1:lines] has_entry(l)
array entry[lines]
comes_above(a, b) = end_height(a) > end_height(b) || (end_height(a) == end_height(b) && a < b)
do for [l = 1:lines] {
    if (has_entry(l)) { entry[1 + (sum [k = 1:lines] (has_entry(k) ? comes_above(k, l) : 0))] = l }
}
share_of_height(p) = 1
load folder."page.gp"

# ---- The axis of places: ticks at what was measured alone, where there is room

x_low = 1e300
x_high = 0
do for [i = 1:points] {
    x_low = point_x[i] < x_low ? point_x[i] : x_low
    x_high = point_x[i] > x_high ? point_x[i] : x_high
}
given = range_at(wanted("xrange"), 1)
x_low = given == given ? given : x_low
given = range_at(wanted("xrange"), 2)
x_high = given == given ? given : x_high
is_log_x = x_scale eq "log"
step_between = 2.0
do for [k = 2:ticks] {
    ratio = real(tick_x[k]) / tick_x[k - 1]
    step_between = ratio < step_between ? ratio : step_between
}
if (is_log_x) {
    margin = x_high > x_low ? (x_high / x_low)**0.03 : 1.5
    margin = margin < step_between**0.15 ? step_between**0.15 : margin # lines that stand beside each other at the ends
    set logscale x 2
    set xrange [x_low / margin:x_high * margin]
    step_least = 1e300
} else {
    margin = x_high > x_low ? 0.04 * (x_high - x_low) : 0.5
    set xrange [x_low - margin:x_high + margin]
}
share_of_x(x) = x_high == x_low ? 0.5 : is_log_x ? log(x / x_low) / log(x_high / x_low) : (x - x_low) / (x_high - x_low)
set xtics () scale 0.5 nomirror
recent = -1e9
last_tick = 0
do for [k = 1:ticks] { last_tick = tick_x[k] <= x_high * 1.0001 ? k : last_tick }
room(k) = (0.5 * (strlen(tick_text[k]) + 4)) * letter_width / (0.94 * (plot_width - 14))
do for [k = 1:ticks] {
    at = share_of_x(tick_x[k])
    is_free = at - recent >= 2 * room(k) && (k == last_tick || share_of_x(tick_x[last_tick]) - at >= 2 * room(last_tick))
    if (k == last_tick || is_free) {
        set xtics add (tick_label(tick_text[k]) tick_x[k])
        recent = at
    } else {
        set xtics add ("" tick_x[k] 1)
    }
}
# Values span decades from the first cache to memory: in equal steps of ratio every part can be read.
if (is_relative) {
    set logscale y 2
    set ytics () scale 0.5 nomirror
    do for [tick in relative_ticks] { set ytics add (ratio_text(tick + 0) tick + 0) }
} else { if (is_linear) {
    set ytics scale 0.5 nomirror
} else {
    set logscale y 10
    set ytics () scale 0.5 nomirror
    decades = log10(axis_high(1) / axis_low(1))
    do for [e = -10:8] {
        do for [digit in "1 2 5"] {
            tick = digit * 10.0**e
            if (decades <= 4.5 || digit + 0 == 1) {
                if (decades <= 2.5 || digit + 0 == 1) {
                    set ytics add ((is_time ? time_text(tick) : sprintf("%g", tick)) tick)
                } else {
                    set ytics add ("" tick 1)
                }
            }
        }
    }
}}

# ---- What is drawn: lines that meet at a place stand beside each other there, within a fifth of the way to the next

# Marks of what was published at one place stand beside each other to the left.
marks_before(i) = i == 1 ? 0 : sum [k = 1:i - 1] (is_published(point_line[k]) && line_panel[point_line[k]] == line_panel[point_line[i]] && point_x[k] == point_x[i])
line_rank(l) = sum [k = 1:l] (is_data(k) && line_panel[k] == line_panel[l])
apart(p) = !is_log_x || data_lines(p) < 2 ? 0 : log(step_between) * 0.24 / data_lines(p)
beside_x(x, l) = !is_data(l) ? x : x * exp(apart(line_panel[l]) * (line_rank(l) - 0.5 * (data_lines(line_panel[l]) + 1)))
set print $table
do for [l = 1:lines] {
    do for [i = line_first[l]:line_last[l]] {
        print sprintf("%.10g,%.10g,%.10g,%.10g,%d", beside_x(point_x[i], l), point_y[i], point_low[i], point_high[i], unusable(i))
    }
    print ""
    print ""
}
unset print
set print $points
do for [i = 1:points] {
    l = point_line[i]
    x = is_published(l) && is_log_x ? point_x[i] * (x_high / x_low)**(-0.014 * marks_before(i)) : beside_x(point_x[i], l)
    print sprintf("%.10g,%.10g", x, point_y[i])
}
unset print
# At the edge: what is beyond it, or reaches beyond.
set print $cut
do for [p = 1:panels] {
    do for [i = 1:points] {
        l = point_line[i]
        if (line_panel[l] == p && is_data(l)) {
            if (point_y[i] > axis_high(p) || point_high[i] > axis_high(p)) {
                print sprintf("%.10g,%.10g,9,%d", beside_x(point_x[i], l), axis_high(p), color_of(l))
            }
            if (point_y[i] < axis_low(p) || point_low[i] < axis_low(p)) {
                print sprintf("%.10g,%.10g,11,%d", beside_x(point_x[i], l), axis_low(p), color_of(l))
            }
        }
    }
    print "NaN,NaN,1,0"
    print ""
    print ""
}
unset print
lines_of(p, peaks) = (out = "", sum [l = 1:lines] (line_panel[l] == p && is_shown(l) && (peaks ? is_peak(l) : is_data(l)) ? (out = out.sprintf(" %d", l), 0) : 0), out)
points_of(p, published) = (out = "", sum [i = 1:points] (line_panel[point_line[i]] == p && (published ? is_published(point_line[i]) : is_data(point_line[i])) ? \
    (out = out.sprintf(" %d", i), 0) : 0), out)
rings_of(p) = (out = "", sum [i = 1:points] (line_panel[point_line[i]] == p && is_data(point_line[i]) && point_hollow[i] >= 2 ? (out = out.sprintf(" %d", i), 0) : 0), out)
bare_of(p) = (out = "", sum [i = 1:points] (line_panel[point_line[i]] == p && lacks_interval(i) ? (out = out.sprintf(" %d", i), 0) : 0), out)

# ---- Names at the ends: as near to them as they can be without touching each other

gap = 15.0 / plot_height
array end_line[lines]
array end_low[lines]
array end_high[lines]
is_end(l, p) = line_panel[l] == p && !is_published(l) && is_shown(l)
is_below(a, b) = end_height(a) < end_height(b) || (end_height(a) == end_height(b) && a < b)
name_ends = "count = 0; \
    do for [l = 1:lines] { if (is_end(l, p)) { count = count + 1; end_line[1 + (sum [k = 1:lines] (is_end(k, p) ? is_below(k, l) : 0))] = l } }; \
    do for [k = 1:count] { at = end_height(end_line[k]); end_low[k] = k > 1 && end_low[k - 1] + gap > at ? end_low[k - 1] + gap : at }; \
    do for [k = count:1:-1] { at = end_height(end_line[k]); end_high[k] = k < count && end_high[k + 1] - gap < at ? end_high[k + 1] - gap : at }; \
    lift = count == 0 ? 0 : end_low[1] + end_high[1] < 0 ? -0.5 * (end_low[1] + end_high[1]) : end_low[count] + end_high[count] > 2 ? 1 - 0.5 * (end_low[count] + end_high[count]) : 0; \
    do for [k = 1:most_beside] { unset arrow (99 + k); unset label (99 + k) }; \
    do for [k = 1:count] { l = end_line[k]; at = 0.5 * (end_low[k] + end_high[k]) + lift; \
        set arrow (99 + k) from first beside_x(point_x[line_last[l]], l), first within(point_y[line_last[l]], p) \
            to screen screen_x(panel_x(p) + plot_width - 6), graph at nohead back linewidth 0.7 dashtype 3 linecolor rgb color_of(l); \
        set label (99 + k) line_name[l] at screen screen_x(panel_x(p) + plot_width - 2), graph at left textcolor rgb darker(color_of(l)) }"

# ---- Draw

do for [p = 1:panels] {
    eval(place_panel)
    set xlabel x_label offset 0, 0.5
    set label 11 (p % columns == 1 || columns == 1 || !is_shared ? y_label : "") \
        at screen screen_x(panel_x(p) - left_of_plot + (is_time ? 16 : 12)), screen screen_y(panel_y(p) + 0.5 * plot_height) center rotate by 90
    set yrange [axis_low(p):axis_high(p)]
    if (is_linear && !is_relative) { set ytics linear_step(panel_top(p)) }
    if (unit eq "share") { set arrow 6 from graph 0, first 1 to graph 1, first 1 nohead back linewidth 1 dashtype 3 linecolor rgb "#888888" }
    # The marks of caches, within the panel; one that would stand on the mark before stands lower.
    before = -1
    row = 0
    do for [k = 1:marks] {
        unset arrow (20 + k)
        unset label (20 + k)
        if (mark_panel[k] == p && mark_x[k] > x_low / margin && mark_x[k] < x_high * margin) {
            at = share_of_x(mark_x[k])
            row = (sum [j = 1:k - 1] (mark_panel[j] == p && abs(share_of_x(mark_x[j]) - at) < letter_width * 7.0 / plot_width)) % 3
            set arrow (20 + k) from first mark_x[k], graph 0 to first mark_x[k], graph 1 nohead back linewidth 0.8 dashtype 3 linecolor rgb "#999999"
            set label (20 + k) mark_text[k] at first mark_x[k], graph (1 - (10.0 + 14 * row) / plot_height) left offset 0.3, 0 textcolor rgb "#777777"
        }
    }
    if (is_beside) { eval(name_ends) }
    if (lines_of(p, 0) eq "") {
        set label 9 "No line of the baseline here" at graph 0.5, graph 0.5 center textcolor rgb "#707070"
    } else {
        unset label 9
    }
    plot for [l in lines_of(p, 1)] $table index n(l) - 1 using 1:2 with lines linecolor rgb color_of(n(l)) linewidth 1.4 \
            dashtype line_dash[n(l)] title line_name[n(l)] noenhanced, \
        for [l in lines_of(p, 0)] $table index n(l) - 1 using 1:2 with lines linecolor rgb weak linewidth 0.6 title line_name[n(l)].", unusable parts" noenhanced, \
        for [l in lines_of(p, 0)] $table index n(l) - 1 using 1:($5 > 0 ? NaN : $2) with lines linecolor rgb color_of(n(l)) linewidth 1.4 \
            dashtype line_dash[n(l)] title line_name[n(l)] noenhanced, \
        for [i in bare_of(p)] $points every ::n(i) - 1::n(i) - 1 using 1:(axis_low(p)):(0):(axis_high(p) - axis_low(p)) with vectors nohead \
            linewidth 0.8 dashtype 3 linecolor rgb weak title "n < 6" noenhanced, \
        for [l in (unit eq "count" ? "" : lines_of(p, 0))] $table index n(l) - 1 using ($3 == $3 ? $1 : NaN):2:3:4:(($5 > 0) ? weak : color_of(n(l))) with yerrorbars \
            linecolor rgb variable linewidth 1 pointtype 0 title line_name[n(l)].", 95% interval" noenhanced, \
        for [i in points_of(p, 0)] $points every ::n(i) - 1::n(i) - 1 using 1:2 with points linecolor rgb mark_color(n(i)) \
            pointtype mark_shape(n(i)) pointsize (unusable(n(i)) ? 1.1 : 0.85) * point_scale title point_text[n(i)] noenhanced, \
        for [i in rings_of(p)] $points every ::n(i) - 1::n(i) - 1 using 1:2 with points linecolor rgb "black" linewidth 1.2 pointtype 6 \
            pointsize 1.9 * point_scale title "above its peak" noenhanced, \
        for [i in points_of(p, 1)] $points every ::n(i) - 1::n(i) - 1 using 1:2 with points pointtype 13 pointsize 1.3 * point_scale linecolor rgb "#707070" \
            title point_text[n(i)] noenhanced, \
        for [i in points_of(p, 1)] $points every ::n(i) - 1::n(i) - 1 using 1:2 with points pointtype 12 pointsize 1.6 * point_scale linewidth 1.4 \
            linecolor rgb palette_color(line_shape[point_line[n(i)]]) title point_text[n(i)] noenhanced, \
        $cut index (p - 1) using 1:2:3:4 with points pointtype variable pointsize 1.2 * point_scale linecolor rgb variable title "beyond the edge" noenhanced
}
unset multiplot
set output
