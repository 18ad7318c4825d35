/* SPDX-License-Identifier: MIT */
/* A ratio of times as people read it: how much longer, and how sure that is. */
#pragma once

#include "statistics/verdict_rule.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether an interval holds 1, and its ends are more than ten times apart: it says nothing. */
bool ratio_is_vague(struct interval interval);

/* Of a ratio, in percent: " [+0.4, +9.1]", " [measured too seldom to tell]" where it says nothing, "" where
 * there is none. What is beyond eleven times is "over 1000". Cut where size is too small. Returns text. */
char *ratio_interval_text(struct interval interval, int decimals, char *text, size_t size);

/* " +5.6 % [+0.4, +9.1]", what is beyond eleven times as "over 1000"; without an interval where there is
 * none. Cut where size is too small. Returns text. */
char *ratio_text(const struct estimate *ratio, char *text, size_t size);
