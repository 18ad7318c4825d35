/* SPDX-License-Identifier: MIT */
/* A line through pairs of numbers: what a message costs by its length. */
#pragma once

#include <stddef.h>

/* y = intercept + slope x. */
struct line_fit {
    double intercept, slope;
};

/* The line with the least sum of squared relative errors, so that small values count as much as large ones; y
 * > 0. A part that would be negative is 0, and the other the best without it. NAN of fewer than two different
 * x. */
struct line_fit line_fit_relative(const double *x, const double *y, size_t count);
