# SPDX-License-Identifier: MIT
# Lines with error bars, a panel each problem: draws the arrays of rows.gp. Loaded, with these set before:
#   axis_column axis_label value_label is_linear (the values' axis) has_caches has_limits is_exact, and chart_title
#   unless is_relative

# ---- The lines of the chart: every series where they are few, else of each group the best at every place; then the
# limit with each number of workers, and of each device

few_series = 10
is_best_only = series_count > few_series && groups < series_count
array group_size[groups]
do for [g = 1:groups] {
    group_size[g] = sum [s = 1:series_count] (series_group[s] == g)
}
lines = is_best_only ? groups : series_count
most_workers = 1
do for [r = 1:rows] {
    most_workers = row_workers[r] > most_workers ? row_workers[r] : most_workers
}
limit_of(r) = row_device[r] > 0 ? most_workers + row_device[r] : axis_column eq "workers" ? 1 : row_workers[r]
most_limits = most_workers + words(devices)
all_lines = lines + (has_limits ? most_limits : 0)

array best[panels * all_lines * places]    # the row with the best value of a panel, line and place; 0: none
do for [i = 1:|best|] { best[i] = 0 }
cell(p, l, z) = ((p - 1) * all_lines + l - 1) * places + z
height(r, l) = l > lines ? row_limit[r] : row_value[r]
row_line(r) = is_best_only ? row_group[r] : row_series[r]
is_better(a, b, l) = is_time ? height(a, l) < height(b, l) : height(a, l) > height(b, l)
offer(r, l, i) = best[i] > 0 && !is_better(r, best[i], l) ? 0 : (best[i] = r, 0)
do for [r = 1:rows] {
    ignored = offer(r, row_line(r), cell(row_panel[r], row_line(r), row_place[r]))
    if (has_limits && row_limit[r] > 0) {
        ignored = offer(r, lines + limit_of(r), cell(row_panel[r], lines + limit_of(r), row_place[r]))
    }
}

# Relative to the baseline: the first line whose name matches, in each panel and place.
array line_name[all_lines]
do for [l = 1:lines] {
    line_name[l] = is_best_only ? group[l].(group_size[l] > 1 ? " (best T, V)" : "") : series[l]
}
base_line = 0
if (is_relative) {
    do for [l = 1:lines] {
        if (base_line == 0 && (baseline eq "" || glob(baseline, line_name[l]) || glob(baseline.",*", line_name[l]))) {
            base_line = l
        }
    }
    if (base_line == 0) {
        print "no line matches the baseline '".baseline."'"
        exit status 2
    }
}
base_value(p, z) = base_line == 0 ? 1 : best[cell(p, base_line, z)] > 0 ? row_value[best[cell(p, base_line, z)]] : NaN

# Blocks of $table: place, height, low, high, unstable. drawn[p] and limited[p] list the lines of a panel.
array drawn[panels]
array limited[panels]
array top[panels]
array least[panels]
array block[panels * all_lines]
blocks = 0
any_unstable = 0
set print $table
do for [p = 1:panels] {
    drawn[p] = ""
    limited[p] = ""
    top[p] = 0
    least[p] = 1e300
    do for [l = 1:all_lines] {
        points = 0
        do for [k = 1:places] {
            r = best[cell(p, l, order[k])]
            scale = base_value(p, order[k])
            if (r > 0 && scale == scale) {
                points = points + 1
                least[p] = height(r, l) / scale < least[p] ? height(r, l) / scale : least[p]
                top[p] = height(r, l) / scale > top[p] ? height(r, l) / scale : top[p]
                any_unstable = any_unstable || row_unstable[r]
                print sprintf("%.17g %.17g %.17g %.17g %d", place_x[order[k]], height(r, l) / scale, \
                    row_low[r] / scale, row_high[r] / scale, row_unstable[r])
            }
        }
        if (points > 0) {
            if (l > lines) {
                limited[p] = limited[p].sprintf(" %d", l)
            } else {
                drawn[p] = drawn[p].sprintf(" %d", l)
            }
            block[(p - 1) * all_lines + l] = blocks
            blocks = blocks + 1
            print ""
            print ""
        }
    }
}
unset print
index_of(p, l) = block[(p - 1) * all_lines + l]
as_number(text) = text eq "" ? 1 : text + 0    # gnuplot looks at the elements of an empty list, too

# ---- How a line looks. Of many lines the colour and shape are the algorithm and the dash its variant, where that tells
# them apart.

array line_algorithm[lines]
array line_variant[lines]
array variants[algorithms]
do for [i = 1:algorithms] { variants[i] = 0 }
most_variants = 0
do for [l = 1:lines] {
    a = group_algorithm[is_best_only ? l : series_group[l]]
    line_algorithm[l] = a
    line_variant[l] = variants[a]
    variants[a] = variants[a] + 1
    most_variants = variants[a] > most_variants ? variants[a] : most_variants
}
few_colours = 8
# Engines with devices of their own are told apart by the dash alone.
line_engine(l) = group_engine[is_best_only ? l : series_group[l]]
has_engines = (sum [l = 1:lines] (line_engine(l) > 0)) > 0 && (sum [l = 1:lines] (line_engine(l) == 0)) > 0 || words(engines) > 1
is_by_algorithm = !has_engines && lines > few_colours && algorithms <= few_colours && most_variants <= 5
look(l) = is_by_algorithm ? line_algorithm[l] - 1 : l - 1
dash(l) = has_engines ? 1 + line_engine(l) : is_by_algorithm ? 1 + line_variant[l] : 1 + (l - 1) / few_colours % 5
limits = ""
do for [l = lines + 1:all_lines] {
    name = sprintf(" %d", l)
    limits = limits.((sum [p = 1:panels] strstrt(limited[p]." ", name." ")) > 0 ? name : "")
}
do for [l in limits] {
    workers = l - lines
    line_name[l + 0] = words(limits) == 1 ? "limit" : workers > most_workers ? "limit, ".word(devices, workers - most_workers) : \
        sprintf("limit, %d %s", workers, workers == 1 ? "worker" : "workers")
}
longest = 12
do for [l = 1:lines] { longest = strlen(line_name[l]) > longest ? strlen(line_name[l]) : longest }
limit_dash(l) = 2 + (sum [i = 1:words(limits)] (int(word(limits, i)) < l)) % 3
limit_point = places == 1 ? 1 : 0    # a line of one point would not be seen

# ---- The page, in pixels

columns = panels > 1 ? 2 : 1
plot_width = columns > 1 ? 480 : 680
plot_height = panels > 2 ? 310 : 420
left_of_page = 62
left_of_plot = 62
above_plot = 46
below_plot = 52
legend_width = 70 + 7 * longest
legend_lines = lines + words(limits)
subtitle = common
title = is_relative ? "Time relative to ".line_name[base_line] : chart_title
foot = (is_exact ? "Exact counts; of lines that coincide the last is seen" : is_relative ? "Median with its 95 % interval, over the median of ".line_name[base_line] : \
    "Median with its 95 % interval").(is_relative ? "; a triangle at the edge: beyond it" : "").(any_unstable ? "; hollow: unstable" : "").".".\
    (has_caches ? " A cache is marked where the algorithmic bytes fill it." : "")
load folder."page.gp"

# ---- Axes

low_exponent = floor(log(place_x[order[1]]) / log(2) + 1e-9)
high_exponent = ceil(log(place_x[order[places]]) / log(2) - 1e-9)
is_narrow = high_exponent == low_exponent
low_exponent = low_exponent - (is_narrow && low_exponent > 0)
high_exponent = high_exponent + is_narrow
step = (high_exponent - low_exponent + 8) / 9
step = step > 1 && step % 2 ? step + 1 : step < 1 ? 1 : step
set logscale x 2
set xrange [2**(low_exponent - 0.3):2**(high_exponent + 0.3)]
set xtics () scale 0.5 nomirror
do for [e = low_exponent:high_exponent:step] {
    set xtics add ((high_exponent <= 10 ? sprintf("%d", 2**e) : power_text(e)) 2.0**e)
}
most_top = 0
least_least = 1e300
do for [p = 1:panels] {
    most_top = top[p] > most_top ? top[p] : most_top
    least_least = least[p] < least_least ? least[p] : least_least
}
# Values span decades from the first cache to memory: in equal steps of ratio every part can be read.
if (is_relative) {
    # As many times faster as slower: the same distance from 1.
    set logscale y 2
    set ytics ("1/64" 0.015625, "1/32" 0.03125, "1/16" 0.0625, "1/8" 0.125, "1/4" 0.25, "1/2" 0.5, "1" 1, "2" 2, "4" 4, \
        "8" 8) scale 0.5 nomirror
    if (most_top < 4 && least_least > 0.25) {
        set ytics add ("0.7" 0.7, "0.8" 0.8, "0.9" 0.9, "1.1" 1.1, "1.25" 1.25, "1.5" 1.5, "3" 3)
    }
} else { if (is_linear) {
    set ytics auto scale 0.5 nomirror
} else {
    set logscale y 10
    set ytics () scale 0.5 nomirror
    decades = log10(most_top / least_least)
    do for [e = -10:5] {
        do for [m in (decades > 4 ? "1" : decades > 2.5 ? "1 3" : "1 2 5")] {
            set ytics add ((is_time ? time_text(m * 10.0**e) : sprintf("%g", m * 10.0**e)) m * 10.0**e)
        }
    }
}}

# A cache is marked where the algorithmic bytes are as large as it.
array cache_name[3] = ["L1d", "L2", "L3"]
array cache_bytes[3] = [l1d, l2, l3]
cache_x(c, p) = cache_bytes[c] / panel_bytes[p]
is_marked(c, p) = has_caches && cache_bytes[c] == cache_bytes[c] && cache_x(c, p) > 2**(low_exponent - 0.3) && \
    cache_x(c, p) < 2**(high_exponent + 0.3)

# ---- Draw

steep = 8     # of a relative chart: what takes more than 8 times as long, or less than a 64th, is cut and marked at the edge
flat = 64
edge(value) = value > steep ? steep : value < 1.0 / flat ? 1.0 / flat : NaN
set print $cut
do for [p = 1:panels] {
    do for [l = 1:lines] {
        do for [k = 1:places] {
            r = best[cell(p, l, order[k])]
            scale = base_value(p, order[k])
            if (is_relative && r > 0 && scale == scale && edge(height(r, l) / scale) > 0) {
                print sprintf("%.17g %.17g %d", place_x[order[k]], edge(height(r, l) / scale), look(l))
            }
        }
    }
    print "NaN NaN 0"
    print ""
    print ""
}
unset print
do for [p = 1:panels] {
    load folder."panel.gp"
    set xlabel axis_label offset 0, 0.3
    set ylabel ((p - 1) % columns == 0 || !is_shared ? panel_label(p) : "") offset (is_time ? 0 : 1), 0
    high = is_shared ? most_top : top[p]
    low = is_shared ? least_least : least[p]
    if (is_relative) {
        high = high > steep ? steep : high < 1.25 ? 1.25 : high
        low = low < 1.0 / flat ? 1.0 / flat : low > 0.8 ? 0.8 : low
        set yrange [low / 1.12:high * 1.12]
    } else { if (is_linear) {
        high = high > 0 ? high : 1
        set yrange [0:high * 1.08]
    } else {
        set yrange [low / 1.5:high * 1.2]
    }}
    do for [c = 1:3] {
        unset arrow c
        unset label (10 + c)
        if (is_marked(c, p)) {
            set arrow c from first cache_x(c, p), graph 0 to first cache_x(c, p), graph 1.01 nohead back \
                linewidth 1 dashtype 3 linecolor rgb "#888888"
            set label (10 + c) cache_name[c] at first cache_x(c, p), screen screen_y(panel_y(p) - 9) center \
                textcolor rgb "#666666"
        }
    }
    plot for [l in limited[p]] $table index index_of(p, as_number(l)) using 1:2 with linespoints \
            linecolor rgb "black" linewidth 1.6 dashtype limit_dash(as_number(l)) pointtype limit_point pointsize 0.9, \
        for [l in drawn[p]] $table index index_of(p, as_number(l)) using 1:2 with lines \
            linecolor rgb colour(look(as_number(l))) linewidth 1.4 dashtype dash(as_number(l)), \
        for [l in drawn[p]] $table index index_of(p, as_number(l)) using 1:2:3:4 with yerrorbars \
            linecolor rgb colour(look(as_number(l))) linewidth 1 pointtype filled_shape(look(as_number(l))) pointsize 0.9, \
        for [l in drawn[p]] $table index index_of(p, as_number(l)) using 1:($5 > 0 ? $2 : NaN) with points \
            linecolor rgb "white" pointtype filled_shape(look(as_number(l))) pointsize 0.5, \
        $cut index (p - 1) using 1:2:($2 > 1 ? 9 : 11):(colour(int($3))) with points pointtype variable pointsize 1.3 \
            linecolor rgb variable
}

load folder."legend.gp"
is_limit(i) = i <= words(limits)
entry(i) = is_limit(i) ? int(word(limits, i)) : i - words(limits)
entry_colour(i) = is_limit(i) ? 0 : colour(look(entry(i)))
entry_dash(i) = is_limit(i) ? limit_dash(entry(i)) : dash(entry(i))
entry_point(i) = is_limit(i) ? 0 : filled_shape(look(entry(i)))
plot for [i = 1:legend_lines] NaN with linespoints linewidth 1.5 linecolor rgb entry_colour(i) dashtype entry_dash(i) \
    pointtype entry_point(i) pointsize 0.9 title line_name[entry(i)]
unset multiplot
set output
