/* SPDX-License-Identifier: MIT */
/* Intervals of ratios for the few medians that launches give. */
#ifndef SCANBENCH_WELCH_H
#define SCANBENCH_WELCH_H

#include "statistics/series.h"

/* The 95 % interval of the ratio of geometric means, next over base, by Welch's t interval on logarithms: for
 * the medians of launches, which are few. NAN twice below two values on a side. */
struct interval welch_ratio(struct series base, struct series next);

/* The degrees of freedom that it rests on, at least 1; 0 where there is none. */
double welch_degrees(struct series base, struct series next);

/* The 95 % interval of the geometric mean of ratios, by Student's t on logarithms. NAN twice below two. */
struct interval student_ratio(struct series ratios);

/* The two-sided 95 % quantile of Student's t. degrees ≥ 1. */
double student_t95(double degrees);

/* The probability that Student's t of so many degrees (at least 1; INFINITY: the normal variable) exceeds t ≥
 * 0.
 */
double student_beyond(double t, double degrees);

/* What Student's t of so many degrees (at least 1; INFINITY: the normal variable) exceeds with this
 * probability, below a half. */
double student_above(double probability, double degrees);

#endif
