# SPDX-License-Identifier: MIT
# A chart against size: the settings that bandwidth, time and relative share. Loaded.

axis_column = "n"
extra_column = ""
axis_label = "n (elements)"
is_one_size = 0
is_without_limits = 1
panel_of(dummy) = problem(0)
series_of(dummy) = algorithm_of(0).named_from(1)
group_of(dummy) = algorithm_of(0).named_from(3)
panel_label(p) = value_label
is_shared = 1
has_caches = 1
is_exact = 0
has_limits = !is_relative
is_linear = is_relative
load folder."rows.gp"
load folder."lines.gp"
