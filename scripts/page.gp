# SPDX-License-Identifier: MIT
# The page of a chart: its size, title, subtitle, footer. Loaded after style.gp, with these set before, in pixels of which a
# letter is 12 high: columns plot_width plot_height left_of_plot right_of_plot below_plot legend_lines legend_entry, and
# share_of_height(p) of plot_height that panel p needs.

title_text = ""
subtitle_text = ""
own_width = columns * (left_of_plot + plot_width + right_of_plot) + 16
page_width = page_width_px > 0 ? page_width_px / scale : own_width < 640 ? 640 : own_width
least_plot = 200
if (page_width_px > 0) {
    while (columns > 1 && (page_width - 16) / columns - left_of_plot - right_of_plot < least_plot) { columns = columns - 1 }
    old_width = plot_width
    plot_width = (page_width - 16) / columns - left_of_plot - right_of_plot
    plot_height = is_fixed_height || plot_width >= old_width ? plot_height : plot_height * (plot_width > 0.55 * old_width ? plot_width / old_width : 0.55)
}
panel_rows = (panels + columns - 1) / columns
array row_share[panel_rows]    # of plot_height
do for [r = 1:panel_rows] { row_share[r] = 0 }
do for [p = 1:panels] {
    r = 1 + (p - 1) / columns
    row_share[r] = share_of_height(p) > row_share[r] ? share_of_height(p) : row_share[r]
}
shares = sum [r = 1:panel_rows] row_share[r]
left_of_page = 10
letters(size) = int((page_width - left_of_page - 8) / (0.56 * size))
if (!is_paper) {
    title_text = fold(title, letters(17))
    subtitle_text = fold(subtitle, letters(12))
}
warning_text = fold(warning, letters(12))
foot_text = has_footer ? fold(footer, letters(12)) : ""
origin_text = has_footer ? fold(origin, letters(12)) : ""
above_plot = 12
do for [p = 1:panels] {
    panel[p] = fold(panel[p], int((plot_width + right_of_plot) / letter_width))
    above_plot = above_plot < 8 + 16 * line_count(panel[p]) ? 8 + 16 * line_count(panel[p]) : above_plot
}
title_height = 23 * line_count(title_text)
above_page = 8 + title_height + 18 * (line_count(subtitle_text) + line_count(warning_text)) + (is_paper ? 0 : 6)
legend_columns = legend_lines == 0 ? 1 : int((page_width - 16) / legend_entry) < 1 ? 1 : int((page_width - 16) / legend_entry)
legend_rows = (legend_lines + legend_columns - 1) / legend_columns
key_text = fold(key_text, letters(12))
legend_height = 17 * legend_rows + (legend_lines > 0 ? 8 : 0) + (key_text ne "" ? 18 * line_count(key_text) + 4 : 0)
foot_height = 18 * line_count(foot_text)
below_page = foot_height + 18 * line_count(origin_text) + (has_footer ? 12 : 4)
page_height = above_page + panel_rows * (above_plot + below_plot) + shares * plot_height + legend_height + below_page
if (page_height_px > 0) {
    plot_height = plot_height + (page_height_px / scale - page_height) / shares
    if (plot_height < 40) {
        print "the height is too little for the title, the legend and ".panels." panels; expected more, or legend=none"
        exit status 2
    }
    page_height = page_height_px / scale
}
width_px = page_width * scale
height_px = page_height * scale
is_svg = format eq "svg"
point_scale = 1
font_name = wanted("font") ne "" ? wanted("font") : "sans-serif"
sized(points) = sprintf("%s,%.3g", font_name, points)
if (is_svg) {
    point_scale = scale
    set terminal svg size width_px, height_px font sized(12 * scale) linewidth scale name "chart" background "white" noenhanced
} else { if (format eq "pdf" || format eq "eps") {
    if (format eq "pdf") {
        set terminal pdfcairo size width_px / 96.0, height_px / 96.0 font sized(0.75 * font_points) fontscale 1 \
            linewidth 1.6 * scale pointscale 0.6 * scale background "white" noenhanced
    } else {
        set terminal epscairo size width_px / 96.0, height_px / 96.0 font sized(font_points) fontscale 0.5 \
            linewidth 1.6 * scale pointscale 0.6 * scale background "white" noenhanced
    }
} else { if (format eq "tikz") {
    eval sprintf("set terminal tikz size %.4gin,%.4gin fontscale %.3g noenhanced", width_px / 96.0, height_px / 96.0, 0.75 * scale)
} else {
    set terminal pngcairo size 2 * width_px, 2 * height_px font sized(font_points) fontscale 2 \
        linewidth 2 * scale pointscale 2 * scale background "white" noenhanced
}}}
set output chart_file

screen_x(pixels) = real(pixels) / page_width
screen_y(pixels) = 1 - real(pixels) / page_height    # from the top
panel_x(p) = ((p - 1) % columns) * (left_of_plot + plot_width + right_of_plot) + left_of_plot
rows_above(p) = (p - 1) / columns
panel_y(p) = above_page + rows_above(p) * (above_plot + below_plot) + above_plot + \
    plot_height * (rows_above(p) == 0 ? 0 : sum [r = 1:rows_above(p)] row_share[r])
panel_height(p) = plot_height * share_of_height(p)

set border 3 linewidth 0.8 linecolor rgb "#444444"
set tics textcolor rgb "#222222"
set grid ytics linetype 1 linewidth 0.5 linecolor rgb "#DDDDDD"
unset key
set multiplot
title_points = is_svg ? 16 * scale : format eq "pdf" ? 9.2 * scale : 12 * scale
set label 1 title_text at screen screen_x(left_of_page), screen screen_y(24) left font sized(title_points) textcolor rgb "#000000"
set label 2 subtitle_text at screen screen_x(left_of_page), screen screen_y(8 + title_height + 12) left textcolor rgb "#555555"
set label 3 warning_text at screen screen_x(left_of_page), \
    screen screen_y(8 + title_height + 18 * line_count(subtitle_text) + 12) left textcolor rgb (style eq "grey" ? "#000000" : "#C00000")
set label 4 foot_text at screen screen_x(left_of_page), screen screen_y(page_height - below_page + 14) left textcolor rgb "#666666"
set label 5 origin_text at screen screen_x(left_of_page), screen screen_y(page_height - below_page + 14 + foot_height) left \
    textcolor rgb "#666666"
set label 6 key_text at screen screen_x(left_of_page), screen screen_y(page_height - below_page - legend_height + 12) left textcolor rgb "#222222"

# The legend: entry i of legend_lines, in columns of as many rows, below the panels.
legend_x(i) = 12 + ((i - 1) / legend_rows) * legend_entry
legend_y(i) = page_height - below_page - legend_height + 10 + 17 * ((i - 1) % legend_rows)
do for [i = 1:legend_lines] {
    l = entry[i]
    if (drawing ne "scatter") { set arrow (300 + i) from screen screen_x(legend_x(i)), screen screen_y(legend_y(i)) \
        to screen screen_x(legend_x(i) + 30), screen screen_y(legend_y(i)) nohead linewidth 1.5 \
        dashtype line_dash[l] linecolor rgb color_of(l) }
    if (is_peak(l)) {
        set label (300 + i) line_name[l] at screen screen_x(legend_x(i) + 36), screen screen_y(legend_y(i)) left textcolor rgb "#222222"
    } else {
        set label (300 + i) line_name[l] at screen screen_x(legend_x(i) + 36), screen screen_y(legend_y(i)) left textcolor rgb "#222222"
        set label (600 + i) "" at screen screen_x(legend_x(i) + 15), screen screen_y(legend_y(i)) \
            point pointtype shape_of(l) pointsize 0.8 * point_scale linecolor rgb color_of(l)
    }
}

# Where panel p stands, and its title: before the plot of each panel.
place_panel = "set lmargin at screen screen_x(panel_x(p)); set rmargin at screen screen_x(panel_x(p) + plot_width - 14); \
    set tmargin at screen screen_y(panel_y(p)); set bmargin at screen screen_y(panel_y(p) + panel_height(p)); \
    set label 10 panel[p] at screen screen_x(panel_x(p) - title_shift), screen screen_y(panel_y(p) - 16 * line_count(panel[p]) + 4) left textcolor rgb '#000000'; \
    if (p == 2) { do for [i = 1:6] { unset label i }; do for [i = 301:300 + legend_lines] { unset arrow i; unset label i; unset label (i + 300) } }"
title_shift = 0
