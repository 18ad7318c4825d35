/* SPDX-License-Identifier: MIT */
/* A ratio of times as people read it. */
#include "report/ratio_text.h"

#include <math.h>
#include <stdio.h>

enum { NUMBER_BYTES = 32 };
static const double most = 1000, vague_factor = 10;

static char *number_text(double number, bool sign, int decimals, char *text)
{
    if (number > most)
        snprintf(text, NUMBER_BYTES, "over %.0f", most);
    else
        snprintf(text, NUMBER_BYTES, sign ? "%+.*f" : "%.*f", decimals, number);
    return text;
}

static double percent(double ratio)
{
    return 100 * (ratio - 1);
}

bool ratio_is_vague(struct interval interval)
{
    return interval.low <= 1 && interval.high >= 1 && interval.high > vague_factor * interval.low;
}

static char *bracket_text(struct interval interval, bool in_percent, int decimals, char *text, size_t size)
{
    char low[NUMBER_BYTES], high[NUMBER_BYTES];
    text[0] = '\0';
    if (isnan(interval.low) || isnan(interval.high))
        return text;
    if (ratio_is_vague(interval))
        snprintf(text, size, " [measured too seldom to tell]");
    else
        snprintf(
            text, size, " [%s, %s]",
            number_text(in_percent ? percent(interval.low) : interval.low, in_percent, decimals, low),
            number_text(in_percent ? percent(interval.high) : interval.high, in_percent, decimals, high));
    return text;
}

char *ratio_interval_text(struct interval interval, int decimals, char *text, size_t size)
{
    return bracket_text(interval, true, decimals, text, size);
}

char *ratio_text(const struct estimate *ratio, char *text, size_t size)
{
    char number[NUMBER_BYTES], bracket[2 * NUMBER_BYTES];
    snprintf(text, size, " %s %%%s", number_text(percent(ratio->value), true, 1, number),
             ratio_interval_text(ratio->interval, 1, bracket, sizeof bracket));
    return text;
}
