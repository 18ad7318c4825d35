# SPDX-License-Identifier: MIT
# Heat maps: a panel each, whose columns are the places and whose rows are the lines that it has. Loaded after style.gp.

# ---- The cells of each panel: ranks of the rows and columns that have any

array column_of[points]
array row_of[points]
array columns_of[panels]
array rows_of[panels]
array low[panels]     # of the values on one scale: of panels with one primitive, which titles start with
array high[panels]
array row_names[panels]
array column_names[panels]
name_at(list, k) = word(list, k)
do for [p = 1:panels] {
    columns_of[p] = 0
    rows_of[p] = 0
    low[p] = 1e300
    high[p] = 0
    row_names[p] = ""
    column_names[p] = ""
}
rank_word(list, text) = (hit = 0, sum [k = 1:words(list)] (word(list, k) eq text ? (hit = k, 0) : 0), hit)
is_place_of(p, x) = (sum [i = 1:points] (line_panel[point_line[i]] == p && point_x[i] == x)) > 0
do for [p = 1:panels] {
    do for [k = 1:ticks] {
        if (is_place_of(p, tick_x[k])) { column_names[p] = column_names[p]." ".tick_text[k] }
    }
    columns_of[p] = words(column_names[p])
}
do for [i = 1:points] {
    l = point_line[i]
    p = line_panel[l]
    if (rank_word(row_names[p], line_name[l]) == 0) {
        row_names[p] = row_names[p]." ".line_name[l]
        rows_of[p] = rows_of[p] + 1
    }
    row_of[i] = rank_word(row_names[p], line_name[l])
    column_of[i] = sum [k = 1:ticks] (tick_x[k] <= point_x[i] && is_place_of(p, tick_x[k]))
    do for [q = 1:panels] {
        if (word(panel[q], 1) eq word(panel[p], 1)) {
            low[q] = point_y[i] < low[q] ? point_y[i] : low[q]
            high[q] = point_y[i] > high[q] ? point_y[i] : high[q]
        }
    }
}
# Nine of ten cells within a few per cent of the best are told apart by shade only if the scale is that of the values. But
# a few per cent alone are not the whole scale.
low_end(p) = !is_time && low[p] > 0.9 * high[p] ? 0.9 * high[p] : low[p]
high_end(p) = is_time && high[p] < low[p] / 0.9 ? low[p] / 0.9 : high[p]
# Shares have one scale in all charts, so that those of two results can be compared.
shade(value, p) = unit eq "share" ? (value > 1 ? 1 : value) : high_end(p) <= low_end(p) ? 1 : is_time ? log(high_end(p) / value) / log(high_end(p) / low_end(p)) : \
    (value - low_end(p)) / (high_end(p) - low_end(p))

most_columns = 1
most_rows = 1
longest = 20
do for [p = 1:panels] {
    most_columns = columns_of[p] > most_columns ? columns_of[p] : most_columns
    most_rows = rows_of[p] > most_rows ? rows_of[p] : most_rows
    longest = strlen(panel[p]) > longest ? strlen(panel[p]) : longest
}
longest_winner = 0
do for [k = 1:winners] { longest_winner = strlen(winner[k]) > longest_winner ? strlen(winner[k]) : longest_winner }
cell_width = 14 + letter_width * longest_winner < 62 ? 62 : 14 + letter_width * longest_winner
columns = panels > 1 && winners == 0 ? 2 : 1
plot_width = most_columns * cell_width < 260 ? 260 : most_columns * cell_width
is_fixed_height = 1
left_of_plot = 66
right_of_plot = 4
# A cell has the name of its winner, or, where it is too narrow for that, a letter that the line below explains.
has_letters = winners > 0 && page_width_px > 0 && page_width_px / scale - 16 - left_of_plot - right_of_plot < plot_width
cell_height = winners > 0 && !has_letters ? 38 : 30
plot_height = most_rows * cell_height < 90 ? 90 : most_rows * cell_height
below_plot = 50
legend_lines = 0
legend_entry = 100
array entry[1]
# The numbers of cells need their room, letters or not.
if (page_width_px > 0) {
    while (columns > 1 && (page_width_px / scale - 16) / columns - left_of_plot < 46 * most_columns) { columns = columns - 1 }
}
share_of_height(p) = real(rows_of[p]) / most_rows
letter_of(k) = "abcdefghijklmnopqrstuvwxyz"[k:k]
winner_of(i) = winners == 0 ? "" : has_letters ? letter_of(1 + line_look[point_line[i]]) : winner[1 + line_look[point_line[i]]]
do for [k = 1:(has_letters ? winners : 0)] { key_text = key_text.(k > 1 ? ",  " : "").letter_of(k)." = ".winner[k] }
load folder."page.gp"

set palette defined (0 "#F7FBFF", 0.4 "#9ECAE1", 0.7 "#4292C6", 1 "#08458A")
if (style eq "grey") { set palette defined (0 "#FFFFFF", 1 "#404040") }
set cbrange [0:1]
unset colorbox
unset grid
unset border
of_panel(p, framed) = (out = "", sum [i = 1:points] (line_panel[point_line[i]] == p && (framed == 0 || line_shape[point_line[i]] == framed) ? \
    (out = out.sprintf(" %d", i), 0) : 0), out)
set print $points
do for [i = 1:points] {
    p = line_panel[point_line[i]]
    print sprintf("%d,%d,%.6g,%s%s%s", column_of[i], row_of[i], shade(point_y[i], p), value_text(point_y[i]), \
        point_hollow[i] >= 2 ? " ↑" : "", unusable(i) ? " ○" : "")
}
unset print
letters_of_cell = 0.92 * (plot_width - 14) / most_columns / letter_width
cell_font = letters_of_cell < 6 ? (is_svg ? 12 * scale : 0.75 * font_points) * letters_of_cell / 6 : 0
do for [p = 1:panels] {
    eval(place_panel)
    set rmargin at screen screen_x(panel_x(p) + (plot_width - 14) * columns_of[p] / most_columns)
    set xrange [0.5:columns_of[p] + 0.5]
    set yrange [0.5:rows_of[p] + 0.5]
    set xtics () scale 0 nomirror
    do for [k = 1:columns_of[p]] { set xtics add (tick_label(word(column_names[p], k)) k) }
    set ytics () scale 0 nomirror
    do for [k = 1:rows_of[p]] { set ytics add (tick_label(word(row_names[p], k)) k) }
    set xlabel x_label offset 0, 0.5
    set label 11 (panel_height(p) > letter_width * strlen(y_label) && (p % columns == 1 || columns == 1) ? y_label : "") at screen screen_x(panel_x(p) - left_of_plot + 12), \
        screen screen_y(panel_y(p) + 0.5 * panel_height(p)) center rotate by 90
    do for [i = 1:most_columns * most_rows] { unset object i }
    do for [i in of_panel(p, 2)] {
        k = i + 0
        set object (n(i) - n(of_panel(p, 0)) + 1) rectangle from column_of[k] - 0.46, row_of[k] - 0.43 to column_of[k] + 0.46, row_of[k] + 0.43 front \
            fillstyle empty border linecolor rgb (style eq "grey" ? "#000000" : "#D55E00") linewidth 1.2 dashtype 2
    }
    do for [i in of_panel(p, 1)] {
        k = i + 0
        set object (n(i) - n(of_panel(p, 0)) + 1) rectangle from column_of[k] - 0.48, row_of[k] - 0.46 to column_of[k] + 0.48, row_of[k] + 0.46 front \
            fillstyle empty border linecolor rgb (style eq "grey" ? "#000000" : "#D55E00") linewidth 2.4
    }
    plot for [i in of_panel(p, 0)] $points every ::n(i) - 1::n(i) - 1 using 1:2:(0.49):(0.47):3 \
            with boxxyerror fillstyle solid noborder linecolor palette title point_text[n(i)] noenhanced, \
        for [i in of_panel(p, 0)] $points every ::n(i) - 1::n(i) - 1 using 1:2:4:($3 > 0.75 ? 0xFFFFFF : 0x111111) with labels \
            offset 0, winners > 0 ? 0.5 : 0 font (cell_font > 0 ? sized(cell_font) : "") textcolor rgb variable title "value" noenhanced, \
        for [i in (winners > 0 ? of_panel(p, 0) : "")] $points every ::n(i) - 1::n(i) - 1 using 1:2:(winner_of(n(i))):($3 > 0.75 ? 0xFFFFFF : 0x111111) \
            with labels offset 0, -0.5 font (cell_font > 0 ? sized(cell_font) : "") textcolor rgb variable title "fastest" noenhanced
}
unset multiplot
set output
