/* SPDX-License-Identifier: MIT */
/* Comparing two results: each row by the one rule, and the mean of all. */
#include "analysis/comparison.h"

#include "base/memory.h"
#include "results/record.h"
#include "statistics/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the sides of a row say, process by process; interleaved, next has the ratios of the rounds, and base
 * is 1. */
struct sides {
    struct numbers base, next;
};

bool comparison_interleaved(const struct result_file *base, const struct result_file *next)
{
    return base->session && next->session && strcmp(base->session, next->session) == 0 &&
           base->first != next->first;
}

static double change_of(double base, double next)
{
    return fmax(next / base, base / next) - 1;
}

/* The median that the limit took in the rounds of a record. */
static double limit_of(const struct record *record)
{
    struct record limit = *record;
    limit.samples_s = record->limit_s;
    return record_estimate(&limit).value;
}

static void sides_close(struct sides *sides)
{
    numbers_close(&sides->base);
    numbers_close(&sides->next);
}

/* Over the limit of the same rounds, which the clock and the memory of the day move alike. */
static bool take_over_limit(struct compared_row *row, struct sides *sides)
{
    *sides = (struct sides){record_numbers_over_limit(row->base), record_numbers_over_limit(row->next)};
    if (sides->base.count && sides->next.count) {
        row->machine_change = limit_of(row->next) / limit_of(row->base);
        return true;
    }
    sides_close(sides);
    return false;
}

static bool take_rounds(const struct compared_row *row, struct sides *sides)
{
    sides->next = records_ratio_numbers(row->base, row->next);
    sides->base = sides->next;
    sides->base.center = 1;
    sides->base.values = memory_array(sides->next.count + 1, sizeof *sides->base.values);
    for (size_t i = 0; i < sides->base.count; i++)
        sides->base.values[i] = 1;
    if (sides->next.count)
        return true;
    sides_close(sides);
    return false;
}

/* Plain times of different days are as sure as those of a single process. */
static struct sides estimate_row(struct compared_row *row, const struct comparison *comparison)
{
    struct sides sides;
    const bool together = (comparison->interleaved && take_rounds(row, &sides)) ||
                          (!comparison->varied && take_over_limit(row, &sides));
    if (!together)
        sides = (struct sides){record_numbers(row->base), record_numbers(row->next)};
    row->ratio = estimate_apart(numbers_estimate(&sides.base), numbers_estimate(&sides.next));
    if (!together)
        row->ratio.processes = 1;
    return sides;
}

/* A machine that changed hides smaller changes. */
static double margin_of(const struct compared_row *row, const struct comparison *comparison)
{
    const double margin = isnan(comparison->threshold)
                              ? verdict_margin(row->ratio.processes, comparison->interleaved)
                              : comparison->threshold;
    return isnan(row->machine_change) ? margin : fmax(margin, change_of(1, row->machine_change));
}

static enum comparison_verdict judge(const struct compared_row *row)
{
    static const enum comparison_verdict measured[] = {
        [VERDICT_SAME] = COMPARED_SAME,
        [VERDICT_FASTER] = COMPARED_FASTER,
        [VERDICT_SLOWER] = COMPARED_SLOWER,
        [VERDICT_INCONCLUSIVE] = COMPARED_INCONCLUSIVE,
    };
    if (compared_row_is_measured(row))
        return measured[verdict_judge(row->ratio.interval, row->margin)];
    if (record_measured(row->base))
        return COMPARED_MISSING;
    return record_measured(row->next) ? COMPARED_ADDED : COMPARED_UNMEASURED;
}

/* The geometric mean over rows within each process, and then as of one row. */
static struct estimate mean_of(const struct sides *sides, size_t count)
{
    struct numbers *const rows = memory_array(count + 1, sizeof *rows);
    struct estimate means[2];
    for (size_t side = 0; side < 2; side++) {
        for (size_t i = 0; i < count; i++)
            rows[i] = side ? sides[i].next : sides[i].base;
        struct numbers mean = numbers_mean(rows, count);
        means[side] = numbers_estimate(&mean);
        numbers_close(&mean);
    }
    free(rows);
    return estimate_apart(means[0], means[1]);
}

static double median_over_rows(const struct comparison *comparison,
                               double (*value)(const struct compared_row *))
{
    double *const values = memory_array(comparison->count + 1, sizeof *values);
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        values[count] = value(&comparison->rows[i]);
        count += isfinite(values[count]) != 0;
    }
    const double median = values_estimate(values, count).value;
    free(values);
    return median;
}

static double detectable_of(const struct compared_row *row)
{
    return verdict_detectable(row->ratio.interval, row->margin);
}

static double machine_change_of(const struct compared_row *row)
{
    return row->machine_change;
}

static void judge_rows(struct comparison *comparison)
{
    struct sides *const sides = memory_array(comparison->compared + 1, sizeof *sides);
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        struct compared_row *const row = &comparison->rows[i];
        if (compared_row_is_measured(row)) {
            sides[count++] = estimate_row(row, comparison);
            row->margin = margin_of(row, comparison);
        }
        row->verdict = judge(row);
        comparison->verdicts[row->verdict]++;
    }
    comparison->mean = mean_of(sides, count);
    for (size_t i = 0; i < count; i++)
        sides_close(&sides[i]);
    free(sides);
}

bool comparison_make(struct comparison *comparison, const struct result_file *base,
                     const struct result_file *next, const struct comparison_options *options,
                     struct error *error)
{
    *comparison = (struct comparison){.threshold = options->threshold,
                                      .varied = options->variation.count > 0,
                                      .interleaved = comparison_interleaved(base, next)};
    if (!compared_rows_match(comparison, base, next, options, error)) {
        comparison_close(comparison);
        return false;
    }
    judge_rows(comparison);
    comparison->detectable = median_over_rows(comparison, detectable_of);
    comparison->machine_change = median_over_rows(comparison, machine_change_of);
    return true;
}

void comparison_close(struct comparison *comparison)
{
    free(comparison->rows);
    *comparison = (struct comparison){0};
}

const char *comparison_remedy(const struct comparison *comparison)
{
    if (comparison->interleaved)
        return "a run of more processes";
    return comparison->varied ? "a run of both --against each other" : "--against";
}
