/* SPDX-License-Identifier: MIT */
/* Published numbers, which charts mark where the very same was measured. */
#pragma once

#include "results/record.h"
#include "sweep/filter.h"

enum { PUBLISHED_CELL = 64 };

/* A row of configs/published.csv. */
struct published_number {
    struct filter of;                    /* the points that it is about */
    char source[2 * PUBLISHED_CELL + 2]; /* "S. Veitner 2025; a GPU of 3300 GB/s" */
    char quantity[PUBLISHED_CELL];
    double value;
};

/* The first number that was published of a point; NULL: none was. */
const struct published_number *published_find(const struct point *point);

/* What a number (NULL: none) says of a call of a record's point, in seconds; NAN of a ratio alone. */
double published_seconds(const struct published_number *published, const struct record *record);

/* The time of the point of one record over that of another, where one source has both; else NAN. */
double published_ratio(const struct record *record, const struct record *base);
