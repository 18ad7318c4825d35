# SPDX-License-Identifier: MIT
# What every chart shares: its options, the data, colours and the page. Called with the script's own arguments:
#   DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE…], one each or several in one, a line each. Options are
#   width=3.5in height=2.2in (or cm, mm, pt, px)   font-size=8 (points)   font=NAME   style=colour|grey   format=svg
#   title=TEXT xlabel=TEXT ylabel=TEXT   xrange=1Ki:1Mi yrange=1:100   legend=beside|below|none   footer=no   peak=no
#   paper=yes: 3.5 in wide, 8 points, no title, subtitle or footer
# DATA is what `scanbench plot --format csv` prints: texts in rows whose panel starts with "@", then a block for each line.

set encoding utf8
# gnuplot runs what follows a "<" or a "|", and a terminal obeys some characters instead of showing them.
is_command(name) = name[1:1] eq "<" || name[1:1] eq "|"
has_bytes(name, bytes) = strstrt(name, bytes) > 0
has_control(name) = (sum [i = 1:31] has_bytes(name, sprintf("%c", i))) + has_bytes(name, "\177") + \
    (sum [i = 128:159] has_bytes(name, sprintf("%c%c", 194, i))) + has_bytes(name, "\330\234") + \
    (sum [i = 142:174] (i < 144 || i > 167 ? has_bytes(name, sprintf("%c%c%c", 226, 128, i)) : 0)) + \
    (sum [i = 166:169] has_bytes(name, sprintf("%c%c%c", 226, 129, i)))
if (has_control(ARG1) || has_control(ARG2)) {
    print (has_control(ARG1) ? "DATA" : "CHART").": expected a name without control characters"
    exit status 2
}
if (is_command(ARG1) || is_command(ARG2)) {
    print "'".(is_command(ARG1) ? ARG1 : ARG2)."': expected a file; gnuplot runs a name that starts with < or |"
    exit status 2
}

chart_file = ARG2

# ---- The options

begins(text, start) = text[1:strlen(start)] eq start
ends(text, ending) = strlen(text) >= strlen(ending) && text[strlen(text) - strlen(ending) + 1:] eq ending
is_plain(text) = text ne "" && (sum [i = 1:strlen(text)] (strstrt("0123456789.e+-", text[i:i]) == 0)) == 0
# gnuplot takes no "1e-05" for a number, but "1.0e-05".
decimal(text) = strstrt(text, "e") < 2 || strstrt(text, ".") > 0 ? real(text) : \
    real(text[1:strstrt(text, "e") - 1].".0".text[strstrt(text, "e"):])
number_of(text) = is_plain(text) ? decimal(text) : NaN
length_of(text, unit_name) = number_of(text[1:strlen(text) - strlen(unit_name)])
pixels_of(text) = ends(text, "in") ? 96 * length_of(text, "in") : ends(text, "cm") ? 96 / 2.54 * length_of(text, "cm") : \
    ends(text, "mm") ? 96 / 25.4 * length_of(text, "mm") : ends(text, "pt") ? 96 / 72.0 * length_of(text, "pt") : \
    length_of(text, ends(text, "px") ? "px" : "")
factor(text) = ends(text, "Ki") ? 2.0**10 : ends(text, "Mi") ? 2.0**20 : ends(text, "Gi") ? 2.0**30 : 1
number(text) = factor(text) > 1 ? factor(text) * length_of(text, "Ki") : length_of(text, "")
array setting[15] = ["", "", "", "", "", "", "", "", "", "", "", "", "", "", ""]
setting_names = "width height font-size font style format title xlabel ylabel xrange yrange legend footer peak paper"
is_set(name) = (hit = 0, sum [k = 1:words(setting_names)] (word(setting_names, k) eq name ? (hit = k, 0) : 0), hit)
wanted(name) = setting[is_set(name)]
array options[7] = [ARG3, ARG4, ARG5, ARG6, ARG7, ARG8, ARG9]
do for [i = 1:7] {
    rest = options[i]."\n"
    while (rest ne "") {
        option = rest[1:strstrt(rest, "\n") - 1]
        rest = rest[strstrt(rest, "\n") + 1:]
        if (option eq "") { continue }
        equal = strstrt(option, "=")
        k = equal > 1 ? is_set(option[1:equal - 1]) : 0
        if (k == 0) {
            print "'".option."': expected one of these options with its value: ".setting_names
            exit status 2
        }
        setting[k] = option[equal + 1:]
    }
}
format = wanted("format") ne "" ? wanted("format") : ARG2[strlen(ARG2) - 3 - ends(ARG2, "tikz") + ends(ARG2, ".tikz"):]
format = begins(format, ".") ? format[2:] : format
is_paper = wanted("paper") eq "yes"
style = wanted("style") eq "" ? "colour" : wanted("style")
font_points = wanted("font-size") ne "" ? length_of(wanted("font-size"), "") : is_paper ? 8 : 9
# A pixel of the layout, of which letters are 12 high, in those of 96 an inch.
scale = font_points / 9.0
page_width_px = wanted("width") ne "" ? pixels_of(wanted("width")) : is_paper ? 336 : 0
page_height_px = wanted("height") ne "" ? pixels_of(wanted("height")) : 0
has_footer = !is_paper && wanted("footer") ne "no"
has_peaks = wanted("peak") ne "no"
if (ARG2 eq "" || strstrt(" svg png pdf eps tikz ", " ".format." ") == 0) {
    print "usage: gnuplot -c KIND.gp DATA.csv CHART.(svg|png|pdf|eps|tikz) [OPTION=VALUE...]"
    print "'".ARG2."': expected a name that ends in .svg, .png, .pdf, .eps or .tikz"
    exit status 2
}
if (style ne "colour" && style ne "grey") {
    print "style '".style."'; expected colour or grey"
    exit status 2
}
is_one_of(name, known) = wanted(name) eq "" || strstrt(" ".known." ", " ".wanted(name)." ") > 0
if (!is_one_of("legend", "below beside none") || !is_one_of("footer", "yes no") || !is_one_of("peak", "yes no") || !is_one_of("paper", "yes no")) {
    print "expected legend=below, beside or none, and yes or no for footer, peak and paper"
    exit status 2
}
# "1Ki:1Mi"; an end that is empty is that of the data.
range_at(text, which) = (colon = strstrt(text, ":"), colon == 0 ? NaN : number(which == 1 ? text[1:colon - 1] : text[colon + 1:]))
is_end(text) = text eq "" || number(text) == number(text)
is_range(text) = text eq "" || (colon = strstrt(text, ":"), colon > 0 && is_end(text[1:colon - 1]) && is_end(text[colon + 1:])) && \
    !(range_at(text, 1) >= range_at(text, 2))
if (!is_range(wanted("xrange")) || !is_range(wanted("yrange"))) {
    print "expected a range such as xrange=1Ki:1Mi, from its lower end"
    exit status 2
}
if (!(font_points >= 4 && font_points <= 48)) {
    print "expected a font-size from 4 to 48 points"
    exit status 2
}
if (!(page_width_px == 0 || (page_width_px >= 12 * font_points && page_width_px <= 9600)) || !(page_height_px >= 0 && page_height_px <= 9600)) {
    print "expected a width such as 3.5in or 89mm, at least 9 times the font-size and at most 100in, and such a height"
    exit status 2
}

# ---- The data

header = ""
set datafile separator "\n"
set datafile commentschars ""
stats ARG1 using (header = header eq "" ? strcol(1) : header, 0) nooutput
if (!exists("STATS_records") || header ne "panel,line,x,y,low,high,color,dash,shape,hollow,label") {
    print ARG1.": not the data of a chart; expected what scanbench plot --format csv prints"
    exit status 2
}
set datafile separator comma
capacity = STATS_records + 1
array panel[capacity]
array line_panel[capacity]
array line_name[capacity]
array line_block[capacity]    # of the file
array line_look[capacity]     # the cell: an index of the palette, "#rrggbb", -1: a peak, -2: published
array line_dash[capacity]
array line_shape[capacity]
array line_first[capacity]    # its points
array line_last[capacity]
array point_line[capacity]
array point_x[capacity]
array point_y[capacity]
array point_low[capacity]     # NaN: no interval
array point_high[capacity]
array point_hollow[capacity]  # 1: unusable; 2: above its peak
array point_text[capacity]
array tick_text[capacity]
array tick_x[capacity]
array mark_text[capacity]
array mark_x[capacity]
array mark_panel[capacity]
array winner[capacity]
panels = 0; lines = 0; points = 0; ticks = 0; marks = 0; winners = 0; key_text = ""
drawing = ""; unit = ""; title = ""; subtitle = ""; footer = ""; origin = ""; warning = ""; x_label = ""; y_label = ""
x_scale = ""; y_scale = ""
# What is beyond was never measured, and no axis shows it.
within_reason(x) = abs(x) < 1e30 ? x : NaN
cell(k) = within_reason(number_of(strcol(k)))
whole(k) = (whole_cell = cell(k), whole_cell == whole_cell ? int(whole_cell) : 0)
has_place(dummy) = cell(3) == cell(3) && cell(4) == cell(4) && (cell(4) > 0 || y_scale eq "linear" && cell(4) == 0) && \
    (cell(3) > 0 || drawing eq "scatter")
# A comma or quotation mark of a text is another character in the file, where gnuplot ends a cell at them.
plain(text) = strstrt(text, "‚") + strstrt(text, "″") == 0 ? text : (out = "", sum [i = 1:strlen(text)] \
    (out = out.(text[i:i] eq "‚" ? "," : text[i:i] eq "″" ? "\"" : text[i:i]), 0), out)
take_text(key, text) = key eq "@panel" ? (panels = panels + 1, panel[panels] = text, 0) : \
    key eq "@xtick" ? (ticks = ticks + 1, tick_text[ticks] = text, tick_x[ticks] = cell(3), 0) : \
    key eq "@winner" ? (winners = winners + 1, winner[winners] = text, 0) : \
    key eq "@mark" ? (marks = marks + 1, mark_text[marks] = text, mark_x[marks] = cell(3), mark_panel[marks] = cell(4), 0) : \
    key eq "@title" ? (title = text, 0) : key eq "@subtitle" ? (subtitle = text, 0) : key eq "@footer" ? (footer = text, 0) : \
    key eq "@origin" ? (origin = text, 0) : key eq "@warning" ? (warning = text, 0) : key eq "@draw" ? (drawing = text, 0) : \
    key eq "@unit" ? (unit = text, 0) : key eq "@xlabel" ? (x_label = text, 0) : key eq "@ylabel" ? (y_label = text, 0) : \
    key eq "@xscale" ? (x_scale = text, 0) : key eq "@yscale" ? (y_scale = text, 0) : 0
panel_rank(text) = (hit = 1, sum [k = 1:panels] (panel[k] eq text ? (hit = k, 0) : 0), hit)
take_line(block) = lines > 0 && line_block[lines] == block ? 0 : (lines = lines + 1, line_block[lines] = block, \
    line_panel[lines] = panel_rank(plain(strcol(1))), line_name[lines] = plain(strcol(2)), line_look[lines] = strcol(7), \
    line_dash[lines] = whole(8), line_shape[lines] = whole(9), line_first[lines] = points + 1, 0)
take_point(block) = (take_line(block), points = points + 1, line_last[lines] = points, point_line[points] = lines, \
    point_x[points] = cell(3), point_y[points] = cell(4), point_low[points] = cell(5), point_high[points] = cell(6), \
    point_hollow[points] = whole(10), point_text[points] = strcol(11), 0)
take(block) = strcol(1) eq "panel" ? 0 : begins(strcol(1), "@") ? take_text(strcol(1), plain(strcol(2))) : has_place(0) ? take_point(block) : 0
stats ARG1 using (take(column(-2))) nooutput
if (strstrt(" lines bars cells scatter ", " ".drawing." ") == 0 || panels == 0 || points == 0) {
    print ARG1.": not the data of a chart; expected what scanbench plot --format csv prints"
    exit status 2
}
title = wanted("title") ne "" ? wanted("title") : title
x_label = wanted("xlabel") ne "" ? wanted("xlabel") : x_label
y_label = wanted("ylabel") ne "" ? wanted("ylabel") : y_label
x_label = x_label eq "-" ? "" : x_label
y_label = y_label eq "-" ? "" : y_label
is_time = unit eq "time"
is_peak(l) = line_look[l] eq "-1"
is_published(l) = line_look[l] eq "-2"
is_data(l) = !is_peak(l) && !is_published(l)
is_shown(l) = is_data(l) || is_published(l) || has_peaks
unusable(i) = point_hollow[i] % 2 == 1
lacks_interval(i) = is_data(point_line[i]) && point_low[i] != point_low[i]

# ---- Colours, dashes, shapes

# Those that colour-blind people tell apart first (Okabe and Ito), then darker and lighter ones; beyond them grey, named.
palette_24 = "#0072B2 #D55E00 #009E73 #CC79A7 #E69F00 #56B4E9 #882255 #7A5C00 #332288 #117733 #AA4499 #999933 " \
    ."#661100 #44AA99 #6699CC #DD6677 #004D40 #B3669E #5E4FA2 #C0504D #2F6B8F #8FB339 #A65628 #F781BF"
greys = "#000000 #787878 #B0B0B0 #484848 #989898 #303030"
hex_color(text) = int(sprintf("0x%s", text[2:]))
# In grey the lines of a chart are counted, so that no two of 36 have the same shade and shape.
array look_rank[lines]
ranks = 0
do for [l = 1:lines] {
    look_rank[l] = -1
    do for [k = 1:l - 1] {
        if (is_data(k) && line_look[k] eq line_look[l]) { look_rank[l] = look_rank[k] }
    }
    if (is_data(l) && look_rank[l] < 0) { look_rank[l] = ranks; ranks = ranks + 1 }
}
palette_color(k) = style eq "grey" ? 0x000000 : \
    k < words(palette_24) ? hex_color(word(palette_24, 1 + k)) : 0xB8B8B8
color_of(l) = is_peak(l) ? 0x707070 : is_published(l) ? 0x707070 : line_look[l][1:1] eq "#" && style ne "grey" ? \
    hex_color(line_look[l]) : style eq "grey" ? hex_color(word(greys, 1 + look_rank[l] % words(greys))) : palette_color(int(line_look[l]))
filled_shapes = "7 5 9 13 11 15"
shape_of(l) = int(word(filled_shapes, 1 + (style eq "grey" ? look_rank[l] + look_rank[l] / words(greys) : line_shape[l]) % words(filled_shapes)))
darker(rgb) = int((rgb >> 16) * 0.7) * 65536 + int(((rgb >> 8) & 255) * 0.7) * 256 + int((rgb & 255) * 0.7)
mark_color(i) = unusable(i) || lacks_interval(i) && unit ne "count" ? 0x909090 : color_of(point_line[i])
mark_shape(i) = shape_of(point_line[i]) - unusable(i)
weak = 0x909090

# ---- Numbers and texts

time_text(s) = s < 0.999e-6 ? sprintf("%.3g ns", s * 1e9) : s < 0.999e-3 ? sprintf("%.3g µs", s * 1e6) : \
    s < 0.999 ? sprintf("%.3g ms", s * 1e3) : sprintf("%.3g s", s)
rate_text(value) = sprintf(value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value)
share_text(value) = sprintf(value < 0.0095 ? "%.1f%%" : "%.0f%%", 100 * value)
value_text(value) = is_time ? time_text(value) : unit eq "share" ? share_text(value) : rate_text(value)
ratio_text(x) = x < 0.6 ? sprintf("1/%.0f", 1 / x) : sprintf("%g", x)
letter_width = 6.7
# The text of a tick is a format.
tick_label(text) = strstrt(text, "%") == 0 ? text : (out = "", sum [i = 1:strlen(text)] (out = out.text[i:i].(text[i:i] eq "%" ? "%" : ""), 0), out)
set linetype 1 linecolor rgb "#000000"
last_blank(text, most) = (at = 0, sum [i = 1:most + 1] (text[i:i] eq " " ? (at = i, 0) : 0), at)
fold(text, most) = strlen(text) <= most || last_blank(text, most) < 2 ? text : \
    text[1:last_blank(text, most) - 1]."\n".fold(text[last_blank(text, most) + 1:], most)
n(text) = text eq "" ? 1 : int(text)    # gnuplot looks at the elements of an empty list, too
line_count(text) = text eq "" ? 0 : 1 + (sum [i = 1:strlen(text)] (text[i:i] eq "\n"))

# ---- The page: called by a drawing as `load folder."page.gp"`, see there
