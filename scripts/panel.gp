# SPDX-License-Identifier: MIT
# Where panel p stands, and its title. Loaded before the plot of each panel.

set lmargin at screen screen_x(panel_x(p))
set rmargin at screen screen_x(panel_x(p) + plot_width - 14)
set tmargin at screen screen_y(panel_y(p))
set bmargin at screen screen_y(panel_y(p) + plot_height)
set label 4 panel[p] at graph 0, screen screen_y(panel_y(p) - 10 - second_marks - 16 * line_count(panel[p])) left textcolor rgb "#000000"
if (p == 2) {
    do for [i in page_labels] { unset label int(i) }
}
