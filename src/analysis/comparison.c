/* SPDX-License-Identifier: MIT */
/* Comparing two results: intervals of the ratios of rows, verdicts. */
#include "analysis/comparison.h"

#include "analysis/launch_noise.h"
#include "analysis/noise_floor.h"
#include "analysis/record_ratio.h"
#include "analysis/round_ratios.h"
#include "base/memory.h"
#include "statistics/bootstrap.h"
#include "statistics/clusters.h"
#include "statistics/holm.h"
#include "statistics/mann_whitney.h"
#include "statistics/placement.h"
#include "statistics/signed_rank.h"
#include "statistics/statistics.h"
#include "statistics/welch.h"

#include <math.h>
#include <stdlib.h>

enum { LAUNCHES_MANY = 12 };
static const double significance = 0.05;

/* What an interval across launches rests on. */
static void note_launches(struct compared_row *row, double degrees, struct comparison *comparison)
{
    row->degrees = degrees;
    row->error = log(row->interval.high / row->interval.low) / 2 / student_t95(degrees);
    comparison->by_launch++;
}

static void estimate_within(struct compared_row *row, struct random *random)
{
    const struct ratio_question question = {.base = record_times(row->base), .next = record_times(row->next)};
    row->ratio = row->next_s / row->base_s;
    row->interval = bootstrap_ratio(&question, random);
    series_close(&question.base);
    series_close(&question.next);
}

/* Across launches where both sides have several, else within the runs. */
static void estimate_apart(struct compared_row *row, struct comparison *comparison, struct random *random)
{
    const struct series base = record_launch_medians(row->base), next = record_launch_medians(row->next);
    row->interval = welch_ratio(base, next);
    if (isnan(row->interval.low)) {
        estimate_within(row, random);
    } else {
        row->ratio = sqrt(row->interval.low * row->interval.high);
        note_launches(row, welch_degrees(base, next), comparison);
    }
    series_close(&base);
    series_close(&next);
}

/* A launch may have got an unlucky place in memory, which many launches can tell from a difference; few
 * cannot. */
static void estimate_launches(struct compared_row *row, struct series launches)
{
    if (launches.count >= LAUNCHES_MANY && hodges_lehmann(launches, &row->ratio, &row->interval))
        return;
    row->interval = student_ratio(launches);
    row->ratio = sqrt(row->interval.low * row->interval.high);
}

/* Of the rounds that both have; where they have none in common, apart. */
static void estimate_in_turn(struct compared_row *row, struct comparison *comparison, struct random *random)
{
    struct round_ratios ratios;
    round_ratios_make(&ratios, row->base, row->next);
    if (ratios.launch_count > 1) {
        estimate_launches(row, (struct series){ratios.launches, ratios.launch_count});
        note_launches(row, (double)ratios.launch_count - 1, comparison);
    } else if (ratios.launch_count == 1) {
        row->interval = bootstrap_median((struct series){ratios.rounds, ratios.round_count}, random);
        row->ratio = ratios.launches[0];
    } else {
        estimate_apart(row, comparison, random);
    }
    round_ratios_close(&ratios);
}

static void estimate_ratio(struct compared_row *row, struct comparison *comparison, struct random *random)
{
    row->base_s = record_statistics(row->base).median;
    row->next_s = record_statistics(row->next).median;
    if (comparison->in_turn)
        estimate_in_turn(row, comparison, random);
    else
        estimate_apart(row, comparison, random);
}

static double test_apart(const struct compared_row *row, double scale)
{
    const struct series base = record_times(row->base), next = record_times(row->next);
    const double lag1 =
        fmax(statistics_make(base.values, base.count).lag1, statistics_make(next.values, next.count).lag1);
    const double p = mann_whitney(base, next, scale, autocorrelation_inflation(lag1));
    series_close(&base);
    series_close(&next);
    return p;
}

static double test_in_turn(const struct compared_row *row, double scale)
{
    struct round_ratios ratios;
    round_ratios_make(&ratios, row->base, row->next);
    const struct series rounds = {ratios.rounds, ratios.round_count};
    const double p =
        rounds.count
            ? signed_rank(rounds, scale,
                          autocorrelation_inflation(statistics_make(rounds.values, rounds.count).lag1))
            : test_apart(row, scale);
    round_ratios_close(&ratios);
    return p;
}

/* That next differs from base by more than the controls did. */
static double test_launches(const struct compared_row *row)
{
    const double beyond = fabs(log(row->ratio)) - log1p(row->control_change);
    return beyond > 0 ? 2 * student_beyond(beyond / row->error, row->degrees) : 1;
}

/* That next differs from base by more than the floor: base is moved by it towards next. Samples of one launch
 * say nothing of others. */
static double test_shift(const struct compared_row *row, bool in_turn)
{
    if (row->degrees > 0)
        return test_launches(row);
    const double scale = row->ratio > 1 ? 1 + row->floor : 1 / (1 + row->floor);
    if (fabs(log(row->ratio)) <= log(1 + row->floor))
        return 1;
    return in_turn ? test_in_turn(row, scale) : test_apart(row, scale);
}

static void adjust(struct comparison *comparison)
{
    double *const p = memory_array(comparison->compared, sizeof *p);
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        if (compared_row_is_measured(&comparison->rows[i]))
            p[count++] = comparison->rows[i].p = test_shift(&comparison->rows[i], comparison->in_turn);
    holm_adjust(p, count);
    count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        if (compared_row_is_measured(&comparison->rows[i]))
            comparison->rows[i].p_adjusted = p[count++];
    free(p);
}

/* Times that moved within the one launch of a run say nothing of another run; what several moved by is in
 * their interval. Of older files nothing is known. Nor do times of cores that were near to each other say
 * anything of those further apart. In turns both runs moved alike. */
static bool is_quotable(const struct compared_row *row)
{
    const struct record *const base = row->base, *const next = row->next;
    const bool steady = row->degrees > 0 || (base->grade <= GRADE_GOOD && next->grade <= GRADE_GOOD);
    return steady && placement_alike(base->trips_s, base->sample_count, next->trips_s, next->sample_count);
}

static enum comparison_verdict judge(const struct compared_row *row, const struct comparison *comparison)
{
    const double bound = comparison->bound;
    if (!compared_row_is_measured(row)) {
        if (record_measured(row->base))
            return COMPARED_LOST;
        return record_measured(row->next) ? COMPARED_NEW : COMPARED_UNMEASURED;
    }
    const double same = 1 + bound, noise = 1 + row->control_change;
    const bool differs = row->p_adjusted < significance && fabs(log(row->ratio)) > log1p(row->floor);
    if (row->interval.low >= 1 / same && row->interval.high <= same)
        return COMPARED_SAME;
    if (!comparison->in_turn && !is_quotable(row))
        return COMPARED_UNRESOLVED;
    if (differs && row->interval.low > noise)
        return COMPARED_SLOWER;
    if (differs && row->interval.high < 1 / noise)
        return COMPARED_FASTER;
    return COMPARED_UNRESOLVED;
}

static int compare_problems(const void *a, const void *b)
{
    const struct compared_row *const *const x = a, *const *const y = b;
    const int order = point_compare_problems(compared_point(*x), compared_point(*y), 0);
    return order ? order : (*x > *y) - (*x < *y);
}

/* The rows of one problem and size were measured together, and what moved one moved them all: they are one
 * witness, not several. The least and the greatest of a single problem's intervals bound its mean. */
static void summarise(struct comparison *comparison)
{
    const struct compared_row **const rows = memory_array(comparison->compared, sizeof *rows);
    struct clustered *const logs = memory_array(comparison->compared, sizeof *logs);
    struct interval least = {INFINITY, 0};
    size_t count = 0, clusters = 0;
    for (size_t i = 0; i < comparison->count; i++)
        if (compared_row_is_measured(&comparison->rows[i]))
            rows[count++] = &comparison->rows[i];
    qsort(rows, count, sizeof *rows, compare_problems);
    for (size_t i = 0; i < count; i++) {
        const bool first =
            i == 0 || point_compare_problems(compared_point(rows[i - 1]), compared_point(rows[i]), 0) != 0;
        clusters += first;
        logs[i] = (struct clustered){log(rows[i]->ratio), clusters};
        least = (struct interval){fmin(least.low, rows[i]->interval.low),
                                  fmax(least.high, rows[i]->interval.high)};
    }
    const struct clustered_mean mean = clustered_mean(logs, count);
    comparison->mean = exp(mean.mean);
    comparison->spread =
        clusters > 1 ? (struct interval){exp(mean.interval.low), exp(mean.interval.high)} : least;
    /* What moved a whole run moved all of its problems too: the controls show it. */
    comparison->spread.low /= 1 + comparison->floor;
    comparison->spread.high *= 1 + comparison->floor;
    free(logs);
    free(rows);
}

/* What is given counts as it is. */
static void set_floors(struct comparison *comparison, const struct comparison_options *options)
{
    comparison_floor(comparison, options);
    for (size_t i = 0; i < comparison->count; i++)
        comparison->rows[i].control_change = comparison->rows[i].floor;
    comparison->floor_given = !isnan(options->floor);
    if (!comparison->floor_given)
        launch_noise_raise(comparison, options);
}

bool comparison_make(struct comparison *comparison, const struct result_file *base,
                     const struct result_file *next, const struct comparison_options *options,
                     struct error *error)
{
    struct random random = {options->seed};
    *comparison = (struct comparison){.bound = options->bound, .in_turn = round_ratios_apply(base, next)};
    if (!compared_rows_match(comparison, base, next, options, error)) {
        comparison_close(comparison);
        return false;
    }
    for (size_t i = 0; i < comparison->count; i++)
        if (compared_row_is_measured(&comparison->rows[i]))
            estimate_ratio(&comparison->rows[i], comparison, &random);
    set_floors(comparison, options);
    adjust(comparison);
    summarise(comparison);
    for (size_t i = 0; i < comparison->count; i++) {
        comparison->rows[i].verdict = judge(&comparison->rows[i], comparison);
        comparison->verdicts[comparison->rows[i].verdict]++;
    }
    return true;
}

void comparison_close(struct comparison *comparison)
{
    free(comparison->rows);
    *comparison = (struct comparison){0};
}
