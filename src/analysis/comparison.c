/* SPDX-License-Identifier: MIT */
/* Comparing two results: matching rows, intervals of their ratios, verdicts. */
#include "analysis/comparison.h"

#include "analysis/round_ratios.h"
#include "base/memory.h"
#include "base/sort.h"
#include "statistics/bootstrap.h"
#include "statistics/holm.h"
#include "statistics/mann_whitney.h"
#include "statistics/signed_rank.h"
#include "statistics/statistics.h"
#include "statistics/welch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const comparison_verdict_names[COMPARED_COUNT] = {
    [COMPARED_SAME] = "same",
    [COMPARED_FASTER] = "faster",
    [COMPARED_SLOWER] = "slower",
    [COMPARED_UNRESOLVED] = "unresolved",
    [COMPARED_LOST] = "lost",
    [COMPARED_NEW] = "new",
    [COMPARED_UNMEASURED] = "unmeasured",
};

enum { LAUNCHES_MANY = 12 };
static const double significance = 0.05;

/* The rows of a file that the filter keeps, sorted by what they are matched by. */
struct selection {
    const struct result_row **rows;
    size_t count;
};

static int compare_points(const struct point *a, const struct point *b, const struct variation *variation)
{
    int order = compare_numbers(a->implementation->primitive, b->implementation->primitive);
    if (!order && !variation->algorithm)
        order = strcmp(a->implementation->name, b->implementation->name);
    for (enum axis axis = 0; axis < AXIS_COUNT && !order; axis++)
        if (!(variation->axes & AXIS_BIT(axis)))
            order = compare_numbers(a->axis[axis], b->axis[axis]);
    return order;
}

static int compare_rows(const void *a, const void *b, void *variation)
{
    const struct result_row *const *const x = a, *const *const y = b;
    return compare_points(&(*x)->point, &(*y)->point, variation);
}

static bool check_unique(const struct selection *selection, const char *path,
                         const struct variation *variation, struct error *error)
{
    char text[512];
    for (size_t i = 1; i < selection->count; i++)
        if (compare_points(&selection->rows[i - 1]->point, &selection->rows[i]->point, variation) == 0)
            return error_set(error, EXIT_USAGE, "%s: more than one row answers to %s; %s", path,
                             point_text(&selection->rows[i]->point, text, sizeof text),
                             variation->count ? "expected --filter to leave one for each value that is varied"
                                              : "expected each point once");
    return true;
}

static bool select_rows(struct selection *selection, const struct result_file *file,
                        const struct comparison_options *options, struct error *error)
{
    *selection = (struct selection){.rows = memory_array(file->row_count + 1, sizeof *selection->rows)};
    for (size_t i = 0; i < file->row_count; i++)
        if (!options->filter || filter_matches(options->filter, &file->rows[i].point))
            selection->rows[selection->count++] = &file->rows[i];
    qsort_r(selection->rows, selection->count, sizeof *selection->rows, compare_rows,
            (void *)&options->variation);
    return check_unique(selection, file->path, &options->variation, error);
}

static const struct result_row *find(const struct selection *selection, const struct result_row *row,
                                     const struct variation *variation)
{
    size_t low = 0, high = selection->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = compare_points(&selection->rows[middle]->point, &row->point, variation);
        if (order == 0)
            return selection->rows[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static bool is_selected(const struct result_row *row, const struct comparison_options *options)
{
    return !options->filter || filter_matches(options->filter, &row->point);
}

static void add_row(struct comparison *comparison, const struct result_row *base,
                    const struct result_row *next)
{
    comparison->rows[comparison->count++] = (struct compared_row){
        .base = base,
        .next = next,
        .base_s = NAN,
        .next_s = NAN,
        .ratio = NAN,
        .interval = {NAN, NAN},
        .floor = NAN,
        .p = NAN,
        .p_adjusted = NAN,
    };
    comparison->compared += result_measured(base) && result_measured(next);
}

static void match(struct comparison *comparison, const struct result_file *base,
                  const struct result_file *next, const struct selection *of_base,
                  const struct selection *of_next, const struct comparison_options *options)
{
    comparison->rows = memory_array(of_base->count + of_next->count + 1, sizeof *comparison->rows);
    for (size_t i = 0; i < base->row_count; i++)
        if (is_selected(&base->rows[i], options))
            add_row(comparison, &base->rows[i], find(of_next, &base->rows[i], &options->variation));
    for (size_t i = 0; i < next->row_count; i++)
        if (is_selected(&next->rows[i], options) && !find(of_base, &next->rows[i], &options->variation))
            add_row(comparison, NULL, &next->rows[i]);
}

static bool match_files(struct comparison *comparison, const struct result_file *base,
                        const struct result_file *next, const struct comparison_options *options,
                        struct error *error)
{
    struct selection of_base = {0}, of_next = {0};
    bool ok = select_rows(&of_base, base, options, error) && select_rows(&of_next, next, options, error);
    if (ok)
        match(comparison, base, next, &of_base, &of_next, options);
    if (ok && comparison->count == 0)
        ok = error_set(error, EXIT_USAGE, "no row meets the filter");
    if (ok && comparison->compared == 0)
        ok = error_set(error, EXIT_UNSTABLE, "not comparable: no point was measured in both %s and %s",
                       base->path, next->path);
    free(of_base.rows);
    free(of_next.rows);
    return ok;
}

static bool is_compared(const struct compared_row *row)
{
    return result_measured(row->base) && result_measured(row->next);
}

/* Across launches where both sides have several, else within the runs. */
static void estimate_apart(struct compared_row *row, struct comparison *comparison, struct random *random)
{
    const struct ratio_question question = {.base = result_samples(row->base),
                                            .next = result_samples(row->next)};
    const struct series base_launches = {row->base->launch_medians_s, row->base->launch_count};
    const struct series next_launches = {row->next->launch_medians_s, row->next->launch_count};
    row->ratio = row->next_s / row->base_s;
    row->interval = welch_ratio(base_launches, next_launches);
    if (isnan(row->interval.low)) {
        row->interval = bootstrap_ratio(&question, random);
        return;
    }
    row->ratio = sqrt(row->interval.low * row->interval.high);
    comparison->by_launch++;
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
        comparison->by_launch++;
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
    const struct series base = result_samples(row->base), next = result_samples(row->next);
    row->base_s = statistics_make(base.values, base.count).median;
    row->next_s = statistics_make(next.values, next.count).median;
    if (comparison->in_turn)
        estimate_in_turn(row, comparison, random);
    else
        estimate_apart(row, comparison, random);
}

static double test_apart(const struct compared_row *row, double scale)
{
    const struct series base = result_samples(row->base), next = result_samples(row->next);
    const double lag1 =
        fmax(statistics_make(base.values, base.count).lag1, statistics_make(next.values, next.count).lag1);
    return mann_whitney(base, next, scale, autocorrelation_inflation(lag1));
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

/* That next differs from base by more than the floor: base is moved by it towards next. */
static double test_shift(const struct compared_row *row, bool in_turn)
{
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
        if (is_compared(&comparison->rows[i]))
            p[count++] = comparison->rows[i].p = test_shift(&comparison->rows[i], comparison->in_turn);
    holm_adjust(p, count);
    count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        if (is_compared(&comparison->rows[i]))
            comparison->rows[i].p_adjusted = p[count++];
    free(p);
}

static enum comparison_verdict judge(const struct compared_row *row, double bound)
{
    if (!is_compared(row)) {
        if (result_measured(row->base))
            return COMPARED_LOST;
        return result_measured(row->next) ? COMPARED_NEW : COMPARED_UNMEASURED;
    }
    const double same = 1 + fmax(bound, row->floor), noise = 1 + row->floor;
    if (row->interval.low >= 1 / same && row->interval.high <= same)
        return COMPARED_SAME;
    if (row->p_adjusted < significance && row->interval.low > noise)
        return COMPARED_SLOWER;
    if (row->p_adjusted < significance && row->interval.high < 1 / noise)
        return COMPARED_FASTER;
    return COMPARED_UNRESOLVED;
}

static void summarise(struct comparison *comparison, struct random *random)
{
    double *const logs = memory_array(comparison->compared, sizeof *logs);
    size_t count = 0;
    double sum = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        if (!is_compared(&comparison->rows[i]))
            continue;
        comparison->spread = comparison->rows[i].interval;
        logs[count] = log(comparison->rows[i].ratio);
        sum += logs[count++];
    }
    comparison->mean = exp(sum / (double)count);
    if (count > 1) {
        const struct interval spread = bootstrap_mean((struct series){logs, count}, random);
        comparison->spread = (struct interval){exp(spread.low), exp(spread.high)};
    }
    free(logs);
}

bool comparison_make(struct comparison *comparison, const struct result_file *base,
                     const struct result_file *next, const struct comparison_options *options,
                     struct error *error)
{
    struct random random = {options->seed};
    *comparison = (struct comparison){.bound = options->bound, .in_turn = round_ratios_apply(base, next)};
    if (!match_files(comparison, base, next, options, error)) {
        comparison_close(comparison);
        return false;
    }
    for (size_t i = 0; i < comparison->count; i++)
        if (is_compared(&comparison->rows[i]))
            estimate_ratio(&comparison->rows[i], comparison, &random);
    comparison_floor(comparison, options);
    adjust(comparison);
    summarise(comparison, &random);
    for (size_t i = 0; i < comparison->count; i++) {
        comparison->rows[i].verdict = judge(&comparison->rows[i], options->bound);
        comparison->verdicts[comparison->rows[i].verdict]++;
    }
    return true;
}

void comparison_close(struct comparison *comparison)
{
    free(comparison->rows);
    *comparison = (struct comparison){0};
}

const struct point *compared_point(const struct compared_row *row)
{
    return row->base ? &row->base->point : &row->next->point;
}
