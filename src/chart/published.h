/* SPDX-License-Identifier: MIT */
/* Published numbers, which charts mark where the very same was measured. */
#pragma once

#include "implementation/point.h"

/* A row of configs/published.csv. */
struct published_number;

/* The first number that was published of a point; NULL: none was. */
const struct published_number *published_find(const struct point *point);

/* What it says of a call of so many elements and algorithmic bytes, in seconds; NAN of a ratio alone. */
double published_seconds(const struct published_number *published, double elements, double bytes);

/* The time of one point over that of another, where one source has both; else NAN. `seconds` are those of
 * published_seconds. */
double published_ratio(const struct published_number *one, double seconds,
                       const struct published_number *base, double base_seconds);

/* "S. Veitner 2025; a GPU of 3300 GB/s". */
const char *published_source(const struct published_number *published);
