# SPDX-License-Identifier: MIT
# Chart of a scanbench CSV: bandwidth against size, a panel for each problem.
# Usage: gnuplot -c bandwidth.gp RESULT.csv CHART.(svg|png) [COLUMN=VALUE…]   VALUE as the CSV spells it: only such rows

set encoding utf8
if (ARGC < 2) {
    print "usage: gnuplot -c bandwidth.gp RESULT.csv CHART.(svg|png) [COLUMN=VALUE...]"
    exit status 2
}
csv = ARG1
output_name = ARG2
is_svg = strlen(ARG2) > 4 && ARG2[strlen(ARG2) - 3:] eq ".svg"
if (!is_svg && !(strlen(ARG2) > 4 && ARG2[strlen(ARG2) - 3:] eq ".png")) {
    print ARG2.": expected a name that ends in .svg or .png"
    exit status 2
}

# ---- Which rows, and what differs between them

set datafile separator comma columnheaders
stats csv using "n" nooutput
if (!exists("STATS_records")) {
    print csv.": not a CSV of scanbench, or no rows"
    exit status 1
}
capacity = STATS_records + STATS_invalid + 1

before_sign(text) = text[1:strstrt(text, "=") - 1]
behind_sign(text) = text[strstrt(text, "=") + 1:]
is_chosen(dummy) = (sum [i = 3:ARGC] (strcol(before_sign(ARGV[i])) eq behind_sign(ARGV[i]))) == ARGC - 2
is_drawable(dummy) = strcol("status") eq "ok" && column("n") >= 1 && column("bytes_per_s") > 0 && is_chosen(0)
is_absent(text) = text eq "-" || text eq "NaN" || text eq ""

# The parameters beside the problem: those that differ name a series, those that do not stand once in the subtitle.
parameters = "threads_per_group values_per_thread unroll load load_width groups network workers isa selectivity ".\
    "pages cache device"
array distinct[words(parameters)]
array seen[words(parameters)]
do for [i = 1:words(parameters)] {
    distinct[i] = 0
    seen[i] = "|"
}
spelt(i, text) = \
    i == 1 ? "T=".text : i == 2 ? "V=".text : i == 3 ? "U=".text : i == 5 ? "load width ".text : \
    i == 6 ? text." groups" : i == 8 ? text.(text eq "1" ? " worker" : " workers") : \
    i == 10 ? "selectivity ".text : i == 11 ? text." pages" : i == 12 ? "cache ".text : text
note(i, text) = is_absent(text) || strstrt(seen[i], "|".text."|") ? 0 : \
    (seen[i] = seen[i].text."|", distinct[i] = distinct[i] + 1, 0)

rows = 0
others = 0
survey(dummy) = !is_drawable(0) ? 0 : \
    (rows = rows + 1, others = others + (strcol("family") ne "limit"), \
     sum [i = 1:words(parameters)] note(i, strcol(word(parameters, i))))
stats csv using (survey(0)) nooutput
if (rows == 0) {
    print csv.": no row to draw: none is ok with a size and a rate".(ARGC > 2 ? " among those chosen" : "")
    exit status 1
}

varies(i) = distinct[i] > 1
common = ""
do for [i = 1:words(parameters)] {
    if (distinct[i] == 1) {
        common = common.(common eq "" ? "" : ", ").spelt(i, seen[i][2:strlen(seen[i]) - 1])
    }
}

# ---- Read them: every row gets the rank of its panel, series and size

array panel[capacity]
array series[capacity]     # with every parameter that varies
array group[capacity]      # without T and V
array size[capacity]
array algorithm[capacity]
panels = 0
series_count = 0
groups = 0
sizes = 0
algorithms = 0
rank_panel(key) = (hit = sum [k = 1:panels] (panel[k] eq key ? k : 0), \
    hit ? hit : (panels = panels + 1, panel[panels] = key, panels))
rank_series(key) = (hit = sum [k = 1:series_count] (series[k] eq key ? k : 0), \
    hit ? hit : (series_count = series_count + 1, series[series_count] = key, series_count))
rank_group(key) = (hit = sum [k = 1:groups] (group[k] eq key ? k : 0), \
    hit ? hit : (groups = groups + 1, group[groups] = key, groups))
rank_size(key) = (hit = sum [k = 1:sizes] (size[k] == key ? k : 0), \
    hit ? hit : (sizes = sizes + 1, size[sizes] = key, sizes))
rank_algorithm(key) = (hit = sum [k = 1:algorithms] (algorithm[k] eq key ? k : 0), \
    hit ? hit : (algorithms = algorithms + 1, algorithm[algorithms] = key, algorithms))

# " T=256 V=8": the parameters first to last that vary and that the row has.
named(first, last) = (name = "", \
    sum [i = first:last] (varies(i) && !is_absent(strcol(word(parameters, i))) ? \
        (name = name.", ".spelt(i, strcol(word(parameters, i))), 0) : 0), name)
problem_word(text) = is_absent(text) ? "" : " ".text
problem(dummy) = \
    strcol("primitive").problem_word(strcol("dtype")).problem_word(strcol("op")).problem_word(strcol("mode"))

array row_panel[capacity]
array row_series[capacity]
array row_group[capacity]
array row_size[capacity]
array row_rate[capacity]
array row_low[capacity]
array row_high[capacity]
array row_unstable[capacity]
array row_limit[capacity]
array row_workers[capacity]
array group_algorithm[capacity]
array group_tuned[capacity]    # whether several T, V stand behind a group
array series_group[capacity]
array panel_bytes[capacity]    # algorithmic bytes of an element
finite(x, instead) = x == x ? x : instead
machine = "-"
utc = "-"

keep(dummy) = !is_drawable(0) || (others && strcol("family") eq "limit") ? 0 : (\
    row = row + 1, \
    row_panel[row] = rank_panel(problem(0)), \
    rest = named(3, words(parameters)), \
    row_series[row] = rank_series(strcol("algorithm").named(1, 2).rest), \
    row_group[row] = rank_group(strcol("algorithm").rest), \
    row_size[row] = rank_size(column("n")), \
    row_rate[row] = column("bytes_per_s") / 1e9, \
    bytes = column("bytes_per_s") * column("time_median_s"), \
    row_low[row] = bytes / finite(column("time_ci_high_s"), column("time_median_s")) / 1e9, \
    row_high[row] = bytes / finite(column("time_ci_low_s"), column("time_median_s")) / 1e9, \
    row_unstable[row] = strstrt(";".strcol("flags").";", ";unstable;") > 0, \
    row_limit[row] = finite(column("limit_bytes_per_s"), 0) / 1e9, \
    row_workers[row] = finite(column("workers"), 1), \
    series_group[row_series[row]] = row_group[row], \
    group_algorithm[row_group[row]] = rank_algorithm(strcol("algorithm")), \
    panel_bytes[row_panel[row]] = bytes / column("n"), \
    machine = strcol("machine"), utc = strcol("utc"), \
    l1d = column("l1d_bytes"), l2 = column("l2_bytes"), l3 = column("l3_bytes"), 0)
row = 0
stats csv using (keep(0)) nooutput
rows = row
set datafile separator whitespace
unset datafile columnheaders

# ---- The lines of the chart: every series where they are few, else of each group the best T, V at every size; then
# the limit with each number of workers

few_series = 10
is_best_only = series_count > few_series && groups < series_count
do for [g = 1:groups] {
    group_tuned[g] = sum [s = 1:series_count] (series_group[s] == g)
}
lines = is_best_only ? groups : series_count
most_workers = 1
top = 0
least = 1e300
do for [r = 1:rows] {
    most_workers = row_workers[r] > most_workers ? row_workers[r] : most_workers
    top = row_rate[r] > top ? row_rate[r] : top
    top = row_limit[r] > top ? row_limit[r] : top
}
all_lines = lines + most_workers

array best[panels * all_lines * sizes]    # the row with the highest point of a panel, line and size; 0: none
do for [i = 1:|best|] { best[i] = 0 }
place(p, l, z) = ((p - 1) * all_lines + l - 1) * sizes + z
height(r, l) = l > lines ? row_limit[r] : row_rate[r]
row_line(r) = is_best_only ? row_group[r] : row_series[r]
offer(r, l, i) = best[i] > 0 && height(best[i], l) >= height(r, l) ? 0 : (best[i] = r, 0)
do for [r = 1:rows] {
    ignored = offer(r, row_line(r), place(row_panel[r], row_line(r), row_size[r]))
    if (row_limit[r] > 0) {
        ignored = offer(r, lines + row_workers[r], place(row_panel[r], lines + row_workers[r], row_size[r]))
    }
}

# Sizes in order: order[1] is the rank of the smallest.
array order[sizes]
do for [z = 1:sizes] {
    order[1 + sum [k = 1:sizes] (size[k] < size[z])] = z
}

# Blocks of $table: size, height, low, high, unstable. drawn[p] and limited[p] list the lines of a panel.
array drawn[panels]
array limited[panels]
array block[panels * all_lines]
blocks = 0
set print $table
do for [p = 1:panels] {
    drawn[p] = ""
    limited[p] = ""
    do for [l = 1:all_lines] {
        points = 0
        do for [k = 1:sizes] {
            r = best[place(p, l, order[k])]
            if (r > 0) {
                points = points + 1
                least = height(r, l) < least ? height(r, l) : least
                print sprintf("%.17g %.17g %.17g %.17g %d", \
                    size[order[k]], height(r, l), row_low[r], row_high[r], row_unstable[r])
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

# ---- How a line looks: colours that colour-blind people tell apart (Okabe and Ito), shapes and dashes for
# print. Of many lines the colour and shape are the algorithm and the dash its variant, where that tells them apart.

colours = "#0072B2 #D55E00 #009E73 #CC79A7 #E69F00 #56B4E9 #882255 #7F7F7F"
filled_shapes = "7 5 9 13 11 15"
array line_name[all_lines]
array line_algorithm[lines]
array line_variant[lines]
array variants[algorithms]
do for [i = 1:algorithms] { variants[i] = 0 }
most_variants = 0
do for [l = 1:lines] {
    g = is_best_only ? l : series_group[l]
    a = group_algorithm[g]
    line_name[l] = is_best_only ? group[g].(group_tuned[g] > 1 ? " (best T, V)" : "") : series[l]
    line_algorithm[l] = a
    line_variant[l] = variants[a]
    variants[a] = variants[a] + 1
    most_variants = variants[a] > most_variants ? variants[a] : most_variants
}
is_by_algorithm = lines > words(colours) && algorithms <= words(colours) && most_variants <= 5
look(l) = is_by_algorithm ? line_algorithm[l] - 1 : l - 1
dash(l) = is_by_algorithm ? 1 + line_variant[l] : 1 + (l - 1) / words(colours) % 5
hue(l) = int(sprintf("0x%s", word(colours, 1 + look(l) % words(colours))[2:]))
shape(l) = int(word(filled_shapes, 1 + look(l) % words(filled_shapes)))
limits = ""
do for [l = lines + 1:all_lines] {
    name = sprintf(" %d", l)
    limits = limits.((sum [p = 1:panels] strstrt(limited[p]." ", name." ")) > 0 ? name : "")
}
do for [w = 1:most_workers] {
    line_name[lines + w] = words(limits) == 1 ? "limit" : sprintf("limit, %d %s", w, w == 1 ? "worker" : "workers")
}
longest = 0
do for [l = 1:lines] { longest = strlen(line_name[l]) > longest ? strlen(line_name[l]) : longest }
limit_dash(l) = 2 + (sum [i = 1:words(limits)] (int(word(limits, i)) < l)) % 3
limit_point = sizes == 1 ? 1 : 0    # a line of one point would not be seen
any_unstable = sum [r = 1:rows] row_unstable[r]

# ---- The page, in pixels

columns = panels > 1 ? 2 : 1
panel_rows = (panels + columns - 1) / columns
plot_width = columns > 1 ? 480 : 680
plot_height = panel_rows > 1 ? 310 : 420
left_of_plot = 62
above_page = 62
above_plot = 46
below_plot = 52
below_page = 60
legend_width = 70 + 7 * (longest > 12 ? longest : 12)
legend_line = 24
page_width = columns * (left_of_plot + plot_width) + 16 + legend_width
page_height = above_page + panel_rows * (above_plot + plot_height + below_plot) + below_page
legend_height = legend_line * (lines + words(limits) + 1)
least_height = above_page + above_plot + legend_height + below_page
page_height = page_height < least_height ? least_height : page_height

if (is_svg) {
    set terminal svg size page_width, page_height font "sans-serif,12" background "white" noenhanced
} else {
    set terminal pngcairo size 2 * page_width, 2 * page_height font "sans-serif,9" fontscale 2 linewidth 2 pointscale 2 \
        background "white" noenhanced
}
set output output_name

# ---- Axes

low_exponent = floor(log(size[order[1]]) / log(2) + 1e-9)
high_exponent = ceil(log(size[order[sizes]]) / log(2) - 1e-9)
is_narrow = high_exponent == low_exponent
low_exponent = low_exponent - is_narrow
high_exponent = high_exponent + is_narrow
step = (high_exponent - low_exponent + 8) / 9
step = step > 1 && step % 2 ? step + 1 : step < 1 ? 1 : step
count_text(e) = e < 10 ? sprintf("%d", 2**e) : e < 20 ? sprintf("%dKi", 2**(e - 10)) : \
    e < 30 ? sprintf("%dMi", 2**(e - 20)) : sprintf("%dGi", 2**(e - 30))
set logscale x 2
set xrange [2**(low_exponent - 0.3):2**(high_exponent + 0.3)]
set xtics () scale 0.5 nomirror
do for [e = low_exponent:high_exponent:step] {
    set xtics add (count_text(e) 2.0**e)
}
# Rates span decades from the first cache to memory: in equal steps of ratio every part can be read.
set logscale y 10
set yrange [least / 1.5:top * 1.2]
set ytics () scale 0.5 nomirror
do for [e = -3:5] {
    do for [m in "1 2 5"] {
        set ytics add (sprintf("%g", m * 10.0**e) m * 10.0**e)
    }
}
set grid ytics linetype 1 linewidth 0.5 linecolor rgb "#DDDDDD"
set border 3 linewidth 0.8 linecolor rgb "#444444"
set tics textcolor rgb "#222222"
unset key

# A cache is marked where input and output together are as large as it.
array cache_name[3] = ["L1d", "L2", "L3"]
array cache_bytes[3] = [l1d, l2, l3]
cache_x(c, p) = cache_bytes[c] / panel_bytes[p]
is_marked(c, p) = cache_bytes[c] == cache_bytes[c] && cache_x(c, p) > 2**(low_exponent - 0.3) && \
    cache_x(c, p) < 2**(high_exponent + 0.3)

# ---- Draw

file_name = csv
while (strstrt(file_name, "/") > 0) { file_name = file_name[strstrt(file_name, "/") + 1:] }
foot_1 = "Median with its 95 % interval".(any_unstable ? "; hollow: unstable" : "").\
    ". A cache is marked where input and output together fill it."
foot_2 = file_name.(is_absent(machine) ? "" : "  ·  ".machine).(is_absent(utc) ? "" : "  ·  ".utc)
screen_x(pixels) = real(pixels) / page_width
screen_y(pixels) = 1 - real(pixels) / page_height    # from the top
set multiplot
set label 1 "Bandwidth against size" at screen screen_x(left_of_plot), screen screen_y(26) left \
    font ",".(is_svg ? 17 : 13) textcolor rgb "#000000"
set label 2 common at screen screen_x(left_of_plot), screen screen_y(50) left textcolor rgb "#555555"
set label 3 foot_1 at screen screen_x(left_of_plot), screen screen_y(page_height - 38) left textcolor rgb "#777777"
set label 5 foot_2 at screen screen_x(left_of_plot), screen screen_y(page_height - 19) left textcolor rgb "#777777"
do for [p = 1:panels] {
    x = ((p - 1) % columns) * (left_of_plot + plot_width) + left_of_plot
    y = above_page + ((p - 1) / columns) * (above_plot + plot_height + below_plot) + above_plot
    set lmargin at screen screen_x(x)
    set rmargin at screen screen_x(x + plot_width - 14)
    set tmargin at screen screen_y(y)
    set bmargin at screen screen_y(y + plot_height)
    set label 4 panel[p] at graph 0, screen screen_y(y - 26) left textcolor rgb "#000000"
    set xlabel "n (elements)" offset 0, 0.3
    set ylabel ((p - 1) % columns == 0 ? "GB/s, input + output" : "") offset 1, 0
    do for [c = 1:3] {
        unset arrow c
        unset label (10 + c)
        if (is_marked(c, p)) {
            set arrow c from first cache_x(c, p), graph 0 to first cache_x(c, p), graph 1.01 nohead back \
                linewidth 1 dashtype 3 linecolor rgb "#888888"
            set label (10 + c) cache_name[c] at first cache_x(c, p), screen screen_y(y - 9) center textcolor rgb "#666666"
        }
    }
    plot for [l in limited[p]] $table index block[(p - 1) * all_lines + l] using 1:2 with linespoints \
            linecolor rgb "black" linewidth 1.6 dashtype limit_dash(l + 0) pointtype limit_point pointsize 0.9, \
        for [l in drawn[p]] $table index block[(p - 1) * all_lines + l] using 1:2 with lines \
            linecolor rgb hue(l + 0) linewidth 1.4 dashtype dash(l + 0), \
        for [l in drawn[p]] $table index block[(p - 1) * all_lines + l] using 1:2:3:4 with yerrorbars \
            linecolor rgb hue(l + 0) linewidth 1 pointtype shape(l + 0) pointsize 0.9, \
        for [l in drawn[p]] $table index block[(p - 1) * all_lines + l] using 1:($5 > 0 ? $2 : NaN) with points \
            linecolor rgb "white" pointtype shape(l + 0) pointsize 0.5
    unset label 1
    unset label 2
    unset label 3
    unset label 5
}

# The legend, in a plot of its own beside the panels.
do for [i = 1:13] { unset label i }
unset arrow
unset border
unset tics
unset logscale
unset xlabel
unset ylabel
set lmargin at screen screen_x(page_width - legend_width)
set rmargin at screen 1
set tmargin at screen screen_y(above_page + above_plot - 12)
set bmargin at screen screen_y(above_page + above_plot - 12 + legend_height)
set key at graph 0, graph 1 left top Left reverse samplen 3 spacing 1.25 maxrows (lines + words(limits)) noautotitle
set xrange [0:1]
set yrange [0:1]
plot for [l in limits] NaN with lines linecolor rgb "black" linewidth 1.6 dashtype limit_dash(l + 0) \
        title line_name[l + 0], \
    for [l = 1:lines] NaN with linespoints linecolor rgb hue(l) linewidth 1.4 dashtype dash(l) \
        pointtype shape(l) pointsize 0.9 title line_name[l]
unset multiplot
set output
