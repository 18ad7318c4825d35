# SPDX-License-Identifier: MIT
# Lines with error bars, a panel each problem: draws the arrays of rows.gp. Loaded, with these set before:
#   axis_column axis_label is_linear (the values' axis) has_caches has_limits is_exact is_relative, chart_title unless that

# ---- The lines of the chart: every series where they are few, else of each group the best at every place; then the
# limit of each place where something runs

if (!exists("is_history")) { is_history = 0 }
few_series = 10
is_best_only = series_count > few_series && groups < series_count
array group_size[groups]
do for [g = 1:groups] {
    group_size[g] = sum [s = 1:series_count] (series_group[s] == g)
}
load folder."look.gp"
if (!is_exact) { load folder."published_marks.gp" } else { published_text(dummy) = "" }
lines = is_best_only ? groups : series_count
all_lines = lines + (has_limits ? wheres : 0)

array best[panels * all_lines * places]    # the row with the best value of a panel, line and place; 0: none
do for [i = 1:|best|] { best[i] = 0 }
cell(p, l, z) = ((p - 1) * all_lines + l - 1) * places + z
height(r, l) = l > lines ? row_limit[r] : row_value[r]
row_line(r) = is_best_only ? row_group[r] : row_series[r]
is_better(a, b, l) = is_time ? height(a, l) < height(b, l) : height(a, l) > height(b, l)
offer(r, l, i) = best[i] > 0 && !is_better(r, best[i], l) ? 0 : (best[i] = r, 0)
array line_row[all_lines]    # one of its rows: what it looks like
do for [l = 1:all_lines] { line_row[l] = 0 }
note_line(l, r) = line_row[l] > 0 ? 0 : (line_row[l] = r, 0)
do for [r = 1:rows] {
    ignored = offer(r, row_line(r), cell(row_panel[r], row_line(r), row_place[r])) + note_line(row_line(r), r)
    if (has_limits && row_limit[r] > 0) {
        l = lines + row_where[r]
        ignored = offer(r, l, cell(row_panel[r], l, row_place[r])) + note_line(l, r)
    }
}

# ---- What they are called

# Of the best of a group, which tiles they have.
least_of(l, what) = (least_t = 1e9, most_t = 0, sum [i = 1:panels * places] \
    (at = best[((i - 1) / places * all_lines + l - 1) * places + 1 + (i - 1) % places], \
     size_of = at == 0 ? 0 : what == 1 ? row_t[at] : row_v[at], \
     at == 0 || size_of == 0 ? 0 : (least_t = size_of < least_t ? size_of : least_t, most_t = size_of > most_t ? size_of : most_t, 0)), \
    most_t == 0 ? "" : least_t == most_t ? sprintf("%d", least_t) : sprintf("%d–%d", least_t, most_t))
tile_part(letter, text) = text eq "" ? "" : " ".letter."=".text
tile_text(l) = group_size[l] > 1 ? ", best".tile_part("T", least_of(l, 1)).tile_part("V", least_of(l, 2)) : ""
array full_name[all_lines]
array line_name[all_lines]
array plain_name[all_lines]
do for [l = 1:lines] {
    plain_name[l] = is_best_only ? group[l] : series[l]
    full_name[l] = is_best_only ? group[l].tile_text(l) : series[l]
    line_name[l] = renamed(plain_name[l])
    line_name[l] = line_name[l] eq plain_name[l] ? full_name[l] : line_name[l]
}
where_list = ""
do for [k = 1:wheres] { where_list = where_list.(k == 1 ? "solid " : k == 2 ? ", dashed " : ", then ").where_name[k] }
limits = sum [l = lines + 1:all_lines] (line_row[l] > 0)
do for [l = lines + 1:all_lines] {
    line_name[l] = renamed(limits == 1 ? "limit" : "limit, ".where_name[l - lines])
}

# Relative to the baseline: of each panel the first line whose name matches. A panel without one stays empty and says so.
array base_of[panels]
base_line = 0         # that of the first panel that has one
has_many_bases = 0
is_there(p, l) = (sum [z = 1:places] (best[cell(p, l, z)] > 0)) > 0
is_baseline(l) = baseline eq "" || glob(baseline, plain_name[l]) || glob(baseline.",*", plain_name[l])
do for [p = 1:panels] {
    base_of[p] = 0
    do for [l = 1:(is_relative && !is_history ? lines : 0)] {
        if (base_of[p] == 0 && is_baseline(l) && is_there(p, l)) { base_of[p] = l }
    }
    has_many_bases = has_many_bases || (base_line > 0 && base_of[p] > 0 && base_of[p] != base_line)
    base_line = base_line > 0 ? base_line : base_of[p]
}
if (is_relative && !is_history && base_line == 0) {
    print "no line matches the baseline '".baseline."'"
    exit status 2
}
base_value(p, z) = base_line == 0 ? 1 : base_of[p] > 0 && best[cell(p, base_of[p], z)] > 0 ? row_value[best[cell(p, base_of[p], z)]] : NaN
base_name(p) = line_name[base_of[p] > 0 ? base_of[p] : base_line]
bases_text = base_line == 0 ? "" : has_many_bases ? "the first line of each panel" : line_name[base_line]

# Of efficiencies: the rate on a rank, over the line's own at its first place; of a history the time, likewise.
if (!exists("is_efficiency")) { is_efficiency = 0 }
first_row(p, l) = (first_hit = 0, sum [k = 1:places] (first_hit == 0 && best[cell(p, l, order[k])] > 0 ? \
    (first_hit = best[cell(p, l, order[k])], 0) : 0), first_hit)
own_base(r, z) = r > 0 ? row_value[r] * (is_history ? 1 : 1.0 * place_x[z] / place_x[row_place[r]]) : NaN
scale_of(p, l, z) = is_efficiency || is_history ? own_base(first_row(p, l), z) : base_value(p, z)

# ---- What is drawn: of each panel its lines, blocks of $table of place, height, low, high; and all points, each with
# what it says where one points at it

array drawn[panels]
array limited[panels]
array top[panels]
array least[panels]
array block[panels * all_lines]
do for [i = 1:|block|] { block[i] = 0 }
array points_of[panels]                  # " 3 4 5"
array point_row[panels * all_lines * places + 1]
array point_line[panels * all_lines * places + 1]
array line_end[panels * all_lines]       # the height of its last point
array line_end_x[panels * all_lines]
do for [i = 1:|line_end|] { line_end[i] = 0 }
index_of(p, l) = block[(p - 1) * all_lines + l]
at_line(p, l) = (p - 1) * all_lines + l
blocks = 0
points = 0
any_hollow = 0
any_above = 0
is_above(r, l) = !is_exact && l <= lines ? row_above[r] : 0
# Lines that meet at a place stand beside each other there, within a fifth of the way to the next.
step_between = places > 1 ? 1e9 : 2
do for [k = 2:places] {
    ratio = real(place_x[order[k]]) / place_x[order[k - 1]]
    step_between = ratio < step_between ? ratio : step_between
}
apart = is_exact || lines < 2 ? 0 : log(step_between > 2 ? 2 : step_between) * 0.2 / lines
beside_x(x, l) = l > lines ? x : x * exp(apart * (l - 0.5 * (lines + 1)))
whole_text(text, value) = is_exact ? sprintf("%s: %g", text, value) : text.": ".value_text(value)
interval_text(r) = row_low[r] == row_low[r] ? sprintf(" [%s, %s]", value_text(row_low[r]), value_text(row_high[r])) : ""
share_text(r) = row_share[r] > 0 ? ", ".percent(row_share[r])." of the limit" : ""
best_text(r) = !is_best_only ? "" : tile_part("T", row_t[r] > 0 ? sprintf("%d", row_t[r]) : "").tile_part("V", row_v[r] > 0 ? sprintf("%d", row_v[r]) : "")
place_text(r) = is_history ? row_said[r] : (axis_column eq "n" ? "n" : axis_label)." = ".count_text(place_x[row_place[r]])
point_text(r, l) = (l > lines ? whole_text(line_name[l].", ".place_text(r), row_limit[r]) : \
    whole_text(renamed(plain_name[l]).best_text(r).", ".place_text(r), row_value[r]).interval_text(r).share_text(r).\
    (is_history ? sprintf(", %.3g times the first", row_value[r] / scale_of(row_panel[r], l, row_place[r])) : \
     is_relative ? sprintf(", %.3g times %s", row_value[r] / base_value(row_panel[r], row_place[r]), base_name(row_panel[r])) : "").\
    (is_efficiency ? sprintf(", efficiency %.2f", row_value[r] / scale_of(row_panel[r], l, row_place[r])) : "").\
    (is_above(r, l) ? ", above its limit" : "").(row_hollow[r] ? ", ".unusable_text : ""))
# Of a relative chart: what takes more than 8 times as long, or less than a 64th, is cut and marked at the edge. One line
# beside the baseline has the room for itself.
steep = lines > 2 ? 8 : 64
flat = 64
edge(value) = value > steep ? steep : value < 1.0 / flat ? 1.0 / flat : NaN
within(value) = is_relative && edge(value) > 0 ? edge(value) : value
any_cut = 0
# What the axis has to show of a point: of a history its interval too, but no further than twice the time.
reach_low(r, value, scale) = !is_history || !(row_low[r] / scale < value) ? value : \
    row_low[r] / scale > value / 2 ? row_low[r] / scale : value / 2
reach_high(r, value, scale) = !is_history || !(row_high[r] / scale > value) ? value : \
    row_high[r] / scale < value * 2 ? row_high[r] / scale : value * 2
published_marks = 0
theirs_of(r, base) = is_relative ? (base == r ? NaN : published_over(published_of(r), r, published_of(base), base)) : published_value(published_of(r), r)
is_marked_axis = axis_column eq "n" || axis_column eq "values_per_thread"
array mark_panel[rows]
array mark_x[rows]
array mark_y[rows]
array mark_line[rows]
array mark_title[rows]
mark_title[1] = "published"
# What is grey is drawn first, below what has a colour.
is_grey(l) = l <= lines && line_row[l] > 0 && look(line_row[l]) >= words(colours)
array from_below[all_lines]
greys = sum [l = 1:all_lines] is_grey(l)
do for [l = 1:all_lines] {
    from_below[is_grey(l) ? sum [k = 1:l] is_grey(k) : greys + sum [k = 1:l] !is_grey(k)] = l
}
set print $table
do for [p = 1:panels] {
    drawn[p] = ""
    limited[p] = ""
    top[p] = is_efficiency ? 1.1 : 0
    least[p] = 1e300
    points_of[p] = ""
    do for [i = 1:all_lines] {
        l = from_below[i]
        last_row = 0
        do for [k = 1:places] {
            r = best[cell(p, l, order[k])]
            scale = scale_of(p, l, order[k])
            if (r > 0 && scale == scale) {
                value = height(r, l) / scale
                last_row = r
                line_end[at_line(p, l)] = value
                line_end_x[at_line(p, l)] = beside_x(place_x[order[k]], l)
                points = points + 1
                points_of[p] = points_of[p].sprintf(" %d", points)
                point_row[points] = r
                point_line[points] = l
                low = reach_low(r, value, scale)
                high = reach_high(r, value, scale)
                least[p] = low < least[p] ? low : least[p]
                top[p] = high > top[p] ? high : top[p]
                any_hollow = any_hollow || (l <= lines && row_hollow[r])
                any_above = any_above || is_above(r, l)
                any_cut = any_cut || (is_relative && edge(value) > 0)
                print sprintf("%.17g %.17g %.17g %.17g", beside_x(place_x[order[k]], l), value, row_low[r] / scale, row_high[r] / scale)
                theirs = l <= lines && is_marked_axis && !is_exact ? theirs_of(r, best[cell(p, base_of[p] > 0 ? base_of[p] : l, order[k])]) : NaN
                if (theirs == theirs) {
                    published_marks = published_marks + 1
                    mark_panel[published_marks] = p
                    mark_x[published_marks] = place_x[order[k]]
                    mark_y[published_marks] = within(theirs)
                    mark_line[published_marks] = l
                    mark_title[published_marks] = "published: ".renamed(plain_name[l]).", ".place_text(r).": ".\
                        (is_relative ? sprintf("%.3g times %s", theirs, base_name(p)) : value_text(theirs))
                    top[p] = theirs > top[p] ? theirs : top[p]
                    least[p] = theirs < least[p] ? theirs : least[p]
                    ignored = note_source(published_of(r))
                }
            }
        }
        if (last_row > 0) {
            if (l > lines) {
                limited[p] = limited[p].sprintf(" %d", l)
            } else {
                drawn[p] = drawn[p].sprintf(" %d", l)
            }
            block[at_line(p, l)] = blocks
            blocks = blocks + 1
            print ""
            print ""
        }
    }
    top[p] = points_of[p] eq "" ? 1 : top[p]
    least[p] = points_of[p] eq "" ? 1 : least[p]
}
set print $points
do for [i = 1:points] {
    r = point_row[i]
    z = row_place[r]
    print sprintf("%.17g %.17g", beside_x(place_x[z], point_line[i]), height(r, point_line[i]) / scale_of(row_panel[r], point_line[i], z))
}
set print $marks
print "NaN NaN 0 1"
do for [i = 1:published_marks] { print sprintf("%.17g %.17g %d %d", mark_x[i], mark_y[i], mark_panel[i], mark_line[i]) }
unset print
as_number(text) = text eq "" ? 1 : text + 0    # gnuplot looks at the elements of an empty list, too
mark_at(text) = text eq "" ? 0 : text + 0
line_look(l) = look(line_row[l])
line_shape(l) = shape(line_row[l])
line_dash(l) = dash(line_row[l])
line_colour(l) = l > lines ? 0 : colour(line_look(l))
mark_colour(i) = published_marks == 0 ? 0 : line_colour(mark_line[i])
point_colour(i) = line_colour(point_line[i])
point_shape(i) = point_line[i] > lines ? (places == 1 ? 1 : 0) : \
    row_hollow[point_row[i]] ? hollow_shape(line_shape(point_line[i])) : filled_shape(line_shape(point_line[i]))

# ---- The axis of values, up to the next tick beyond the data

most_top = 0
least_least = 1e300
do for [p = 1:panels] {
    most_top = top[p] > most_top ? top[p] : most_top
    least_least = least[p] < least_least ? least[p] : least_least
}
is_fine = is_relative && most_top < 4 && least_least > 0.25
relative_ticks = is_fine ? "0.25 0.5 0.7 0.8 0.9 1 1.1 1.25 1.5 2 3 4" : "0.015625 0.03125 0.0625 0.125 0.25 0.5 1 2 4 8".(steep > 8 ? " 16 32 64" : "")
relative_text(x) = x < 0.6 ? sprintf("1/%.0f", 1 / x) : sprintf("%g", x)
decade(x) = 10.0**floor(log10(x) + 1e-9)
log_above(x) = (m = x / decade(x), decade(x) * (m <= 1.001 ? 1 : m <= 2.001 ? 2 : m <= 5.001 ? 5 : 10))
log_below(x) = (m = x / decade(x), decade(x) * (m >= 4.999 ? 5 : m >= 1.999 ? 2 : 1))
tick_above(x) = (hit = 1e9, sum [i = 1:words(relative_ticks)] (word(relative_ticks, i) * 1.001 >= x && hit > 1e8 ? (hit = word(relative_ticks, i) + 0, 0) : 0), hit > 1e8 ? steep : hit)
tick_below(x) = (hit = 1.0 / flat, sum [i = 1:words(relative_ticks)] (word(relative_ticks, i) * 0.999 <= x ? (hit = word(relative_ticks, i) + 0, 0) : 0), hit)
linear_step(x) = (m = x / 5 / decade(x / 5), decade(x / 5) * (m <= 1.001 ? 1 : m <= 2.001 ? 2 : m <= 5.001 ? 5 : 10))
linear_above(x) = x > 0 ? linear_step(x) * ceil(x / linear_step(x) - 1e-9) : 1
panel_top(p) = is_shared ? most_top : top[p]
panel_least(p) = is_shared ? least_least : least[p]
axis_high(p) = is_relative ? tick_above(panel_top(p) > steep ? steep : panel_top(p) < 1.1 ? 1.1 : panel_top(p)) * 1.04 : \
    is_linear ? linear_above(panel_top(p)) * 1.02 : log_above(panel_top(p)) * 1.03
axis_low(p) = is_relative ? tick_below(panel_least(p) < 1.0 / flat ? 1.0 / flat : panel_least(p) > 0.9 ? 0.9 : panel_least(p)) / 1.04 : \
    is_linear ? 0 : log_below(panel_least(p)) / 1.03
# From the bottom, of the height of a panel.
share_of_axis(p, value) = is_linear && !is_relative ? value / axis_high(p) : \
    log(within(value) / axis_low(p)) / log(axis_high(p) / axis_low(p))

# ---- The page. Names stand at the ends of their lines where there is room, else in a legend in the order of these ends

longest = 5
do for [l = 1:all_lines] {
    if (line_row[l] > 0) { longest = strlen(line_name[l]) > longest ? strlen(line_name[l]) : longest }
}
# Panels side by side have little room for long names, and many below each other make a long page.
columns = panels > 6 || (panels > 1 && longest <= 20) ? 2 : 1
plot_width = columns > 1 ? 480 : 680
plot_height = panels > 2 ? 310 : panels > 1 && columns == 1 ? 340 : 420
left_of_plot = is_time ? 76 : 66    # "100 µs" is wider than a number
above_plot = 46
below_plot = 52
has_bars = 0
most_beside = 0
do for [p = 1:panels] {
    beside = words(drawn[p]) + words(limited[p])
    most_beside = beside > most_beside ? beside : most_beside
}
side_width = 44 + 6.9 * longest
is_beside = most_beside <= 40 && longest <= (columns > 1 ? 48 : 100) && \
    (page_width_px == 0 || page_width_px / layout_scale - 16 - left_of_plot - side_width >= 230)
legend_entry = 60 + 7 * longest
if (!is_beside) {
    do for [h = 1:hues_used] { hue_colour[h] = h - 1 }
    any_grey = hues_used > words(colours)
}
side_width = is_beside ? side_width : 0
legend_lines = is_beside ? 0 : lines + limits
legend_width = is_beside ? 0 : 10 + legend_entry
subtitle = common
title = is_relative && !is_history ? "Time relative to ".bases_text : chart_title
# Of the workers of lines the fewest and the most: each has caches of its own, as long as there are cores.
workers_of(k) = words(where_name[k]) > 1 && begins(word(where_name[k], 2), "worker") ? word(where_name[k], 1) + 0 : 0
fewest = 0
most_workers = 0
do for [k = 1:wheres] {
    at_work = cores > 0 && workers_of(k) > cores ? cores : workers_of(k)
    fewest = at_work > 0 && (fewest == 0 || at_work < fewest) ? at_work : fewest
    most_workers = at_work > most_workers ? at_work : most_workers
}
fewest = fewest == 0 ? 1 : fewest
low_exponent = floor(log(place_x[order[1]]) / log(2) + 1e-9)
high_exponent = ceil(log(place_x[order[places]]) / log(2) - 1e-9)
is_narrow = high_exponent == low_exponent
low_exponent = low_exponent - (is_narrow && low_exponent > 0)
high_exponent = high_exponent + is_narrow
# A cache is marked where the algorithmic bytes are as large as it; those of cores as many times as cores work.
caches = most_workers > fewest ? 5 : 3    # the last two, in a row above the others, of the most workers
array cache_name[5] = ["L1d", "L2", "L3", "L1d", "L2"]
array cache_times[5] = [fewest, fewest, 1, most_workers, most_workers]
array cache_bytes[5] = [l1d * fewest, l2 * fewest, l3, l1d * most_workers, l2 * most_workers]
cache_text(c) = cache_name[c].(cache_times[c] > 1 ? sprintf(" ×%d", cache_times[c]) : "")
cache_x(c, p) = cache_bytes[c] / panel_bytes[p]
is_marked(c, p) = has_caches && cache_bytes[c] == cache_bytes[c] && cache_x(c, p) > 2**(low_exponent - 0.3) && \
    cache_x(c, p) < 2**(high_exponent + 0.3)
any_cache = 0
do for [p = 1:panels] {
    any_cache = any_cache || (sum [c = 1:caches] is_marked(c, p)) > 0
}
foot = (is_efficiency ? "Elements a second on a rank, over those on the fewest ranks, with the 95 % interval; 1 is ideal" : \
    is_history ? "The fastest of each result: median with its 95 % interval, over that of the first result; whether it differs, scanbench compare says" : is_exact ? "Exact counts; of lines that coincide the last is seen" : is_relative ? "Median with its 95 % interval, over the median of ".bases_text : \
    "Median with its 95 % interval").(any_cut ? "; a triangle at the edge: beyond it" : "").(any_hollow ? "; hollow: ".unusable_text : "").\
    (any_above ? "; in a ring: above its limit" : "").".".\
    (any_cache ? " A cache is marked where the algorithmic bytes fill it." : "").published_text(0).left_out_text.\
    (any_grey && style ne "grey" ? " More lines than colours: the rest is grey." : "")
foot = foot.(style eq "grey" || words(family_list) < 2 ? "" : " Shape: the family.").(wheres < 2 || places < 2 ? "" : " Dash: ".where_list.".")
second_marks = has_caches && most_workers > fewest ? 15 : 0
above_plot = above_plot + second_marks
load folder."page.gp"

# ---- Axes

# Ticks at both ends, and between them where there is room.
tick_room = int(plot_width / (is_history ? 76 : 62))
step = (high_exponent - low_exponent + tick_room - 1) / tick_room
step = step < 1 ? 1 : step
set logscale x 2
set xrange [2**(low_exponent - 0.3):2**(high_exponent + 0.3)]
set xtics () scale 0.5 nomirror
do for [at_step = 0:(high_exponent - low_exponent + step - 1) / step] {
    e = low_exponent + at_step * step
    e = e > high_exponent - 0.7 * step ? high_exponent : e
    set xtics add ((is_history ? place_name(e) : high_exponent <= 10 ? sprintf("%d", 2**e) : power_text(e)) 2.0**e)
}
# Values span decades from the first cache to memory: in equal steps of ratio every part can be read.
if (is_relative) {
    # As many times faster as slower: the same distance from 1.
    set logscale y 2
    set ytics () scale 0.5 nomirror
    do for [tick in relative_ticks] { set ytics add (relative_text(tick + 0) tick + 0) }
} else { if (is_linear) {
    set ytics scale 0.5 nomirror
} else {
    set logscale y 10
    set ytics () scale 0.5 nomirror
    decades = log10(most_top / least_least)
    do for [e = -10:8] {
        do for [digit in "1 2 5"] {
            tick = digit * 10.0**e
            is_end = is_shared && (abs(tick / log_above(most_top) - 1) < 1e-6 || abs(tick / log_below(least_least) - 1) < 1e-6)
            is_said = decades <= 2.5 || digit + 0 == 1 || is_end
            if (decades <= 4.5 || digit + 0 == 1 || is_end) {
                if (is_said) {
                    set ytics add ((is_time ? time_text(tick) : sprintf("%g", tick)) tick)
                } else {
                    set ytics add ("" tick 1)
                }
            }
        }
    }
}}

# ---- The names at the ends: as near to them as they can be without touching each other

gap = 15.0 / plot_height
array end_line[all_lines]
array end_at[all_lines]      # in the order from the bottom
array end_low[all_lines]
array end_high[all_lines]
ends_of(p) = drawn[p].limited[p]
wanted_at(p, l) = share_of_axis(p, line_end[at_line(p, l)])
is_below(p, a, b) = wanted_at(p, a) < wanted_at(p, b) || (wanted_at(p, a) == wanted_at(p, b) && a < b)
end_rank(p, l) = 1 + (sum [i = 1:words(ends_of(p))] is_below(p, int(word(ends_of(p), i)), l))
first_tag = 100

# ---- Draw

set print $cut
do for [p = 1:panels] {
    do for [i in points_of[p]] {
        r = point_row[i + 0]
        value = height(r, point_line[i + 0]) / scale_of(p, point_line[i + 0], row_place[r])
        if (is_relative && edge(value) > 0) {
            print sprintf("%.17g %.17g %d", place_x[row_place[r]], edge(value), point_line[i + 0])
        }
    }
    print "NaN NaN 1"
    print ""
    print ""
}
unset print
do for [p = 1:panels] {
    load folder."panel.gp"
    set xlabel axis_label offset 0, 0.3
    # Where gnuplot puts the axis's own depends on its fonts.
    set label 6 ((p - 1) % columns == 0 || !is_shared ? panel_label(p) : "") at screen screen_x(panel_x(p) - left_of_plot + (is_time ? 18 : 12)), \
        screen screen_y(panel_y(p) + 0.5 * plot_height) center rotate by 90
    set yrange [axis_low(p):axis_high(p)]
    if (is_linear && !is_relative) {
        set ytics linear_step(panel_top(p) > 0 ? panel_top(p) : 1)
    }
    if (is_efficiency) {
        set arrow 4 from graph 0, first 1 to graph 1, first 1 nohead back linewidth 1 dashtype 3 linecolor rgb "#888888"
    }
    do for [c = 1:caches] {
        unset arrow (10 + c)
        unset label (10 + c)
        if (is_marked(c, p)) {
            mark_dash = c > 3 ? 2 : 3
            set arrow (10 + c) from first cache_x(c, p), graph 0 to first cache_x(c, p), graph 1.01 nohead back \
                linewidth 1 dashtype mark_dash linecolor rgb "#888888"
            set label (10 + c) cache_text(c) at first cache_x(c, p), screen screen_y(panel_y(p) - 9 - (c > 3 ? second_marks : 0)) center \
                textcolor rgb "#666666"
        }
    }
    if (is_beside) {
        do for [k = 0:most_beside] {
            unset label (first_tag + k)
            unset arrow (first_tag + k)
        }
        count = words(ends_of(p))
        do for [l in ends_of(p)] { end_line[end_rank(p, l + 0)] = l + 0 }
        do for [k = 1:count] {
            end_low[k] = k > 1 && end_low[k - 1] + gap > wanted_at(p, end_line[k]) ? end_low[k - 1] + gap : wanted_at(p, end_line[k])
        }
        do for [k = count:1:-1] {
            end_high[k] = k < count && end_high[k + 1] - gap < wanted_at(p, end_line[k]) ? end_high[k + 1] - gap : wanted_at(p, end_line[k])
        }
        do for [k = 1:count] { end_at[k] = 0.5 * (end_low[k] + end_high[k]) }
        lift = count == 0 ? 0 : end_at[1] < 0 ? -end_at[1] : end_at[count] > 1 ? 1 - end_at[count] : 0
        do for [k = 1:count] {
            l = end_line[k]
            set arrow (first_tag + k) from first line_end_x[at_line(p, l)], first within(line_end[at_line(p, l)]) \
                to screen screen_x(panel_x(p) + plot_width + 6), graph (end_at[k] + lift) nohead back linewidth 0.7 \
                dashtype 3 linecolor rgb line_colour(l)
            set label (first_tag + k) line_name[l] at screen screen_x(panel_x(p) + plot_width + 10), graph (end_at[k] + lift) left \
                textcolor rgb darker(line_colour(l)) noenhanced
        }
    }
    if (points_of[p] eq "") {
        set label 9 "No ".baseline." here" at graph 0.5, graph 0.5 center textcolor rgb "#707070" noenhanced
    } else {
        unset label 9
    }
    rings = ""
    do for [i in points_of[p]] {
        if (is_above(point_row[as_number(i)], point_line[as_number(i)])) { rings = rings." ".i }
    }
    edges = ""
    do for [i = 1:published_marks] {
        if (mark_panel[i] == p) { edges = edges.sprintf(" %d", i) }
    }
    plot for [l in limited[p]] $table index index_of(p, as_number(l)) using 1:2 with lines \
            linecolor rgb "black" linewidth 1.6 dashtype line_dash(as_number(l)) title line_name[as_number(l)] noenhanced, \
        for [l in drawn[p]] $table index index_of(p, as_number(l)) using 1:2 with lines \
            linecolor rgb line_colour(as_number(l)) linewidth 1.4 dashtype line_dash(as_number(l)) \
            title line_name[as_number(l)] noenhanced, \
        for [l in is_exact ? "" : drawn[p]] $table index index_of(p, as_number(l)) using ($3 == $3 ? $1 : NaN):2:3:4 with yerrorbars \
            linecolor rgb line_colour(as_number(l)) linewidth 1 pointtype 0 \
            title line_name[as_number(l)].", 95 % interval" noenhanced, \
        for [i in points_of[p]] $points every ::as_number(i) - 1::as_number(i) - 1 using 1:2 with points \
            linecolor rgb point_colour(as_number(i)) pointtype point_shape(as_number(i)) pointsize 0.9 * point_scale \
            title point_text(point_row[as_number(i)], point_line[as_number(i)]) noenhanced, \
        for [i in rings] $points every ::as_number(i) - 1::as_number(i) - 1 using 1:2 \
            with points linecolor rgb "black" linewidth 1.2 pointtype 6 pointsize 2 * point_scale title "above its limit" noenhanced, \
        $marks using ($3 == p ? $1 : NaN):2 with points pointtype 13 pointsize 1.2 * point_scale linecolor rgb "#707070" \
            title "published" noenhanced, \
        for [i in edges] $marks every ::mark_at(i)::mark_at(i) using 1:2 with points pointtype 12 pointsize 1.7 * point_scale \
            linewidth 1.2 linecolor rgb mark_colour(as_number(i)) title mark_title[as_number(i)] noenhanced, \
        $cut index (p - 1) using 1:2:($2 > 1 ? 9 : 11):(line_colour(int($3))) with points pointtype variable \
            pointsize 1.3 * point_scale linecolor rgb variable title "beyond the edge" noenhanced
}

if (is_beside) {
    unset multiplot
    set output
    exit
}
legend_end(l) = (hit = NaN, sum [p = 1:panels] (hit == hit || line_end[at_line(p, l)] <= 0 ? 0 : (hit = share_of_axis(p, line_end[at_line(p, l)]), 0)), hit == hit ? hit : 0)
array entry[legend_lines]
comes_above(a, b) = legend_end(a) > legend_end(b) || (legend_end(a) == legend_end(b) && a < b)
do for [l = 1:all_lines] {
    if (line_row[l] > 0) {
        entry[1 + (sum [k = 1:all_lines] (line_row[k] > 0 ? comes_above(k, l) : 0))] = l
    }
}
load folder."legend.gp"
entry_point(i) = entry[i] > lines ? 0 : filled_shape(line_shape(entry[i]))
plot for [i = 1:legend_lines] NaN with linespoints linewidth 1.5 linecolor rgb line_colour(entry[i]) dashtype line_dash(entry[i]) \
    pointtype entry_point(i) pointsize 0.9 * point_scale title line_name[entry[i]] noenhanced
unset multiplot
set output
