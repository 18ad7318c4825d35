/* SPDX-License-Identifier: MIT */
/* Comparisons of made results with known properties: how often they err, and what they find. */
#include "base/buffer.h"
#include "comparison_bed.h"

static void same_is_same(void **state)
{
    (void)state;
    const struct behaviour behaviours[] = {
        {0.005, 0, 0}, {0.005, 0, 0.01}, {0.005, 0.5, 0.005}, {0.002, 0, 0.03}};
    for (size_t i = 0; i < sizeof behaviours / sizeof behaviours[0]; i++) {
        struct pair pair = make_pair(&behaviours[i], 11 + i);
        struct comparison comparison = compare(&pair.base, &pair.next);
        assert_int_equal(comparison.compared, ROWS);
        /* Where runs drift by more than the bound, rows are not said to be the same. */
        if (behaviours[i].drift < 0.003 && comparison.verdicts[COMPARED_SAME] < 0.95 * ROWS)
            fail_msg("behaviour %zu: %zu of %d rows are the same", i, comparison.verdicts[COMPARED_SAME],
                     ROWS);
        assert_true(comparison.verdicts[COMPARED_FASTER] + comparison.verdicts[COMPARED_SLOWER] <=
                    0.02 * ROWS);
        comparison_close(&comparison);
        close_pair(&pair);
    }
}

static void planted_slowdown_is_found(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.005, 0, 0.005};
    struct pair pair = make_pair(&quiet, 21);
    slow_down(&pair.next, 10, 1.05);
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_true(comparison.floor < 0.03);
    assert_true(comparison.verdicts[COMPARED_SLOWER] >= ROWS / 10 - 2);
    assert_true(comparison.verdicts[COMPARED_SLOWER] <= ROWS / 10);
    assert_true(comparison.verdicts[COMPARED_SAME] >= 0.95 * (ROWS - ROWS / 10));
    for (size_t i = 0; i < ROWS; i++)
        if (comparison.rows[i].verdict == COMPARED_SLOWER)
            assert_int_equal(i % 10, 0);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* A change of every row is no noise as long as the limits stay where they were. */
static void change_of_all_is_found(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.005, 0, 0.003};
    struct pair pair = make_pair(&quiet, 22);
    slow_down(&pair.next, 1, 0.95);
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_true(comparison.verdicts[COMPARED_FASTER] >= 0.95 * ROWS);
    assert_true(comparison.mean > 0.94 && comparison.mean < 0.96);
    assert_true(comparison.spread.low > 0.93 && comparison.spread.high < 0.97);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* On a machine that moves by a tenth, five percent are not seen, and not claimed. */
static void noise_hides(void **state)
{
    (void)state;
    const struct behaviour loud = {0.01, 0.3, 0.1};
    struct pair pair = make_pair(&loud, 23);
    slow_down(&pair.next, 10, 1.05);
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_true(comparison.floor > 0.05);
    assert_true(comparison.verdicts[COMPARED_SLOWER] <= 0.05 * ROWS);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* So are cores that the host shares, even where memory did not change. */
static void slow_cores_are_noise(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.002, 0, 0.002};
    struct pair pair = make_pair(&quiet, 30);
    slow_down(&pair.next, 1, 1.2);
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_int_equal(comparison.verdicts[COMPARED_SLOWER], ROWS);
    comparison_close(&comparison);
    for (size_t i = 0; i < ROWS; i++)
        pair.next.results.records[i].compute_s *= 1.25;
    comparison = compare(&pair.base, &pair.next);
    assert_int_equal(comparison.verdicts[COMPARED_UNRESOLVED], ROWS);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* Nor is a core whose other thread somebody else has, which slows down what is side by side alone. */
static void shared_cores_are_noise(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.002, 0, 0.002};
    struct pair pair = make_pair(&quiet, 30);
    slow_down(&pair.next, 1, 1.2);
    for (size_t i = 0; i < ROWS; i++) {
        pair.base.results.records[i].throughput_s = 1e-6;
        pair.next.results.records[i].throughput_s = 1.25e-6;
    }
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_int_equal(comparison.verdicts[COMPARED_UNRESOLVED], ROWS);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* Noise above the bound hides a difference; it does not make it none. */
static void noise_is_not_sameness(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.002, 0, 0.002};
    const struct comparison_options noisy = {.bound = 0.02, .floor = 1, .seed = 1};
    struct pair pair = make_pair(&quiet, 31);
    struct comparison comparison;
    struct error error = {0};
    slow_down(&pair.next, 1, 1.25);
    assert_true(comparison_make(&comparison, &pair.base, &pair.next, &noisy, &error));
    assert_int_equal(comparison.verdicts[COMPARED_UNRESOLVED], ROWS);
    assert_true(comparison.spread.low < 1 && comparison.spread.high > 1);
    comparison_close(&comparison);
    close_pair(&pair);
}

static void lost_and_new(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.001, 0, 0};
    struct pair pair = make_pair(&quiet, 24);
    pair.next.results.records[3].status = STATUS_WRONG;
    pair.next.results.records[4].point.n = 77;
    pair.base.results.records[5].status = STATUS_SKIPPED;
    pair.base.results.records[6].status = pair.next.results.records[6].status = STATUS_UNSUPPORTED;
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_int_equal(comparison.count, ROWS + 1);
    assert_int_equal(comparison.compared, ROWS - 4);
    assert_int_equal(comparison.rows[3].verdict, COMPARED_LOST);
    assert_int_equal(comparison.rows[4].verdict, COMPARED_LOST);
    assert_null(comparison.rows[4].next);
    assert_int_equal(comparison.rows[5].verdict, COMPARED_NEW);
    assert_int_equal(comparison.rows[6].verdict, COMPARED_UNMEASURED);
    assert_int_equal(comparison.rows[ROWS].verdict, COMPARED_NEW);
    assert_int_equal(compared_point(&comparison.rows[ROWS])->n, 77);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* Launches that scatter widen the interval, however narrow each is. */
static void launches_count(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.0001, 0, 0};
    struct pair pair = make_pair(&quiet, 25);
    const double base[] = {1e-4, 1.1e-4, 0.9e-4}, next[] = {1.05e-4, 1.15e-4, 0.95e-4};
    have_one_launch(&pair.base);
    have_one_launch(&pair.next);
    for (size_t i = 0; i < 3; i++) {
        pair.base.results.records[0].launches[i].median = base[i];
        pair.next.results.records[0].launches[i].median = next[i];
    }
    pair.base.results.records[0].launch_count = pair.next.results.records[0].launch_count = 3;
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_int_equal(comparison.by_launch, 1);
    assert_int_equal(comparison.rows[0].verdict, COMPARED_UNRESOLVED);
    assert_true(comparison.rows[0].interval.low < 0.9 && comparison.rows[0].interval.high > 1.2);
    comparison_close(&comparison);
    close_pair(&pair);
}

static void given_floor_and_bound(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.001, 0, 0};
    struct pair pair = make_pair(&quiet, 26);
    slow_down(&pair.next, 1, 1.05);
    struct comparison_options options = {.bound = 0.1, .floor = 0, .seed = 1};
    struct comparison comparison;
    struct error error = {0};
    assert_true(comparison_make(&comparison, &pair.base, &pair.next, &options, &error));
    assert_int_equal(comparison.verdicts[COMPARED_SAME], ROWS);
    assert_int_equal(comparison.controls, 0);
    comparison_close(&comparison);
    options.bound = 0;
    assert_true(comparison_make(&comparison, &pair.base, &pair.next, &options, &error));
    assert_int_equal(comparison.verdicts[COMPARED_SLOWER], ROWS);
    comparison_close(&comparison);
    close_pair(&pair);
}

static void varied_axis_is_not_matched(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.001, 0, 0};
    struct pair pair = make_pair(&quiet, 27);
    for (size_t i = 0; i < ROWS; i++)
        pair.next.results.records[i].point.pages = PAGES_4K;
    static const char *const keys[] = {"pages"};
    struct comparison_options options = {.bound = 0.02, .floor = NAN, .seed = 1};
    struct comparison comparison;
    struct error error = {0};
    assert_false(comparison_make(&comparison, &pair.base, &pair.next, &options, &error));
    assert_int_equal(error.code, EXIT_UNSTABLE);
    options.variation = (struct variation){.keys = keys, .count = 1, .axes = AXIS_BIT(AXIS_PAGES)};
    error = (struct error){0};
    assert_true(comparison_make(&comparison, &pair.base, &pair.next, &options, &error));
    assert_int_equal(comparison.compared, ROWS);
    comparison_close(&comparison);
    options.variation.axes = AXIS_BIT(AXIS_PAGES) | AXIS_BIT(AXIS_N);
    assert_false(comparison_make(&comparison, &pair.base, &pair.next, &options, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    close_pair(&pair);
}

static void filter_selects(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.001, 0, 0};
    struct pair pair = make_pair(&quiet, 28);
    struct filter filter;
    struct error error = {0};
    assert_true(filter_parse(&filter, "n=1Ki", &error));
    pair.next.results.records[1].status = STATUS_WRONG; /* n = 2Ki */
    struct comparison_options options = {.filter = &filter, .bound = 0.02, .floor = NAN, .seed = 1};
    struct comparison comparison;
    assert_true(comparison_make(&comparison, &pair.base, &pair.next, &options, &error));
    assert_int_equal(comparison.count, ROWS / SIZES);
    assert_int_equal(comparison.verdicts[COMPARED_LOST], 0);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* A number that moved within its run says nothing of another one. */
static void what_moved_is_unresolved(void **state)
{
    (void)state;
    const struct behaviour calm = {0.005, 0, 0};
    struct pair pair = make_pair(&calm, 3);
    slow_down(&pair.next, 1, 1.5);
    for (size_t i = 1; i < 4; i++)
        pair.base.results.records[i].launch_count = 0;
    pair.base.results.records[4].grade = GRADE_MOVED; /* between launches, which all count */
    pair.base.results.records[0].grade = pair.next.results.records[0].grade = GRADE_GOOD;
    pair.base.results.records[1].grade = GRADE_MOVED;
    pair.next.results.records[2].grade = GRADE_UNUSABLE;
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_int_equal(comparison.rows[0].verdict, COMPARED_SLOWER);
    assert_int_equal(comparison.rows[1].verdict, COMPARED_UNRESOLVED);
    assert_int_equal(comparison.rows[2].verdict, COMPARED_UNRESOLVED);
    assert_int_equal(comparison.rows[3].verdict, COMPARED_SLOWER);
    assert_int_equal(comparison.rows[4].verdict, COMPARED_SLOWER);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* Rows of a problem that move together are one witness: runs whose problems drift have no mean but by chance.
 */
static void the_mean_is_of_problems(void **state)
{
    (void)state;
    const struct behaviour calm = {0.001, 0, 0};
    unsigned excluded = 0;
    for (uint64_t seed = 1; seed <= 16; seed++) {
        struct pair pair = make_pair(&calm, seed);
        struct random random = {1000 + seed};
        double moved[SIZES];
        for (size_t i = 0; i < SIZES; i++)
            moved[i] = exp(0.05 * normal(&random));
        for (size_t i = 0; i < pair.next.results.count; i++)
            for (size_t k = 0; k < pair.next.results.records[i].sample_count; k++)
                pair.next.results.records[i].samples_s[k] *= moved[i % SIZES];
        struct comparison comparison = compare(&pair.base, &pair.next);
        excluded += comparison.spread.low > 1 || comparison.spread.high < 1;
        comparison_close(&comparison);
        close_pair(&pair);
    }
    assert_true(excluded <= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_is_same),
        cmocka_unit_test(planted_slowdown_is_found),
        cmocka_unit_test(change_of_all_is_found),
        cmocka_unit_test(noise_hides),
        cmocka_unit_test(slow_cores_are_noise),
        cmocka_unit_test(shared_cores_are_noise),
        cmocka_unit_test(noise_is_not_sameness),
        cmocka_unit_test(lost_and_new),
        cmocka_unit_test(launches_count),
        cmocka_unit_test(given_floor_and_bound),
        cmocka_unit_test(varied_axis_is_not_matched),
        cmocka_unit_test(filter_selects),
        cmocka_unit_test(what_moved_is_unresolved),
        cmocka_unit_test(the_mean_is_of_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
