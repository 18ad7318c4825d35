/* SPDX-License-Identifier: MIT */
/* A ratio of times as people read it: how much longer, and how sure that is. */
#ifndef SCANBENCH_RATIO_TEXT_H
#define SCANBENCH_RATIO_TEXT_H

#include "statistics/paired.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether there is none: the cores of the two were never as near to each other in the same round; and how
 * that is said. */
bool ratio_is_missing(const struct paired_ratio *ratio);
#define RATIO_MISSING "not compared, as their cores were placed differently"

/* Whether an interval holds 1, and its ends are more than ten times apart: it says nothing. */
bool ratio_is_vague(struct interval interval);

/* Of a ratio, in percent: " [+0.4, +9.1]", " [measured too seldom to tell]" where it says nothing, "" where
 * there is none. What is beyond eleven times is "over 1000". Cut where size is too small. Returns text. */
char *ratio_interval_text(struct interval interval, int decimals, char *text, size_t size);

/* "1.25x [1.22, 1.29]", the interval as above. Cut where size is too small. Returns text. */
char *ratio_factor_text(const struct paired_ratio *ratio, char *text, size_t size);

/* " +5.6 % [+0.4, +9.1]", what is beyond eleven times as "over 1000"; without an interval where there is
 * none, and said so where there is no ratio. One that is faster for sure, and yet is not the fastest, was so
 * in the rounds that both have. Cut where size is too small. Returns text. */
char *ratio_text(const struct paired_ratio *ratio, char *text, size_t size);

#endif
