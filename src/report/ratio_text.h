/* SPDX-License-Identifier: MIT */
/* A ratio of times as people read it: how much longer, and how sure that is. */
#ifndef SCANBENCH_RATIO_TEXT_H
#define SCANBENCH_RATIO_TEXT_H

#include "statistics/paired.h"

#include <stddef.h>

/* " +5.6 % [+0.4, +9.1]", what is beyond eleven times as "over 1000"; without an interval where there is
 * none, "" where there is no ratio. One that is faster for sure, and yet is not the fastest, was so in the
 * rounds that both have. Cut where size is too small. Returns text. */
char *ratio_text(const struct paired_ratio *ratio, char *text, size_t size);

#endif
