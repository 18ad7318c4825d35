/* SPDX-License-Identifier: MIT */
/* Placements of the cores: what is one, which samples are pooled, and the round trip itself. */
#include "machine/workers/pingpong.h"
#include "statistics/paired.h"
#include "statistics/placement.h"

#include "test.h"

static const double trips_s[] = {110e-9, 50e-9, 500e-9, 105e-9, NAN, 120e-9, 52e-9};
static const double samples_s[] = {1, 2, 3, 4, 5, 6, 7};
enum { COUNT = sizeof trips_s / sizeof trips_s[0] };

static void rounds_that_are_alike(void **state)
{
    (void)state;
    struct placements placements;
    placements_find(&placements, trips_s, COUNT);
    assert_int_equal(placements.count, 3);
    assert_int_equal(placements.all[0].samples, 2);
    assert_int_equal(placements.all[1].samples, 3);
    assert_int_equal(placements.all[2].samples, 1);
    assert_int_equal(placements.headline, 1);
    assert_true(placements.all[1].least_s == 105e-9 && placements.all[1].most_s == 120e-9);
    double taken[COUNT];
    assert_int_equal(placement_take(&placements.all[1], trips_s, samples_s, COUNT, taken), 3);
    assert_true(taken[0] == 1 && taken[1] == 4 && taken[2] == 6);
}

/* Each a little further than the one before: by the nearest, or all would be one. */
static void a_placement_does_not_creep(void **state)
{
    (void)state;
    const double creeping[] = {50e-9, 60e-9, 70e-9, 80e-9, 90e-9, 100e-9};
    struct placements placements;
    placements_find(&placements, creeping, 6);
    assert_int_equal(placements.count, 2);
    assert_int_equal(placements.all[0].samples, 3);
    assert_near(placements.all[1].least_s, 80e-9, 0);
}

static void runs_are_of_one_placement_or_not(void **state)
{
    (void)state;
    const double near[] = {50e-9, 55e-9, 400e-9}, alike[] = {70e-9, 72e-9}, far[] = {390e-9, 52e-9, 400e-9},
                 moving[] = {NAN};
    assert_true(placement_alike(near, 3, alike, 2));
    assert_false(placement_alike(near, 3, far, 3));
    assert_false(placement_alike(far, 3, alike, 2));
    assert_true(placement_alike(near, 3, moving, 1));
    assert_true(placement_alike(NULL, 0, far, 3));
}

static void the_commonest_is_left(void **state)
{
    (void)state;
    double *const rounds = placement_rounds(samples_s, trips_s, COUNT);
    assert_non_null(rounds);
    assert_true(rounds[0] == 1 && isnan(rounds[1]) && isnan(rounds[2]) && rounds[3] == 4);
    assert_true(isnan(rounds[4]) && rounds[5] == 6 && isnan(rounds[6]));
    assert_int_equal(placement_drop(rounds, COUNT), 3);
    assert_true(rounds[0] == 1 && rounds[1] == 4 && rounds[2] == 6);
    free(rounds);
}

static void where_nothing_is_told_all_are(void **state)
{
    (void)state;
    const double moving[] = {NAN, NAN, NAN};
    double *const untold = placement_rounds(samples_s, NULL, 3), *const unknown =
                                                                     placement_rounds(samples_s, moving, 3);
    assert_non_null(untold);
    assert_non_null(unknown);
    assert_int_equal(placement_drop(untold, 3), 3);
    assert_int_equal(placement_drop(unknown, 3), 3);
    free(untold);
    free(unknown);
}

/* More placements than are kept: the furthest belong to none, and nothing is lost of the others. */
static void many_placements(void **state)
{
    (void)state;
    struct placements placements;
    double doubling[PLACEMENTS + 3];
    for (size_t i = 0; i < PLACEMENTS + 3; i++)
        doubling[i] = ldexp(1e-9, (int)i);
    placements_find(&placements, doubling, PLACEMENTS + 3);
    assert_int_equal(placements.count, PLACEMENTS);
    const double sample = 1;
    double taken;
    assert_int_equal(
        placement_take(&placements.all[PLACEMENTS - 1], &doubling[PLACEMENTS], &sample, 1, &taken), 0);
    assert_int_equal(
        placement_take(&placements.all[PLACEMENTS - 1], &doubling[PLACEMENTS - 1], &sample, 1, &taken), 1);
}

static void a_round_that_moved_is_of_none(void **state)
{
    (void)state;
    assert_true(placement_trip(100e-9, 120e-9) == 100e-9);
    assert_true(placement_trip(120e-9, 100e-9) == 100e-9);
    assert_true(isnan(placement_trip(50e-9, 500e-9)));
    assert_true(isnan(placement_trip(500e-9, 50e-9)));
}

/* A ratio keeps the pairs of the rounds that both sides have. */
static void pairs_are_of_rounds_that_both_have(void **state)
{
    (void)state;
    enum { ROUNDS = 12 };
    double base[ROUNDS], next[ROUNDS];
    for (size_t i = 0; i < ROUNDS; i++) {
        base[i] = i % 3 == 0 ? NAN : (double)(i + 1);
        next[i] = i == 4 ? NAN : 2.0 * (double)(i + 1);
    }
    const struct series left = {base, ROUNDS}, right = {next, ROUNDS};
    const struct paired_ratio paired = paired_ratio_make(left, right, true, 1);
    assert_true(paired.ratio == 2 && paired.interval.low == 2 && paired.interval.high == 2);
    assert_false(isnan(paired_ratio_make(left, right, false, 1).ratio));
}

static void a_round_trip_takes_time(void **state)
{
    (void)state;
    struct error error = {0};
    const struct clock clock = clock_calibrate();
    struct team *const team = team_create(NULL, 3, &error);
    assert_non_null(team);
    for (unsigned workers = 2; workers <= 3; workers++) {
        const double trip_s = pingpong_s(team, workers, &clock);
        assert_true(trip_s > 1e-9 && trip_s < 10);
    }
    team_destroy(team);
}

/* The ratio is that of the rounds, as its interval is: not of medians that come from different rounds. */
static void a_ratio_lies_in_its_interval(void **state)
{
    static const double base[] = {1, 2, 3, 4, 5, 6, 7}, next[] = {2, 1, 6, 2, 10, 3, 14};
    (void)state;
    const struct paired_ratio paired =
        paired_ratio_make((struct series){base, 7}, (struct series){next, 7}, true, 1);
    assert_true(paired.ratio == 2);
    assert_true(paired.interval.low <= 2 && paired.interval.high >= 2);
    assert_true(paired_ratio_make((struct series){base, 7}, (struct series){next, 7}, false, 1).ratio ==
                0.75);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ratio_lies_in_its_interval),
        cmocka_unit_test(rounds_that_are_alike),
        cmocka_unit_test(a_placement_does_not_creep),
        cmocka_unit_test(runs_are_of_one_placement_or_not),
        cmocka_unit_test(the_commonest_is_left),
        cmocka_unit_test(where_nothing_is_told_all_are),
        cmocka_unit_test(many_placements),
        cmocka_unit_test(a_round_that_moved_is_of_none),
        cmocka_unit_test(pairs_are_of_rounds_that_both_have),
        cmocka_unit_test(a_round_trip_takes_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
