# SPDX-License-Identifier: MIT
# The page of a chart: its size, title, subtitle, footer, and how a line looks. Loaded, with these set before:
#   panels columns plot_width plot_height   legend_width legend_lines (0: none)   title subtitle foot

# Colours that colour-blind people tell apart (Okabe and Ito), shapes and dashes for print.
colours = "#0072B2 #D55E00 #009E73 #CC79A7 #E69F00 #56B4E9 #882255 #7F7F7F"
filled_shapes = "7 5 9 13 11 15"
colour(i) = int(sprintf("0x%s", word(colours, 1 + i % words(colours))[2:]))
filled_shape(i) = int(word(filled_shapes, 1 + i % words(filled_shapes)))

panel_rows = (panels + columns - 1) / columns
above_page = 62
below_page = 60
legend_line = 24
content_height = panel_rows * (above_plot + plot_height + below_plot)
legend_height = legend_line * (legend_lines + 1)
content_height = legend_lines > 0 && content_height < above_plot + legend_height ? above_plot + legend_height : content_height
page_width = columns * (left_of_plot + plot_width) + 16 + legend_width
# A title in 17 pixels, a subtitle and a footer in 12 must fit.
file_name = csv
while (strstrt(file_name, "/") > 0) { file_name = file_name[strstrt(file_name, "/") + 1:] }
origin = file_name.(is_absent(machine) ? "" : "  ·  ".machine).(is_absent(utc) ? "" : "  ·  ".utc)
text_width(text) = 40 + 6.6 * strlen(text)
do for [text in sprintf("%d %d %d %d", text_width(subtitle), text_width(foot), text_width(origin), text_width(title) * 1.4)] {
    page_width = page_width < int(text) ? int(text) : page_width
}
page_height = above_page + content_height + below_page

if (is_svg) {
    set terminal svg size page_width, page_height font "sans-serif,12" background "white" noenhanced
} else {
    set terminal pngcairo size 2 * page_width, 2 * page_height font "sans-serif,9" fontscale 2 linewidth 2 pointscale 2 \
        background "white" noenhanced
}
set output output_name

screen_x(pixels) = real(pixels) / page_width
screen_y(pixels) = 1 - real(pixels) / page_height    # from the top
panel_x(p) = ((p - 1) % columns) * (left_of_plot + plot_width) + left_of_plot
panel_y(p) = above_page + ((p - 1) / columns) * (above_plot + plot_height + below_plot) + above_plot

set border 3 linewidth 0.8 linecolor rgb "#444444"
set tics textcolor rgb "#222222"
set grid ytics linetype 1 linewidth 0.5 linecolor rgb "#DDDDDD"
unset key
set multiplot
set label 1 title at screen screen_x(left_of_page), screen screen_y(26) left font ",".(is_svg ? 17 : 13) \
    textcolor rgb "#000000"
set label 2 subtitle at screen screen_x(left_of_page), screen screen_y(50) left textcolor rgb "#555555"
set label 3 foot at screen screen_x(left_of_page), screen screen_y(page_height - 38) left textcolor rgb "#777777"
set label 5 origin at screen screen_x(left_of_page), screen screen_y(page_height - 19) left textcolor rgb "#777777"
