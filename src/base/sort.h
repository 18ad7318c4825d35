/* SPDX-License-Identifier: MIT */
/* The order of numbers, as sorting wants it: negative, zero or positive. */
#pragma once

#include <stdint.h>

int compare_numbers(uint64_t a, uint64_t b);
int compare_doubles(double a, double b);

/* The same of the doubles at two places, for qsort. NAN has no order. */
int compare_double_places(const void *a, const void *b);
