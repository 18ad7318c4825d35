/* SPDX-License-Identifier: MIT */
/* The order of numbers. */
#include "base/sort.h"

int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

int compare_doubles(double a, double b)
{
    return (a > b) - (a < b);
}

int compare_double_places(const void *a, const void *b)
{
    return compare_doubles(*(const double *)a, *(const double *)b);
}
