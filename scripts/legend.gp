# SPDX-License-Identifier: MIT
# Prepare the legend's own plot, beside the panels or below them: after it comes one plot of NaN with titles. Loaded.

do for [i = 1:20] {
    unset label i
    unset arrow i
}
unset border
unset tics
unset logscale
unset xlabel
unset ylabel
unset object
legend_top = is_legend_below ? page_height - below_page - legend_height - 4 : above_page + above_plot - 12
set lmargin at screen is_legend_below ? screen_x(8) : screen_x(page_width - legend_width)
set rmargin at screen 1
set tmargin at screen screen_y(legend_top)
set bmargin at screen screen_y(legend_top + legend_height)
set key at graph 0, graph 1 left top Left reverse samplen 3 spacing 1.25 maxrows legend_rows noautotitle
set xrange [0:1]
set yrange [0:1]
