/* SPDX-License-Identifier: MIT */
/* How far rows come apart from launch to launch when nothing changed: by their own launches, which are few,
 * and by what all rows of a comparison say together. */
#include "analysis/launch_noise.h"

#include "base/memory.h"
#include "statistics/statistics.h"
#include "statistics/welch.h"

#include <math.h>
#include <stdlib.h>

enum { ROWS_LEAST = 5, DEGREES_MOST = 64 };

static const double significance = 0.05;

/* As how many degrees of freedom all rows count beside a row's own launches, and where they are all there is:
 * some rows scatter several times as much as others. */
static const double shared_degrees = 4, changes_degrees = 2;

/* Rows that did change scatter too: what more than doubled is seen whatever other rows do. (On a Xeon whose
 * cores have neighbours a serial loop took 1.95 times as long in one run of twelve.) */
static const double scattered_most = 1;

/* What rows with as many workers say together. NAN: nothing. */
struct scatter {
    double changes;  /* standard deviation of the logarithms of their ratios */
    double variance; /* of these over launches, that of the middle row */
};

struct launch_question {
    double quantiles[DEGREES_MOST]; /* of Student's t by degrees; 0: not known yet */
    double normal;                  /* of the normal variable */
    double tail;
    bool in_turn; /* or nothing is expected to be the same */
};

static double quantile(struct launch_question *question, double degrees)
{
    const size_t whole = (size_t)fmax(1, fmin(floor(degrees), DEGREES_MOST - 1));
    if (!(question->quantiles[whole] > 0))
        question->quantiles[whole] = student_above(question->tail, (double)whole);
    return question->quantiles[whole];
}

static uint64_t workers_of(const struct compared_row *row)
{
    const uint64_t workers = compared_point(row)->workers;
    return workers ? workers : 1;
}

static int compare_workers(const void *a, const void *b)
{
    const struct compared_row *const *const x = a, *const *const y = b;
    const uint64_t of_x = workers_of(*x), of_y = workers_of(*y);
    const int order = (of_x > of_y) - (of_x < of_y);
    return order ? order : (*x > *y) - (*x < *y);
}

/* Of a variance that is estimated with so many degrees, the median is this share (Wilson, Hilferty 1931). */
static double median_share(double degrees)
{
    const double root = 1 - 2 / (9 * fmax(1, degrees));
    return root * root * root;
}

static struct scatter scatter_of(struct compared_row *const *rows, size_t count)
{
    struct scatter scatter = {NAN, NAN};
    double *const changes = memory_array(2 * count + 1, sizeof *changes), *const variances = changes + count;
    size_t launched = 0;
    for (size_t i = 0; i < count; i++) {
        changes[i] = log(rows[i]->ratio);
        if (rows[i]->degrees > 0)
            variances[launched++] = rows[i]->error * rows[i]->error / median_share(rows[i]->degrees);
    }
    if (count >= ROWS_LEAST)
        scatter.changes = 1.4826 * statistics_make(changes, count).mad;
    if (launched >= ROWS_LEAST)
        scatter.variance = statistics_make(variances, launched).median;
    free(changes);
    return scatter;
}

/* A row's own launches are few, and some scatter little by chance: all rows count beside them. */
static void share_variance(struct compared_row *row, const struct scatter *scatter)
{
    if (!(row->degrees > 0) || isnan(scatter->variance))
        return;
    const double degrees = shared_degrees + row->degrees;
    row->error =
        sqrt((shared_degrees * scatter->variance + row->degrees * row->error * row->error) / degrees);
    row->degrees = degrees;
}

/* Of the logarithm of a ratio. Runs differ by more than their launches. */
static double noise_of(const struct compared_row *row, const struct scatter *scatter,
                       struct launch_question *question)
{
    const bool launched = row->degrees > 0;
    const double one = log1p(ONE_LAUNCH_NOISE);
    const double noise =
        launched ? log1p(row->control_change) + quantile(question, row->degrees) * row->error : one;
    if (question->in_turn || isnan(scatter->changes))
        return noise;
    const double most = launched ? one : log1p(scattered_most);
    const double wide = launched ? question->normal : quantile(question, changes_degrees);
    return fmax(noise, fmin(most, wide * scatter->changes));
}

static void raise(struct compared_row **rows, size_t count, const struct scatter *scatter,
                  struct launch_question *question)
{
    for (size_t i = 0; i < count; i++) {
        share_variance(rows[i], scatter);
        rows[i]->floor = fmax(rows[i]->floor, expm1(noise_of(rows[i], scatter, question)));
    }
}

void launch_noise_raise(struct comparison *comparison, const struct comparison_options *options)
{
    const double tail = significance / 2 / fmax(1, (double)comparison->compared);
    struct launch_question question = {.normal = student_above(tail, INFINITY),
                                       .tail = tail,
                                       .in_turn = comparison->in_turn || options->variation.count};
    struct compared_row **const rows = memory_array(comparison->compared + 1, sizeof *rows);
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        if (compared_row_is_measured(&comparison->rows[i]))
            rows[count++] = &comparison->rows[i];
    qsort(rows, count, sizeof *rows, compare_workers);
    const struct scatter all = scatter_of(rows, count);
    for (size_t first = 0, end; first < count; first = end) {
        const uint64_t workers = workers_of(rows[first]);
        for (end = first + 1; end < count && workers_of(rows[end]) == workers;)
            end++;
        const struct scatter own = scatter_of(rows + first, end - first);
        const struct scatter scatter = {isnan(own.changes) ? all.changes : own.changes,
                                        isnan(own.variance) ? all.variance : own.variance};
        raise(rows + first, end - first, &scatter, &question);
    }
    free(rows);
}
