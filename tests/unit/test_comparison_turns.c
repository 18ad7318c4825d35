/* SPDX-License-Identifier: MIT */
/* Comparisons of runs that took turns: their samples are paired by round. */
#include "comparison_bed.h"

/* Both move by a tenth from round to round and by more from launch to launch. */
static void make_rounds(struct record *base, struct record *next, double noise, struct random *random)
{
    double launch = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        launch = i % LAUNCH_ROUNDS ? launch : 0.2 * normal(random);
        const double both = launch + 0.1 * normal(random);
        base->samples_s[i] = 1e-4 * exp(both + noise * normal(random));
        next->samples_s[i] = 1e-4 * exp(both + noise * normal(random));
        base->launches[i / LAUNCH_ROUNDS].median = 1e-4 * exp(launch + noise * normal(random));
        next->launches[i / LAUNCH_ROUNDS].median = 1e-4 * exp(launch + noise * normal(random));
    }
}

/* Two runs that took turns on a machine that moves. */
static struct pair make_turns(double noise, uint64_t seed)
{
    const struct behaviour still = {0, 0, 0};
    struct random random = {seed};
    struct pair pair = make_pair(&still, seed);
    pair.base.session = pair.next.session = "the same";
    pair.base.first = true;
    for (size_t i = 0; i < ROWS; i++)
        make_rounds(&pair.base.results.records[i], &pair.next.results.records[i], noise, &random);
    return pair;
}

static void turns_are_paired(void **state)
{
    (void)state;
    struct pair pair = make_turns(0.01, 31);
    slow_down(&pair.next, 10, 1.05);
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_true(comparison.in_turn);
    assert_int_equal(comparison.by_launch, ROWS);
    assert_true(comparison.verdicts[COMPARED_SLOWER] >= ROWS / 10 - 2);
    assert_true(comparison.verdicts[COMPARED_SAME] >= 0.95 * (ROWS - ROWS / 10));
    for (size_t i = 0; i < ROWS; i++) {
        /* Its own launches, and what all rows tell of launches, which counts as four more. */
        assert_float_equal(comparison.rows[i].degrees, LAUNCHES - 1 + 4, 0);
        if (comparison.rows[i].verdict == COMPARED_SLOWER)
            assert_int_equal(i % 10, 0);
    }
    comparison_close(&comparison);
    pair.next.session = "another";
    comparison = compare(&pair.base, &pair.next);
    assert_false(comparison.in_turn);
    assert_true(comparison.verdicts[COMPARED_SAME] < 0.1 * ROWS);
    comparison_close(&comparison);
    close_pair(&pair);
}

static double *make_trips(void)
{
    double *const trips_s = malloc(SAMPLES * sizeof *trips_s);
    for (size_t i = 0; i < SAMPLES; i++)
        trips_s[i] = 50e-9;
    return trips_s;
}

/* Rounds in which the cores were further apart, or moved from one side's sample to the other's, do not count,
 * whatever they say. */
static void turns_of_one_placement(void **state)
{
    (void)state;
    struct pair pair = make_turns(0.003, 33);
    for (size_t i = 0; i < ROWS; i++) {
        struct record *const base = &pair.base.results.records[i], *const next =
                                                                       &pair.next.results.records[i];
        base->trips_s = make_trips();
        next->trips_s = make_trips();
        for (size_t k = 0; k < SAMPLES; k += 5) {
            base->trips_s[k] = next->trips_s[k] = 200e-9;
            next->samples_s[k] *= 3;
            next->trips_s[k + 1] = k % 10 ? NAN : 200e-9;
            next->samples_s[k + 1] *= 3;
        }
    }
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_true(comparison.verdicts[COMPARED_SAME] >= 0.95 * ROWS);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* One launch, which tells of a quarter alone; and rounds that one of the two lacks. */
static void turns_of_one_launch(void **state)
{
    (void)state;
    struct pair pair = make_turns(0.003, 32);
    slow_down(&pair.next, 10, 1.25);
    slow_down(&pair.base, 15, 1.05);
    have_one_launch(&pair.base);
    have_one_launch(&pair.next);
    for (size_t i = 0; i < ROWS; i++)
        pair.next.results.records[i].sample_count = SAMPLES - 3;
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_int_equal(comparison.by_launch, 0);
    assert_int_equal(comparison.verdicts[COMPARED_FASTER], 0);
    assert_true(comparison.verdicts[COMPARED_SLOWER] >= ROWS / 10 - 2);
    assert_true(comparison.verdicts[COMPARED_SAME] >= 0.95 * (ROWS - ROWS / 10));
    comparison_close(&comparison);
    close_pair(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_paired),
        cmocka_unit_test(turns_of_one_launch),
        cmocka_unit_test(turns_of_one_placement),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
