# SPDX-License-Identifier: MIT
# Prepare the legend's own plot, beside the panels: behind it comes one plot of NaN with titles. Loaded.

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
set lmargin at screen screen_x(page_width - legend_width)
set rmargin at screen 1
set tmargin at screen screen_y(above_page + above_plot - 12)
set bmargin at screen screen_y(above_page + above_plot - 12 + legend_height)
set key at graph 0, graph 1 left top Left reverse samplen 3 spacing 1.25 maxrows legend_lines noautotitle
set xrange [0:1]
set yrange [0:1]
