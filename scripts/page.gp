# SPDX-License-Identifier: MIT
# The page of a chart: its size, title, subtitle, footer. Loaded after look.gp, with these set before, in pixels of the layout,
# of which a letter is 12 high:
#   panels columns plot_width plot_height left_of_plot above_plot below_plot   side_width: for the names of lines beside a panel
#   legend_width legend_lines (0: none)   title subtitle foot

if (!exists("second_marks")) { second_marks = 0 } # what stands between a panel and its title beside the marks of caches
title = wanted_title ne "" ? wanted_title : subject eq "" ? title : subject.": ".title
# Of a given width the panels take what is left; the legend goes below where that is too little.
is_legend_below = 0
least_plot = 230
own_width = columns * (left_of_plot + plot_width + side_width) + 16
page_width = own_width + legend_width
if (page_width_px > 0) {
    page_width = page_width_px / layout_scale
    while (columns > 1 && (page_width - 16) / columns - left_of_plot - side_width < least_plot) { columns = columns - 1 }
    is_legend_below = legend_lines > 0 && (page_width - 16 - legend_width) / columns - left_of_plot - side_width < least_plot
    legend_width = is_legend_below ? 0 : legend_width
    old_width = plot_width
    plot_width = (page_width - 16 - legend_width) / columns - left_of_plot - side_width
    plot_height = has_bars || plot_width >= old_width ? plot_height : plot_height * (plot_width > 0.5 * old_width ? plot_width / old_width : 0.5)
} else {
    page_width = page_width < 640 ? 640 : page_width
}
least_height = side_width > 0 ? 16 * most_beside : 0
plot_height = plot_height < least_height ? least_height : plot_height

file_name = csv
while (strstrt(file_name, "/") > 0) { file_name = file_name[strstrt(file_name, "/") + 1:] }
# Without a text the file alone says where its rows ran: its machine is the host, and so rows of devices have their names.
ran_on = (hosts > 0 ? "" : device_list).(hosts > 0 || device_list eq "" ? "" : " of ").machine
said_machine = said_machine eq "" && !is_absent(machine) ? ran_on[1 + begins(ran_on, " "):] : said_machine
origin = (said_source eq "" ? file_name : said_source).(said_machine eq "" ? "" : "  ·  ".said_machine).(is_absent(utc) ? "" : "  ·  ".utc)
# A title in 17 pixels, a subtitle and a footer in 12 must fit.
left_of_page = page_width_px > 0 ? 10 : left_of_plot < 80 ? left_of_plot : 20
letters(size) = int((page_width - left_of_page - 8) / (0.575 * size))
title_text = fold(title, letters(18))
subtitle_text = fold(subtitle, letters(12))
foot_text = fold(foot, letters(12))
origin_text = fold(origin, letters(12))
do for [p = 1:panels] {
    panel[p] = fold(panel[p], int((plot_width + (columns > 1 ? 0 : side_width)) / 6.7))
    above_plot = above_plot < 30 + second_marks + 16 * line_count(panel[p]) ? 30 + second_marks + 16 * line_count(panel[p]) : above_plot
}
title_bottom = 12 + 22 * line_count(title_text)
above_page = title_bottom + (subtitle eq "" ? 0 : 18 * line_count(subtitle_text)) + 12
foot_height = 18 * line_count(foot_text)
below_page = foot_height + 18 * line_count(origin_text) + 14
panel_rows = (panels + columns - 1) / columns
legend_line = is_legend_below ? 19 : 24
legend_columns = !is_legend_below ? 1 : int(page_width / legend_entry) < 1 ? 1 : int(page_width / legend_entry)
legend_rows = (legend_lines + legend_columns - 1) / legend_columns
legend_height = legend_lines > 0 ? legend_line * (legend_rows + (is_legend_below ? 0 : 1)) : 0
content_height = panel_rows * (above_plot + plot_height + below_plot) + (is_legend_below ? legend_height : 0)
content_height = !is_legend_below && content_height < above_plot + legend_height ? above_plot + legend_height : content_height
page_height = above_page + content_height + below_page

# The name of an SVG may have letters and digits alone; scanbench plot writes the title itself.
letter(text) = strstrt("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", text) ? text : "_"
svg_name = ""
do for [i = 1:strlen(title)] { svg_name = svg_name.letter(title[i:i]) }
width_px = page_width * layout_scale
height_px = page_height * layout_scale
point_scale = 1
if (is_svg) {
    point_scale = layout_scale
    set terminal svg size width_px, height_px font sprintf("sans-serif,%.3g", 12 * layout_scale) linewidth layout_scale \
        name svg_name background "white" noenhanced
} else { if (format eq ".pdf") {
    # Its points are those of a page of 96 an inch.
    set terminal pdfcairo size width_px / 96.0, height_px / 96.0 font sprintf("sans-serif,%.3g", 0.75 * font_points) fontscale 1 \
        linewidth 1.6 * layout_scale pointscale 0.6 * layout_scale background "white" noenhanced
} else {
    set terminal pngcairo size 2 * width_px, 2 * height_px font sprintf("sans-serif,%.3g", font_points) fontscale 2 \
        linewidth 2 * layout_scale pointscale 2 * layout_scale background "white" noenhanced
}}
set output output_name

screen_x(pixels) = real(pixels) / page_width
screen_y(pixels) = 1 - real(pixels) / page_height    # from the top
panel_x(p) = ((p - 1) % columns) * (left_of_plot + plot_width + side_width) + left_of_plot
panel_y(p) = above_page + ((p - 1) / columns) * (above_plot + plot_height + below_plot) + above_plot

set border 3 linewidth 0.8 linecolor rgb "#444444"
set tics textcolor rgb "#222222"
set grid ytics linetype 1 linewidth 0.5 linecolor rgb "#DDDDDD"
unset key
set multiplot
page_labels = "1 2 3 5"
set label 1 title_text at screen screen_x(left_of_page), screen screen_y(26) left \
    font sprintf(",%.3g", (is_svg ? 17 : format eq ".pdf" ? 9.75 : 13) * layout_scale) textcolor rgb "#000000"
set label 2 subtitle_text at screen screen_x(left_of_page), screen screen_y(title_bottom + 12) left textcolor rgb "#555555"
set label 3 foot_text at screen screen_x(left_of_page), screen screen_y(page_height - below_page + 14) left textcolor rgb "#777777"
set label 5 origin_text at screen screen_x(left_of_page), screen screen_y(page_height - below_page + 14 + foot_height) left \
    textcolor rgb "#777777"
