/* SPDX-License-Identifier: MIT */
/* Quantiles and moments against values worked out by hand. */
#include "statistics/statistics.h"

#include "test.h"

TEST(one_sample)
{
    const double sample = 3.5;
    const struct statistics s = statistics_make(&sample, 1);
    assert_int_equal(s.samples, 1);
    assert_near(s.median, 3.5, 1e-12);
    assert_near(s.min, 3.5, 1e-12);
    assert_near(s.p95, 3.5, 1e-12);
    assert_near(s.mean, 3.5, 1e-12);
    assert_near(s.mad, 0, 1e-12);
    assert_true(isnan(s.sd) && isnan(s.ci_low) && isnan(s.ci_high) && isnan(s.lag1));
    assert_true(isinf(statistics_precision(&s)));
}

TEST(known_values)
{
    const double samples[] = {5, 1, 4, 2, 3, 100};
    const struct statistics s = statistics_make(samples, 6);
    assert_near(s.median, 3.5, 1e-12);
    assert_near(s.q1, 2.25, 1e-12);
    assert_near(s.q3, 4.75, 1e-12);
    assert_near(s.p5, 1.25, 1e-12);
    assert_near(s.p95, 76.25, 1e-12);
    assert_near(s.min, 1, 1e-12);
    assert_near(s.max, 100, 1e-12);
    assert_near(s.mean, 115.0 / 6, 1e-12);
    assert_near(s.mad, 1.5, 1e-12);
    assert_int_equal(s.outliers, 1);
    assert_true(isnan(s.ci_low) && isnan(s.ci_high)); /* the processes' */
    assert_near(samples[0], 5, 1e-12);
    assert_near(samples[5], 100, 1e-12);
}

TEST(spread_and_order)
{
    double samples[8];
    for (int i = 0; i < 8; i++)
        samples[i] = i % 2 ? 1 : -1;
    const struct statistics swinging = statistics_make(samples, 8);
    assert_near(swinging.sd, sqrt(8.0 / 7), 1e-12);
    assert_near(swinging.lag1, -7.0 / 8, 1e-12);
    for (int i = 0; i < 8; i++)
        samples[i] = i;
    assert_near(statistics_make(samples, 8).lag1, 26.25 / 42, 1e-12);
    for (int i = 0; i < 8; i++)
        samples[i] = 2;
    const struct statistics constant = statistics_make(samples, 8);
    assert_true(isnan(constant.lag1));
    assert_int_equal(constant.outliers, 0);
}
