/* SPDX-License-Identifier: MIT */
/* Bootstrap intervals: of the ratio of two medians, in blocks where the series is autocorrelated, and of a
 * mean. */
#include "statistics/bootstrap.h"

#include "base/memory.h"

#include "base/sort.h"
#include "statistics/statistics.h"
#include "statistics/welch.h"

#include <math.h>
#include <stdlib.h>

/* A series prepared for medians of resamples: a resample is a count for each rank. */
struct resampled {
    size_t count;
    double *sorted;
    uint32_t *rank;  /* of the value at each place */
    uint32_t *drawn; /* how often the value of each rank was drawn */
    size_t block;
};

struct ranked_place {
    double value;
    uint32_t place;
};

static int compare_places(const void *a, const void *b)
{
    const struct ranked_place *const x = a, *const y = b;
    const int order = (x->value > y->value) - (x->value < y->value);
    return order ? order : (x->place > y->place) - (x->place < y->place);
}

/* The block length that suits the mean of an AR(1) process (Carlstein 1986). */
static size_t block_length(struct series series)
{
    const double count = (double)series.count;
    const double lag1 = fmin(statistics_make(series.values, series.count).lag1, 0.9);
    if (!(lag1 > 0))
        return 1;
    const double length = ceil(pow(2 * lag1 / (1 - lag1 * lag1), 2.0 / 3) * cbrt(count));
    return (size_t)fmax(1, fmin(length, count / 3));
}

static void resampled_close(struct resampled *resampled)
{
    free(resampled->sorted);
    free(resampled->rank);
    free(resampled->drawn);
}

static void resampled_init(struct resampled *resampled, struct series series)
{
    struct ranked_place *const places = memory_array(series.count, sizeof *places);
    *resampled = (struct resampled){
        .count = series.count,
        .sorted = memory_array(series.count, sizeof *resampled->sorted),
        .rank = memory_array(series.count, sizeof *resampled->rank),
        .drawn = memory_array(series.count, sizeof *resampled->drawn),
        .block = block_length(series),
    };
    for (size_t i = 0; i < series.count; i++)
        places[i] = (struct ranked_place){series.values[i], (uint32_t)i};
    qsort(places, series.count, sizeof *places, compare_places);
    for (size_t i = 0; i < series.count; i++) {
        resampled->sorted[i] = places[i].value;
        resampled->rank[places[i].place] = (uint32_t)i;
    }
    free(places);
}

/* Draw as many places as there are, in circular blocks. */
static void draw(struct resampled *resampled, struct random *random)
{
    const size_t count = resampled->count;
    for (size_t i = 0; i < count; i++)
        resampled->drawn[i] = 0;
    for (size_t done = 0; done < count;) {
        size_t place = random_below(random, count);
        for (size_t i = 0; i < resampled->block && done < count; i++, done++) {
            resampled->drawn[resampled->rank[place]]++;
            place = place + 1 < count ? place + 1 : 0;
        }
    }
}

static double drawn_median(const struct resampled *resampled)
{
    const size_t low = (resampled->count - 1) / 2, high = resampled->count / 2;
    size_t at = 0;
    uint64_t passed = resampled->drawn[0];
    while (passed <= low)
        passed += resampled->drawn[++at];
    const double lower = resampled->sorted[at];
    while (passed <= high)
        passed += resampled->drawn[++at];
    return (lower + resampled->sorted[at]) / 2;
}

/* What small samples lack in spread, the percentiles are moved outwards by: those of the normal distribution
 * where Student's t with the variance of n − 1 has its 2.5 % (Hesterberg 2015, the expanded percentile
 * interval). */
static struct interval percentiles(double *values, size_t count, double n)
{
    const double quantile = student_t95(fmax(1, n - 1)) * sqrt(n / fmax(1, n - 1));
    const double share = erfc(quantile / sqrt(2)) / 2;
    const size_t tail = (size_t)(share * (double)count);
    qsort(values, count, sizeof *values, compare_double_places);
    return (struct interval){values[tail], values[count - 1 - tail]};
}

/* Blocks that a resample is made of: the values that are as good as independent. */
static double blocks_of(const struct resampled *resampled)
{
    return (double)resampled->count / (double)resampled->block;
}

/* base NULL: the medians of next alone. */
static struct interval resample(struct resampled *base, struct resampled *next, struct random *random)
{
    double ratios[BOOTSTRAP_REPLICATES];
    const double n = base ? fmin(blocks_of(base), blocks_of(next)) : blocks_of(next);
    for (size_t i = 0; i < BOOTSTRAP_REPLICATES; i++) {
        draw(next, random);
        if (base)
            draw(base, random);
        ratios[i] = drawn_median(next) / (base ? drawn_median(base) : 1);
    }
    return percentiles(ratios, BOOTSTRAP_REPLICATES, n);
}

struct interval bootstrap_median(struct series series, struct random *random)
{
    struct resampled values;
    if (series.count == 0)
        return (struct interval){NAN, NAN};
    resampled_init(&values, series);
    const struct interval interval = resample(NULL, &values, random);
    resampled_close(&values);
    return interval;
}

static struct interval bootstrap_pairs(const struct ratio_question *question, struct random *random)
{
    const size_t count = question->base.count;
    double *const values = memory_array(count, sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = question->next.values[i] / question->base.values[i];
    const struct interval interval = bootstrap_median((struct series){values, count}, random);
    free(values);
    return interval;
}

struct interval bootstrap_ratio(const struct ratio_question *question, struct random *random)
{
    struct resampled base, next;
    if (question->base.count == 0 || question->next.count == 0)
        return (struct interval){NAN, NAN};
    if (question->paired)
        return bootstrap_pairs(question, random);
    resampled_init(&base, question->base);
    resampled_init(&next, question->next);
    const struct interval interval = resample(&base, &next, random);
    resampled_close(&base);
    resampled_close(&next);
    return interval;
}
