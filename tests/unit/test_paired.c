/* SPDX-License-Identifier: MIT */
/* Ratios of paired series: pairs are of one launch and round, and who asks often pays for it. */
#include "base/random.h"
#include "statistics/paired.h"

#include "test.h"

enum { ROUNDS = 20, EQUALS = 8, TRIALS = 60 };

/* Launches of unequal length: from the first short one on, pairs by place alone would be of different
 * launches. */
static void pairs_are_of_one_launch(void **state)
{
    (void)state;
    double base[18], next[22];
    const size_t of_base[] = {8, 4, 6}, of_next[] = {8, 8, 6};
    size_t at_base = 0, at_next = 0;
    for (size_t launch = 0; launch < 3; launch++) {
        for (size_t i = 0; i < of_base[launch]; i++)
            base[at_base++] = (double)(1 + launch) * (double)(1 + i);
        for (size_t i = 0; i < of_next[launch]; i++)
            next[at_next++] = 2 * (double)(1 + launch) * (double)(1 + i);
    }
    const struct launched left = {{base, 18}, of_base, 3}, right = {{next, 22}, of_next, 3};
    const struct paired_ratio paired = paired_launches_make(&left, &right, 1);
    assert_near(paired.ratio, 2, 1e-9);
    assert_near(paired.interval.low, 2, 1e-9);
    assert_near(paired.interval.high, 2, 1e-9);
    const struct paired_ratio swapped = paired_launches_make(&right, &left, 1);
    assert_near(swapped.ratio, 0.5, 1e-9);
    assert_near(swapped.interval.low, 0.5, 1e-9);
    assert_near(swapped.interval.high, 0.5, 1e-9);
}

/* One odd round does not move what its launch tells. */
static void a_launch_tells_a_median(void **state)
{
    (void)state;
    double base[30], next[30];
    const size_t counts[] = {10, 10, 10};
    for (size_t i = 0; i < 30; i++) {
        base[i] = 1;
        next[i] = i == 3 ? 50 : 1.5;
    }
    const struct launched left = {{base, 30}, counts, 3}, right = {{next, 30}, counts, 3};
    const struct paired_ratio paired = paired_launches_make(&left, &right, 1);
    assert_near(paired.interval.low, 1.5, 1e-9);
    assert_near(paired.interval.high, 1.5, 1e-9);
}

/* What differs between launches is in the interval, however well each launch knows its own ratio. */
static void launches_differ(void **state)
{
    (void)state;
    double base[30], next[30];
    const size_t counts[] = {10, 10, 10};
    for (size_t i = 0; i < 30; i++) {
        base[i] = 1 + 1e-6 * (double)(i % 7);
        next[i] = base[i] * (i < 10 ? 1.00 : i < 20 ? 1.02 : 1.04);
    }
    const struct launched left = {{base, 30}, counts, 3}, right = {{next, 30}, counts, 3};
    const struct paired_ratio several = paired_launches_make(&left, &right, 1);
    assert_true(several.interval.low < 1 && several.interval.high > 1.04);
    assert_near(several.ratio, 1.02, 1e-3);
    assert_near(several.degrees, 2, 0);
    const struct launched one = {{base, 30}, NULL, 0}, other = {{next, 30}, NULL, 0};
    assert_true(paired_launches_make(&one, &other, 1).interval.low >= 1);
}

static void a_round_that_one_lacks_is_no_pair(void **state)
{
    (void)state;
    double base[] = {1, NAN, 1, 1, 1, 1, 1, 1}, next[] = {3, 9, NAN, 3, 3, 3, 3, 3};
    const struct launched left = {{base, 8}, NULL, 0}, right = {{next, 8}, NULL, 0};
    const struct paired_ratio paired = paired_launches_make(&left, &right, 1);
    assert_near(paired.ratio, 3, 1e-12);
    assert_near(paired.interval.high, 3, 1e-12);
}

static void many_questions_widen(void **state)
{
    (void)state;
    const struct paired_ratio known = {1.2, {1.1, 1.3}, 0};
    const struct paired_ratio one = paired_ratio_correct(known, 1), ten = paired_ratio_correct(known, 10);
    assert_near(one.interval.low, 1.1, 1e-12);
    assert_near(ten.ratio, 1.2, 1e-12);
    /* The normal quantiles of 0.0025 and 0.025: 2.8070 and 1.9600. */
    assert_near(ten.interval.low, 1.2 * pow(1.1 / 1.2, 2.8070 / 1.9600), 1e-4);
    assert_near(ten.interval.high, 1.2 * pow(1.3 / 1.2, 2.8070 / 1.9600), 1e-4);
    const struct paired_ratio unknown = {1.2, {NAN, NAN}, 0};
    assert_true(isnan(paired_ratio_correct(unknown, 10).interval.low));
    /* Of three launches: 14.089 and 4.3027. */
    const struct paired_ratio few = {1.2, {1.1, 1.3}, 2};
    assert_near(paired_ratio_correct(few, 10).interval.low, 1.2 * pow(1.1 / 1.2, 14.089 / 4.30265), 1e-3);
}

static double uniform(struct random *random)
{
    return (double)(random_next(random) >> 11) * 0x1p-53;
}

static double median_of(const double *values)
{
    double sorted[ROUNDS];
    for (size_t i = 0; i < ROUNDS; i++) {
        size_t k = i;
        for (; k > 0 && sorted[k - 1] > values[i]; k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = values[i];
    }
    return (sorted[ROUNDS / 2 - 1] + sorted[ROUNDS / 2]) / 2;
}

/* Whether one of some equals is told to be slower than the one that came out fastest. */
static bool tells_apart(struct random *random, double questions, uint64_t seed)
{
    double times[EQUALS][ROUNDS];
    size_t fastest = 0;
    for (size_t k = 0; k < EQUALS; k++)
        for (size_t i = 0; i < ROUNDS; i++)
            times[k][i] = 1 + 0.05 * (uniform(random) + uniform(random) + uniform(random));
    for (size_t k = 1; k < EQUALS; k++)
        fastest = median_of(times[k]) < median_of(times[fastest]) ? k : fastest;
    for (size_t k = 0; k < EQUALS; k++) {
        const struct launched best = {{times[fastest], ROUNDS}, NULL, 0},
                              other = {{times[k], ROUNDS}, NULL, 0};
        const struct paired_ratio ratio = paired_launches_make(&best, &other, seed);
        if (k != fastest && paired_ratio_correct(ratio, questions).interval.low > 1)
            return true;
    }
    return false;
}

static void equals_are_not_told_apart(void **state)
{
    (void)state;
    struct random random = {3}, again = {3};
    unsigned corrected = 0, naive = 0;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        corrected += tells_apart(&random, EQUALS * (EQUALS - 1) / 2, trial);
        naive += tells_apart(&again, 1, trial);
    }
    assert_true(corrected <= TRIALS / 20);
    assert_true(naive > TRIALS / 10); /* what it is corrected for */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_of_one_launch), cmocka_unit_test(a_launch_tells_a_median),
        cmocka_unit_test(launches_differ),         cmocka_unit_test(a_round_that_one_lacks_is_no_pair),
        cmocka_unit_test(many_questions_widen),    cmocka_unit_test(equals_are_not_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
