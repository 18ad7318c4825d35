/* SPDX-License-Identifier: MIT */
/* A ratio of times as people read it. */
#include "report/ratio_text.h"

#include <math.h>
#include <stdio.h>

enum { PERCENT_BYTES = 32 };
static const double most_percent = 1000;

static char *percent_text(double ratio, char *text)
{
    const double percent = 100 * (ratio - 1);
    if (percent > most_percent)
        snprintf(text, PERCENT_BYTES, "over %.0f", most_percent);
    else
        snprintf(text, PERCENT_BYTES, "%+.1f", percent);
    return text;
}

char *ratio_text(const struct paired_ratio *ratio, char *text, size_t size)
{
    char middle[PERCENT_BYTES], low[PERCENT_BYTES], high[PERCENT_BYTES];
    if (isnan(ratio->ratio))
        snprintf(text, size, "%s", "");
    else if (isnan(ratio->interval.low) || isnan(ratio->interval.high))
        snprintf(text, size, " %s %%", percent_text(ratio->ratio, middle));
    else
        snprintf(text, size, " %s %% [%s, %s]%s", percent_text(ratio->ratio, middle),
                 percent_text(ratio->interval.low, low), percent_text(ratio->interval.high, high),
                 ratio->interval.high < 1 ? " in the rounds of both" : "");
    return text;
}
