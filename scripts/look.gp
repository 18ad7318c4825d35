# SPDX-License-Identifier: MIT
# How lines and bars look: the colour is what is computed how, the dash where and by how many, the shape the family; where
# there is one family, or no colours, the shape is what the colour is. Loaded after rows.gp.

# A pixel of the layout, of which letters are 12 high, in those of 96 an inch.
layout_scale = font_points / 9.0
# Colours that colour-blind people tell apart (Okabe and Ito); beyond them grey, named.
colours = style eq "grey" ? "#000000 #787878 #B0B0B0 #484848 #989898 #303030" : \
    "#0072B2 #D55E00 #009E73 #CC79A7 #E69F00 #56B4E9 #882255 #7A5C00"
filled_shapes = "7 5 9 13 11 15"
most_dashes = 5
hex_colour(text) = int(sprintf("0x%s", text[2:]))
colour(i) = i < words(colours) ? hex_colour(word(colours, 1 + i)) : style eq "grey" ? hex_colour(word(colours, 1 + i % words(colours))) : 0xB8B8B8
filled_shape(i) = int(word(filled_shapes, 1 + i % words(filled_shapes)))
# To read by.
darker(rgb) = int((rgb >> 16) * 0.7) * 65536 + int(((rgb >> 8) & 255) * 0.7) * 256 + int((rgb & 255) * 0.7)
hollow_shape(i) = filled_shape(i) - 1

# The hues in use, in the order in which they came.
hue_list = ""
note_hue(h) = word_number(hue_list, sprintf("%d", h)) ? 0 : (hue_list = hue_list.sprintf(" %d", h), 0)
family_list = ""
note_family(f) = word_number(family_list, sprintf("%d", f)) ? 0 : (family_list = family_list.sprintf(" %d", f), 0)
used_hue(r) = is_best_only ? row_group_hue[r] : row_hue[r]
do for [r = 1:rows] {
    ignored = note_hue(used_hue(r))
    ignored = note_family(row_family[r])
}
# A colour each; when there are no more, one that no other hue of its panels has, unless one legend is that of all panels
# (has_one_legend); where there is none, grey.
if (!exists("has_one_legend")) { has_one_legend = 0 }
hues_used = words(hue_list)
array hue_colour[hues_used]
array hue_panels[hues_used]    # " 1 3"
do for [h = 1:hues_used] { hue_panels[h] = "" }
note_panel(h, p) = word_number(hue_panels[h], sprintf("%d", p)) ? 0 : (hue_panels[h] = hue_panels[h].sprintf(" %d", p), 0)
hue_of_row(r) = word_number(hue_list, sprintf("%d", used_hue(r)))
do for [r = 1:rows] { ignored = note_panel(hue_of_row(r), row_panel[r]) }
do_meet(h, g) = (sum [k = 1:words(hue_panels[h])] (word_number(hue_panels[g], word(hue_panels[h], k)) > 0)) > 0
is_free(h, c) = (sum [g = 1:h - 1] (hue_colour[g] == c && do_meet(h, g))) == 0
free_colour(h) = (hit = -1, sum [c = 1:words(colours)] (hit < 0 && is_free(h, c - 1) ? (hit = c - 1, 0) : 0), hit < 0 ? h - 1 : hit)
any_grey = 0
do for [h = 1:hues_used] {
    hue_colour[h] = h <= words(colours) || style eq "grey" || has_one_legend ? h - 1 : free_colour(h)
    any_grey = any_grey || hue_colour[h] >= words(colours)
}
look(r) = hue_colour[hue_of_row(r)]
# From 0: serial, simd, threads, group, mpi, plugin and whatever else.
family_shape(f) = f > 0 ? f - 1 : 5
shape(r) = words(family_list) > 1 && style ne "grey" ? family_shape(row_family[r]) : look(r)
dash(r) = 1 + (row_where[r] - 1) % most_dashes
