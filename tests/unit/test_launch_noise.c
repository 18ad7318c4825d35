/* SPDX-License-Identifier: MIT */
/* Whole comparisons of made runs of the same program, whose rows differ from launch to launch: in how many is
 * anything said to differ, and what is found that does. */
#include "comparison_bed.h"
#include "statistics/welch.h"

enum { FEW_ROWS = 24, PAIRS = 20 };

/* What launches do here: a percent in most rows, and in one of thirty up to a sixth, as seen of loops whose
 * data lie unluckily. */
static double launch_shift(struct random *random)
{
    return (random_below(random, 30) == 0 ? 0.06 : 0.01) * normal(random);
}

/* Scatter the launches of each row; of one launch, the whole row. */
static void scatter(struct result_file *file, bool one, struct random *random)
{
    for (size_t i = 0; i < file->results.count; i++) {
        struct record *const row = &file->results.records[i];
        double shift = launch_shift(random);
        for (size_t k = 0; k < SAMPLES; k++) {
            if (!one && k > 0 && k % LAUNCH_ROUNDS == 0)
                shift = launch_shift(random);
            row->samples_s[k] *= exp(shift);
        }
        rate_launches(row);
    }
    if (one)
        have_one_launch(file);
}

static void take_turns(struct pair *pair)
{
    pair->base.session = pair->next.session = "the same";
    pair->base.first = true;
}

/* How two made runs are to each other. */
struct trial {
    bool one_launch, in_turn;
    double factor; /* by which every sixth row is slower in the second */
};

struct told {
    unsigned false_pairs, found, planted;
};

static void judge(const struct comparison *comparison, const struct trial *trial, struct told *told)
{
    bool wrong = false;
    for (size_t i = 0; i < comparison->count; i++) {
        const bool planted = trial->factor > 1 && i % 6 == 0;
        const enum comparison_verdict verdict = comparison->rows[i].verdict;
        told->planted += planted;
        told->found += planted && verdict == COMPARED_SLOWER;
        wrong |= verdict == COMPARED_FASTER || (verdict == COMPARED_SLOWER && !planted);
    }
    told->false_pairs += wrong;
}

static struct told compare_pairs(const struct trial *trial)
{
    const struct behaviour behaviour = {0.004, 0.2, trial->in_turn ? 0 : 0.005};
    struct told told = {0, 0, 0};
    for (uint64_t seed = 1; seed <= PAIRS; seed++) {
        struct pair pair = make_pair(&behaviour, seed);
        struct random random = {seed + 500};
        const size_t rows = pair.base.results.count;
        pair.base.results.count = pair.next.results.count = FEW_ROWS;
        scatter(&pair.base, trial->one_launch, &random);
        scatter(&pair.next, trial->one_launch, &random);
        slow_down(&pair.next, 6, trial->factor);
        if (trial->in_turn)
            take_turns(&pair);
        struct comparison comparison = compare(&pair.base, &pair.next);
        judge(&comparison, trial, &told);
        comparison_close(&comparison);
        pair.base.results.count = pair.next.results.count = rows;
        close_pair(&pair);
    }
    return told;
}

static void assert_told(const struct trial *trial, double least_found)
{
    const struct told told = compare_pairs(trial);
    if (told.false_pairs > PAIRS / 20 || told.found < least_found * told.planted)
        fail_msg("%s of %s, %g: %u of %d pairs have a false verdict, %u of %u found",
                 trial->in_turn ? "in turn" : "one after the other",
                 trial->one_launch ? "one launch" : "several launches", trial->factor, told.false_pairs,
                 PAIRS, told.found, told.planted);
}

static void of_one_launch_nothing_differs(void **state)
{
    (void)state;
    assert_told(&(struct trial){true, false, 1}, 0);
    assert_told(&(struct trial){true, true, 1}, 0);
}

static void of_several_launches_nothing_differs(void **state)
{
    (void)state;
    assert_told(&(struct trial){false, false, 1}, 0);
    assert_told(&(struct trial){false, true, 1}, 0);
}

/* What doubled is seen in one launch too; a tenth is where launches are several. */
static void what_differs_is_found(void **state)
{
    (void)state;
    assert_told(&(struct trial){true, false, 2}, 0.95);
    assert_told(&(struct trial){true, true, 1.3}, 0.95);
    assert_told(&(struct trial){false, false, 1.1}, 0.8);
    assert_told(&(struct trial){false, true, 1.1}, 0.8);
}

static double *make_trips(double trip_s)
{
    double *const trips_s = malloc(SAMPLES * sizeof *trips_s);
    for (size_t i = 0; i < SAMPLES; i++)
        trips_s[i] = trip_s * (1 + 0.001 * (double)i);
    return trips_s;
}

/* Two workers that were near to each other in one run and far in the other. */
static void other_placements_are_unresolved(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.002, 0, 0};
    struct pair pair = make_pair(&quiet, 41);
    slow_down(&pair.next, 1, 3);
    for (size_t i = 0; i < 3; i++) {
        pair.base.results.records[i].trips_s = make_trips(90e-9);
        pair.next.results.records[i].trips_s = make_trips(i == 0 ? 390e-9 : i == 1 ? 110e-9 : NAN);
    }
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_int_equal(comparison.rows[0].verdict, COMPARED_UNRESOLVED);
    for (size_t i = 1; i < 4; i++)
        assert_int_equal(comparison.rows[i].verdict, COMPARED_SLOWER);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* What is given is taken as it is, whatever launches say. */
static void a_given_floor_stands(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.002, 0, 0};
    const struct comparison_options given = {.bound = 0.02, .floor = 0.03, .seed = 1};
    struct pair pair = make_pair(&quiet, 42);
    struct comparison comparison;
    struct error error = {0};
    have_one_launch(&pair.base);
    assert_true(comparison_make(&comparison, &pair.base, &pair.next, &given, &error));
    assert_near(comparison.rows[0].floor, 0.03, 0);
    comparison_close(&comparison);
    comparison = compare(&pair.base, &pair.next);
    assert_near(comparison.rows[0].floor, 0.15, 1e-12);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* Of five launches on each side, of which one side's are so far apart, the others all alike. */
static void set_launches(struct pair *pair, size_t row, double apart)
{
    for (size_t k = 0; k < LAUNCHES; k++) {
        pair->base.results.records[row].launches[k].median = 1e-4;
        pair->next.results.records[row].launches[k].median = 1e-4 * exp(apart * ((double)k - 2));
    }
}

/* As a row's own launches differ, and half as much as those of the middle row do. */
static void all_rows_tell_of_each(void **state)
{
    (void)state;
    const struct behaviour still = {0, 0, 0};
    const double apart = 0.01, restless = 0.05;
    const double t = student_above(0.025 / ROWS, 4 + 4), degrees = 4;
    /* The variance of -2, -1, 0, 1, 2 is 2.5, and that of their mean a fifth. Of estimates with four degrees
     * the median is 0.842 of what they estimate. */
    const double error = apart * sqrt(0.5), own = restless * sqrt(0.5), middle = error * error / 0.8424;
    struct pair pair = make_pair(&still, 43);
    for (size_t i = 0; i < ROWS; i++)
        set_launches(&pair, i, i == 3 ? restless : apart);
    struct comparison comparison = compare(&pair.base, &pair.next);
    const double calm = sqrt((4 * middle + degrees * error * error) / (4 + degrees));
    const double other = sqrt((4 * middle + degrees * own * own) / (4 + degrees));
    assert_near(comparison.rows[0].floor, 1.01 * exp(t * calm) - 1, 1e-4);
    assert_near(comparison.rows[3].floor, 1.01 * exp(t * other) - 1, 1e-4);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* Of one launch, what all rows changed by counts, but no more than leaves to be seen what more than doubled.
 */
static void changes_of_rows_are_noise_to_each(void **state)
{
    (void)state;
    const struct behaviour still = {0, 0, 0};
    const double t = student_above(0.025 / ROWS, 2), scatters[] = {0.001, 0.005, 0.2};
    const double floors[] = {0.15, exp(t * 1.4826 * 0.005) - 1, 1};
    assert_true(floors[1] > 0.16 && floors[1] < 0.99);
    for (size_t k = 0; k < 3; k++) {
        struct pair pair = make_pair(&still, 44);
        have_one_launch(&pair.base);
        slow_down(&pair.next, 1, exp(-scatters[k]));
        slow_down(&pair.next, 2, exp(2 * scatters[k]));
        struct comparison comparison = compare(&pair.base, &pair.next);
        assert_near(comparison.rows[5].floor, floors[k], 1e-6);
        comparison_close(&comparison);
        close_pair(&pair);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_one_launch_nothing_differs),
        cmocka_unit_test(of_several_launches_nothing_differs),
        cmocka_unit_test(what_differs_is_found),
        cmocka_unit_test(other_placements_are_unresolved),
        cmocka_unit_test(a_given_floor_stands),
        cmocka_unit_test(all_rows_tell_of_each),
        cmocka_unit_test(changes_of_rows_are_noise_to_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
