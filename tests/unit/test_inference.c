/* SPDX-License-Identifier: MIT */
/* The statistics behind comparisons: published examples, and how often they err on made data. */
#include "statistics/bootstrap.h"
#include "statistics/clusters.h"
#include "statistics/holm.h"
#include "statistics/mann_whitney.h"
#include "statistics/signed_rank.h"
#include "statistics/statistics.h"
#include "statistics/welch.h"

#include "test.h"

enum { MOST = 400 };

#define SERIES(array)                               \
    (struct series)                                 \
    {                                               \
        (array), sizeof(array) / sizeof((array)[0]) \
    }

/* A standard normal number (Box and Muller). */
static double normal(struct random *random)
{
    const double u = ((double)(random_next(random) >> 11) + 0.5) * 0x1p-53;
    const double v = (double)(random_next(random) >> 11) * 0x1p-53;
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

/* Times around 1 ms, spread by sd, each so much like the one before. */
static void make(double *times, size_t count, double sd, double lag1, struct random *random)
{
    double state = normal(random);
    for (size_t i = 0; i < count; i++) {
        state = lag1 * state + sqrt(1 - lag1 * lag1) * normal(random);
        times[i] = 1e-3 * exp(sd * state);
    }
}

static void mann_whitney_exact(void **state)
{
    (void)state;
    const double low[] = {1, 2, 3}, high[] = {4, 5, 6};
    assert_near(mann_whitney(SERIES(low), SERIES(high), 1, 1), 0.1, 1e-12);
    assert_near(mann_whitney(SERIES(high), SERIES(low), 1, 1), 0.1, 1e-12);
    /* Hollander and Wolfe 1973, permeability of chorioamnion: U = 35 */
    const double term[] = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
    const double early[] = {1.15, 0.88, 0.90, 0.74, 1.21};
    assert_near(mann_whitney(SERIES(term), SERIES(early), 1, 1), 0.2544, 5e-5);
}

static void mann_whitney_ties(void **state)
{
    (void)state;
    const double same[] = {2, 2, 2, 2};
    assert_near(mann_whitney(SERIES(same), SERIES(same), 1, 1), 1, 0);
    /* Of the six choices of two from {1, 2, 2, 3} two have rank sums as far out as {1, 2}: 3.5, and two 6.5.
     */
    const double a[] = {1, 2}, b[] = {2, 3};
    assert_near(mann_whitney(SERIES(a), SERIES(b), 1, 1), 4.0 / 6, 1e-12);
    double many[40];
    for (size_t i = 0; i < 40; i++)
        many[i] = 5;
    assert_near(mann_whitney(SERIES(many), SERIES(many), 1, 1), 1, 0);
}

static void mann_whitney_empty(void **state)
{
    (void)state;
    const double one[] = {1};
    assert_near(mann_whitney(SERIES(one), (struct series){NULL, 0}, 1, 1), 1, 0);
}

static void mann_whitney_normal(void **state)
{
    (void)state;
    /* Of 1 … 30 and the same plus 8.5, 21 + 20 + … + 1 = 231 pairs are the other way round. */
    double low[30], high[30];
    for (size_t i = 0; i < 30; i++) {
        low[i] = (double)i + 1;
        high[i] = (double)i + 9.5;
    }
    const double z = (fabs(231.0 - 450) - 0.5) / sqrt(30 * 30 * 61 / 12.0);
    assert_near(mann_whitney(SERIES(low), SERIES(high), 1, 1), erfc(z / sqrt(2)), 1e-12);
}

static void mann_whitney_shift(void **state)
{
    (void)state;
    struct random random = {3};
    double base[100], next[100];
    make(base, 100, 0.005, 0, &random);
    for (size_t i = 0; i < 100; i++)
        next[i] = base[i] * 1.05;
    assert_true(mann_whitney(SERIES(base), SERIES(next), 1.02, 1) < 1e-9);
    assert_near(mann_whitney(SERIES(base), SERIES(next), 1.05, 1), 1, 0.01);
    assert_true(mann_whitney(SERIES(base), SERIES(next), 1.02, 19) >
                mann_whitney(SERIES(base), SERIES(next), 1.02, 1));
}

/* Hollander and Wolfe 1973, depression scores before and after: V = 40 of 45, 10 of 512 choices of signs lie
 * as far out on one side. */
static void signed_rank_exact(void **state)
{
    (void)state;
    const double before[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
    const double after[] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
    double ratios[9];
    for (size_t i = 0; i < 9; i++)
        ratios[i] = exp(before[i] - after[i]);
    assert_near(signed_rank(SERIES(ratios), 1, 1), 20.0 / 512, 1e-12);
    for (size_t i = 0; i < 9; i++)
        ratios[i] = 3 / ratios[i];
    assert_near(signed_rank(SERIES(ratios), 3, 1), 20.0 / 512, 1e-12);
}

static void signed_rank_ties(void **state)
{
    (void)state;
    /* Ranks 1½, 1½, 3: of eight choices of signs these and their opposites are as far out as all above. */
    const double above[] = {2, 2, 4}, mixed[] = {2, 0.5, 4}, center[] = {1, 1, 1, 1};
    assert_near(signed_rank(SERIES(above), 1, 1), 2.0 / 8, 1e-12);
    assert_near(signed_rank(SERIES(mixed), 1, 1), 6.0 / 8, 1e-12);
    assert_near(signed_rank(SERIES(center), 1, 1), 1, 0);
    assert_near(signed_rank((struct series){NULL, 0}, 1, 1), 1, 0);
}

static void signed_rank_normal(void **state)
{
    (void)state;
    /* Of the distances 1 … 30 the first ten lie below. */
    double ratios[30];
    for (size_t i = 0; i < 30; i++)
        ratios[i] = exp(i < 10 ? -(double)(i + 1) : (double)(i + 1));
    const double z = (fabs(55.0 - 232.5) - 0.5) / sqrt(30 * 31 * 61 / 24.0);
    assert_near(signed_rank(SERIES(ratios), 1, 1), erfc(z / sqrt(2)), 1e-12);
    assert_true(signed_rank(SERIES(ratios), 1, 3) > signed_rank(SERIES(ratios), 1, 1));
}

static void signed_rank_errs_seldom(void **state)
{
    (void)state;
    enum { TRIALS = 2000, PAIRS = 60 };
    struct random random = {17};
    const double lags[] = {0, 0.4};
    for (size_t k = 0; k < 2; k++) {
        unsigned wrong = 0;
        for (unsigned trial = 0; trial < TRIALS; trial++) {
            double ratios[PAIRS];
            make(ratios, PAIRS, 0.01, lags[k], &random);
            wrong += signed_rank(SERIES(ratios), 1e-3, autocorrelation_inflation(lags[k])) < 0.05;
        }
        if (wrong > 0.065 * TRIALS || wrong < 0.02 * TRIALS)
            fail_msg("lag %g: %u of %d differ", lags[k], wrong, TRIALS);
    }
}

static void student_ratio_example(void **state)
{
    (void)state;
    const double two[] = {exp(0.1), exp(0.3)}, one[] = {1};
    const struct interval interval = student_ratio(SERIES(two));
    assert_near(log(interval.low), 0.2 - 12.7062 * 0.1, 1e-9);
    assert_near(log(interval.high), 0.2 + 12.7062 * 0.1, 1e-9);
    assert_true(isnan(student_ratio(SERIES(one)).low));
}

/* Of six values the interval is from the least to the greatest: 2 of 64 choices of signs are outermost. */
static void hodges_lehmann_exact(void **state)
{
    (void)state;
    const double six[] = {exp(1), exp(2), exp(3), exp(4), exp(5), exp(12)};
    struct interval interval;
    double ratio;
    assert_true(hodges_lehmann(SERIES(six), &ratio, &interval));
    assert_near(log(interval.low), 1, 1e-12);
    assert_near(log(interval.high), 12, 1e-12);
    assert_near(log(ratio), 3.5, 1e-12);
    assert_false(hodges_lehmann((struct series){six, 5}, &ratio, &interval));
}

/* It covers the center as often as it says, also where one value in ten is anything, exact and approximated.
 */
static void hodges_lehmann_covers(void **state)
{
    (void)state;
    enum { TRIALS = 1000 };
    struct random random = {23};
    const size_t counts[] = {12, 30, 60};
    for (size_t k = 0; k < 3; k++) {
        unsigned missed = 0;
        double width = 0;
        for (unsigned trial = 0; trial < TRIALS; trial++) {
            double ratios[60], ratio;
            struct interval interval = {0, 0};
            for (size_t i = 0; i < counts[k]; i++)
                ratios[i] = exp((i % 10 == 9 ? 0.3 : 0.01) * normal(&random));
            assert_true(hodges_lehmann((struct series){ratios, counts[k]}, &ratio, &interval));
            assert_true(interval.low <= ratio && ratio <= interval.high);
            missed += interval.low > 1 || interval.high < 1;
            width += log(interval.high / interval.low) / TRIALS;
        }
        if (missed > 0.065 * TRIALS || missed < 0.02 * TRIALS)
            fail_msg("%zu values: %u of %d intervals miss", counts[k], missed, TRIALS);
        assert_true(width < 0.03);
    }
}

static void inflation(void **state)
{
    (void)state;
    assert_near(autocorrelation_inflation(0), 1, 0);
    assert_near(autocorrelation_inflation(-0.5), 1, 0);
    assert_near(autocorrelation_inflation(NAN), 1, 0);
    assert_near(autocorrelation_inflation(0.5), 3, 1e-12);
    assert_near(autocorrelation_inflation(1), 19, 1e-9);
}

static void holm_example(void **state)
{
    (void)state;
    double p[] = {0.01, 0.04, 0.03, 0.005, NAN};
    holm_adjust(p, 5);
    const double expected[] = {0.04, 0.09, 0.09, 0.025, 1};
    for (size_t i = 0; i < 5; i++)
        assert_near(p[i], expected[i], 1e-12);
    holm_adjust(p, 0);
}

static void student_quantiles(void **state)
{
    (void)state;
    assert_near(student_t95(1), 12.706, 1e-3);
    assert_near(student_t95(2.5), (4.3027 + 3.1824) / 2, 1e-3);
    assert_near(student_t95(5), 2.5706, 3e-3);
    assert_near(student_t95(10), 2.2281, 1e-3);
    assert_near(student_t95(30), 2.0423, 1e-3);
    assert_near(student_t95(1e6), 1.9600, 1e-3);
}

/* Tables' values. */
static void student_tails(void **state)
{
    (void)state;
    assert_near(student_above(0.025, 1), 12.7062, 1e-3);
    assert_near(student_above(0.025, 2), 4.30265, 1e-4);
    assert_near(student_above(0.0005, 2), 31.5991, 1e-2);
    assert_near(student_above(0.0005, 10), 4.5869, 1e-3);
    assert_near(student_above(0.01, 999), 2.3301, 1e-3);
    assert_near(student_above(0.0025, INFINITY), 2.8070, 1e-4);
}

static void welch_example(void **state)
{
    (void)state;
    /* Logarithms 0, 1, 2 and 3, 4, 5: t = 3 / sqrt(2 / 3) with four degrees. */
    const double base[] = {1, exp(1), exp(2)}, next[] = {exp(3), exp(4), exp(5)};
    const struct interval interval = welch_ratio(SERIES(base), SERIES(next));
    const double half = 2.7764 * sqrt(2.0 / 3);
    assert_near(log(interval.low), 3 - half, 1e-3);
    assert_near(log(interval.high), 3 + half, 1e-3);
    const double flat[] = {2, 2}, twice[] = {4, 4};
    assert_near(welch_ratio(SERIES(flat), SERIES(twice)).low, 2, 1e-12);
    assert_true(isnan(welch_ratio((struct series){flat, 1}, SERIES(twice)).low));
}

/* How often of `trials` the interval of two series of one process excludes 1. */
static unsigned false_differences(unsigned trials, size_t count, double lag1)
{
    struct random random = {17};
    unsigned differences = 0;
    for (unsigned i = 0; i < trials; i++) {
        double base[MOST], next[MOST];
        make(base, count, 0.02, lag1, &random);
        make(next, count, 0.02, lag1, &random);
        const struct ratio_question question = {.base = {base, count}, .next = {next, count}};
        const struct interval interval = bootstrap_ratio(&question, &random);
        assert_true(interval.low <= interval.high);
        differences += interval.low > 1 || interval.high < 1;
    }
    return differences;
}

/* 5 % is nominal; three standard errors of 200 trials more is 10 %. */
static void bootstrap_errs_seldom(void **state)
{
    (void)state;
    const unsigned differences = false_differences(200, 40, 0);
    assert_true(differences <= 20);
}

/* Resampled value by value, series like these would seem to differ in a third of the trials. */
static void bootstrap_knows_autocorrelation(void **state)
{
    (void)state;
    const unsigned differences = false_differences(200, 200, 0.6);
    assert_true(differences <= 26);
}

static void bootstrap_finds_differences(void **state)
{
    (void)state;
    struct random random = {5};
    double base[60], next[60];
    unsigned found = 0;
    for (unsigned i = 0; i < 50; i++) {
        make(base, 60, 0.02, 0, &random);
        make(next, 60, 0.02, 0, &random);
        for (size_t k = 0; k < 60; k++)
            next[k] *= 1.05;
        const struct ratio_question question = {.base = SERIES(base), .next = SERIES(next)};
        const struct interval interval = bootstrap_ratio(&question, &random);
        found += interval.low > 1.02 && interval.high < 1.08;
    }
    assert_true(found >= 48);
}

/* What both of a round share does not hide what differs within it. */
static void bootstrap_keeps_pairs(void **state)
{
    (void)state;
    struct random random = {6};
    double base[100], next[100];
    make(base, 100, 0.3, 0, &random);
    for (size_t i = 0; i < 100; i++)
        next[i] = base[i] * (1.02 + 0.001 * normal(&random));
    struct ratio_question question = {.base = SERIES(base), .next = SERIES(next)};
    assert_true(bootstrap_ratio(&question, &random).low < 1);
    question.paired = true;
    const struct interval interval = bootstrap_ratio(&question, &random);
    assert_true(interval.low > 1.01 && interval.high < 1.03);
}

static void bootstrap_reproduces(void **state)
{
    (void)state;
    struct random random = {7}, again = {9}, same = {9};
    double base[30], next[31];
    make(base, 30, 0.1, 0, &random);
    make(next, 31, 0.1, 0, &random);
    const struct ratio_question question = {.base = SERIES(base), .next = SERIES(next)};
    const struct interval a = bootstrap_ratio(&question, &again), b = bootstrap_ratio(&question, &same);
    assert_true(a.low == b.low && a.high == b.high);
    const struct ratio_question empty = {.base = SERIES(base), .next = {NULL, 0}};
    assert_true(isnan(bootstrap_ratio(&empty, &again).low));
    const struct ratio_question single = {.base = {base, 1}, .next = {base, 1}};
    assert_near(bootstrap_ratio(&single, &again).high, 1, 0);
}

/* Twelve clusters of five values that are nearly one: as wide as twelve values, not as sixty. */
static double share_of_means_held(double within, unsigned trials)
{
    enum { CLUSTERS = 12, EACH = 5 };
    struct random random = {8};
    unsigned held = 0;
    for (unsigned trial = 0; trial < trials; trial++) {
        struct clustered values[CLUSTERS * EACH];
        for (size_t i = 0; i < CLUSTERS * EACH; i++) {
            const double shared = i % EACH == 0 ? normal(&random) : values[i - i % EACH].value;
            values[i] = (struct clustered){shared + within * normal(&random), i / EACH};
        }
        const struct clustered_mean mean = clustered_mean(values, CLUSTERS * EACH);
        held += mean.interval.low < 0 && mean.interval.high > 0;
    }
    return (double)held / trials;
}

static void mean_of_clusters(void **state)
{
    (void)state;
    const struct clustered values[] = {{1, 0}, {3, 0}, {5, 1}, {7, 1}};
    const struct clustered_mean mean = clustered_mean(values, 4);
    assert_near(mean.mean, 4, 1e-15);
    assert_near(mean.interval.high - 4, 12.706 * 2, 1e-2); /* sums of deviations ∓4, one degree of freedom */
    assert_near(mean.interval.low + mean.interval.high, 8, 1e-12);
    assert_true(isnan(clustered_mean(values, 2).interval.low));
    assert_true(isnan(clustered_mean(values, 0).mean));
    assert_true(share_of_means_held(0.1, 2000) > 0.93);
    assert_true(share_of_means_held(3, 2000) > 0.93);
    assert_true(share_of_means_held(0.1, 2000) < 0.97);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mann_whitney_exact),
        cmocka_unit_test(mann_whitney_ties),
        cmocka_unit_test(mann_whitney_empty),
        cmocka_unit_test(mann_whitney_normal),
        cmocka_unit_test(mann_whitney_shift),
        cmocka_unit_test(signed_rank_exact),
        cmocka_unit_test(signed_rank_ties),
        cmocka_unit_test(signed_rank_normal),
        cmocka_unit_test(signed_rank_errs_seldom),
        cmocka_unit_test(student_ratio_example),
        cmocka_unit_test(hodges_lehmann_exact),
        cmocka_unit_test(hodges_lehmann_covers),
        cmocka_unit_test(inflation),
        cmocka_unit_test(holm_example),
        cmocka_unit_test(student_quantiles),
        cmocka_unit_test(student_tails),
        cmocka_unit_test(welch_example),
        cmocka_unit_test(bootstrap_errs_seldom),
        cmocka_unit_test(bootstrap_finds_differences),
        cmocka_unit_test(bootstrap_knows_autocorrelation),
        cmocka_unit_test(bootstrap_keeps_pairs),
        cmocka_unit_test(bootstrap_reproduces),
        cmocka_unit_test(mean_of_clusters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
