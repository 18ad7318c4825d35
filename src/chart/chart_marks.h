/* SPDX-License-Identifier: MIT */
/* What stands beside the rows of a chart: what they are divided by, peaks, published numbers, labels. */
#pragma once

#include "chart/chart_lines.h"

/* What was found on the way. */
struct chart_marks {
    char baseline[CHART_NAME]; /* what the values stand over; "": nothing */
    char sources[CHART_NAME];  /* of published numbers that are marked; "": none is */
};

/* Divide the values by those that the kind sets them beside. EXIT_USAGE where no line is the baseline. */
bool chart_marks_scale(struct chart *chart, struct chart_marks *marks, struct error *error);

/* Label the points, then add the peaks and what was published. */
void chart_marks_add(struct chart *chart, struct chart_marks *marks);
