/* SPDX-License-Identifier: MIT */
/* The colours of lines: an algorithm has one in every chart. */
#pragma once

#include "implementation/point.h"
#include "sweep/config_plots.h"

/* Colours of the palette of style.gp; an index of as many or more is grey. */
enum { PALETTE = 24 };

/* What has a colour of its own: an algorithm, and what of its settings the chart tells apart. */
struct chart_hue {
    const struct point *point;
    const char *name; /* borrowed */
};

/* The colour of each, by the place of its algorithm in the registry and its algorithm within a group; where
 * two would have the same one, the later gets the next that is free. */
void choose_colors(const struct chart_hue *hues, size_t count, int *colors);

/* Shapes of points by family: serial, simd, threads, group, mpi, plugin. */
unsigned family_shape(const struct implementation *implementation);

/* Replace the name of a line, owned, by what a look calls lines that its glob fits; where the glob fits the
 * algorithm alone, what else the name has stays. */
void look_rename(const struct plot_look *look, const char *line, char **name);

/* The colour "#rrggbb" that a look gives lines of this name into hex; "" where it gives none. */
void look_recolor(const struct plot_look *look, const char *line, char hex[8]);
