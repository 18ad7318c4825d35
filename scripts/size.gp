# SPDX-License-Identifier: MIT
# A chart against size: the settings that bandwidth, time and relative share. Loaded.

axis_column = "n"
is_hue_of_series = 0
extra_column = ""
axis_label = "n (elements)"
most_sizes = 0
is_without_limits = 1
# One size makes no line.
panel_of(dummy) = problem(0).(least_n == most_n && !is_relative ? ", n = ".count_text(most_n) : "")
series_of(dummy) = line_of("")
group_of(dummy) = line_of(tile)
panel_label(p) = is_relative ? "time / time of the baseline" : unit_text
is_shared = 1
has_caches = 1
is_exact = 0
has_limits = !is_relative
is_linear = is_relative
load folder."rows.gp"
has_caches = has_caches && !has_many("result")    # machines have their own
load folder.(places == 1 && !is_relative ? "bars.gp" : "lines.gp")
