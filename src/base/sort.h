/* SPDX-License-Identifier: MIT */
/* The order of numbers, as sorting wants it: negative, zero or positive. */
#pragma once

#include <stdint.h>

static inline int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static inline int compare_doubles(double a, double b)
{
    return (a > b) - (a < b);
}

/* The same of the doubles at two places, for qsort. NAN has no order. */
static inline int compare_double_places(const void *a, const void *b)
{
    return compare_doubles(*(const double *)a, *(const double *)b);
}
