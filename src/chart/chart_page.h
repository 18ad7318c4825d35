/* SPDX-License-Identifier: MIT */
/* What the page of a chart of times shows beside its data: titles, axes, ticks, caches, footer. */
#pragma once

#include "chart/chart_data.h"
#include "chart/chart_draft.h"

/* What was found on the way. */
struct chart_page {
    char baseline[CHART_NAME]; /* what the values stand over; "": nothing */
    char sources[CHART_NAME];  /* of published numbers that are marked; "": none is */
};

/* Add the texts of the page to the data, and shorten the titles of panels by what all of them share. */
void chart_page_add(struct chart_data *data, const struct chart_draft *draft, const struct chart_page *page);
