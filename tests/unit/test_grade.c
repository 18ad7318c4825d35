/* SPDX-License-Identifier: MIT */
/* Grades: by what happened to a number, whatever was seen. */
#include "results/grade.h"

#include "base/random.h"
#include "results/join.h"
#include "test.h"

enum { SAMPLES = 60, LAUNCHES = 3, FIVE = 5 };

/* A record of 60 samples about 1 ms, with a limit that takes half as long in each round. */
struct bed {
    struct implementation implementation;
    double samples_s[SAMPLES], limit_s[SAMPLES];
    struct launch_result launches[FIVE];
    struct record record;
};

/* Between -1 and 1, the same ones in each test. */
static double noise(struct random *random)
{
    return 2 * ((double)(random_next(random) >> 11) * 0x1p-53) - 1;
}

static void bed_init(struct bed *bed, double spread)
{
    struct random random = {11};
    *bed = (struct bed){.implementation = {.name = "point", .primitive = PRIMITIVE_SCAN}};
    const struct point point = {.implementation = &bed->implementation, .n = 1000};
    bed->record = record_of(&point);
    bed->record.status = STATUS_OK;
    bed->record.precision = 0.01;
    bed->record.samples_s = bed->samples_s;
    bed->record.limit_s = bed->limit_s;
    bed->record.sample_count = SAMPLES;
    for (size_t i = 0; i < SAMPLES; i++) {
        bed->samples_s[i] = 1e-3 * (1 + spread * noise(&random));
        bed->limit_s[i] = 0.5e-3 * (1 + 0.001 * noise(&random));
    }
}

static enum grade grade_of(struct bed *bed)
{
    bed->record.statistics = record_statistics(&bed->record);
    return record_grade(&bed->record);
}

static void move_together(struct bed *bed, size_t from, double factor)
{
    for (size_t i = from; i < SAMPLES; i++) {
        bed->samples_s[i] *= factor;
        bed->limit_s[i] *= factor;
    }
}

static void steady_is_good_whatever_was_seen(void **state)
{
    (void)state;
    struct bed bed;
    bed_init(&bed, 0.01);
    bed.record.flags = FLAG_FREQ | FLAG_PREEMPTED | FLAG_STEAL | FLAG_CI_WIDE;
    assert_int_equal(grade_of(&bed), GRADE_GOOD);
}

/* In their spread, and with two halves that agree: what is not asked for so closely is good. */
static void as_good_as_was_asked(void **state)
{
    (void)state;
    struct bed bed;
    bed_init(&bed, 0.1);
    assert_int_equal(grade_of(&bed), GRADE_MOVED);
    bed.record.precision = 0.1;
    assert_int_equal(grade_of(&bed), GRADE_GOOD);
    bed.record.precision = NAN;
    assert_int_equal(grade_of(&bed), GRADE_MOVED);
}

static void a_clock_that_moves_all_alike(void **state)
{
    (void)state;
    struct bed bed;
    bed_init(&bed, 0.001);
    move_together(&bed, SAMPLES / 2, 1.3);
    assert_int_equal(grade_of(&bed), GRADE_MOVED);
    bed.record.limit_s = NULL;
    assert_int_equal(grade_of(&bed), GRADE_UNUSABLE);
}

/* Halves whose medians are 4 % apart, though the interval of all is narrow. */
static void halves_have_to_agree(void **state)
{
    (void)state;
    struct bed bed;
    bed_init(&bed, 0.0001);
    for (size_t i = SAMPLES / 2 + 1; i < SAMPLES; i++)
        bed.samples_s[i] *= 1.03;
    assert_int_equal(grade_of(&bed), GRADE_MOVED); /* within 5 % */
    for (size_t i = SAMPLES / 2 + 1; i < SAMPLES; i++)
        bed.samples_s[i] *= 1.05;
    assert_int_equal(grade_of(&bed), GRADE_UNUSABLE);
}

/* A limit bounds itself: its ratio to itself holds nothing. */
static void a_limit_is_no_reference_of_itself(void **state)
{
    (void)state;
    struct bed bed;
    bed_init(&bed, 0.001);
    for (size_t i = SAMPLES / 2; i < SAMPLES; i++)
        bed.samples_s[i] *= 1.3;
    bed.record.limit_s = bed.samples_s;
    assert_int_equal(grade_of(&bed), GRADE_UNUSABLE);
}

static void a_mixture_has_no_number(void **state)
{
    (void)state;
    struct bed bed;
    bed_init(&bed, 0.001);
    struct random random = {5};
    for (size_t i = 0; i < SAMPLES; i++)
        bed.samples_s[i] *= random_below(&random, 10) < 4 ? 1.5 : 1;
    bed.record.precision = 0.3; /* within which its interval is */
    assert_int_equal(grade_of(&bed), GRADE_UNUSABLE);
}

static void few_samples_tell_nothing(void **state)
{
    (void)state;
    struct bed bed;
    bed_init(&bed, 0.001);
    bed.record.sample_count = 19;
    assert_int_equal(grade_of(&bed), GRADE_UNUSABLE);
    bed.record.sample_count = 20;
    assert_int_equal(grade_of(&bed), GRADE_GOOD);
    bed.record.status = STATUS_WRONG;
    assert_int_equal(grade_of(&bed), GRADE_NONE);
}

/* The samples are those of so many launches, as many of each. */
static void split(struct bed *bed, size_t launches)
{
    bed->record.launches = bed->launches;
    bed->record.launch_count = launches;
    for (size_t i = 0; i < launches; i++)
        bed->launches[i] = (struct launch_result){.samples = SAMPLES / launches};
}

/* Three launches, the last slower by these shares; the limit too. */
static enum grade grade_launches(double slower, double limit_slower)
{
    struct bed bed;
    bed_init(&bed, 0.001);
    split(&bed, LAUNCHES);
    for (size_t i = SAMPLES - SAMPLES / LAUNCHES; i < SAMPLES; i++) {
        bed.samples_s[i] *= 1 + slower;
        bed.limit_s[i] *= 1 + limit_slower;
    }
    join_rate(&bed.record);
    return record_grade(&bed.record);
}

static void launches_are_what_has_to_agree(void **state)
{
    (void)state;
    assert_int_equal(grade_launches(0, 0), GRADE_GOOD);
    assert_int_equal(grade_launches(0.1, 0.1), GRADE_MOVED);
    assert_int_equal(grade_launches(0.1, 0), GRADE_UNUSABLE);
}

/* Five launches that take these times as long, whose samples are within the spread of theirs; the limit takes
 * as long in all, or so many times as long too. */
static enum grade grade_five(const double *factors, double spread, bool limit_too)
{
    struct bed bed;
    bed_init(&bed, spread);
    split(&bed, FIVE);
    for (size_t i = 0; i < SAMPLES; i++) {
        const double factor = factors[i / (SAMPLES / FIVE)];
        bed.samples_s[i] *= factor;
        bed.limit_s[i] *= limit_too ? factor : 1;
    }
    join_rate(&bed.record);
    return record_grade(&bed.record);
}

/* From the lowest to the highest end of any launch it is more than was asked, which no launch is off by. */
static void launches_that_agree_are_good(void **state)
{
    (void)state;
    const double factors[] = {1, 1.006, 0.994, 1.003, 0.997};
    assert_int_equal(grade_five(factors, 0.022, false), GRADE_GOOD);
}

/* The median of five hardly knows of one, nor that of four, but may be that of the next five. */
static void one_launch_apart(void **state)
{
    (void)state;
    const double one[] = {1, 1.001, 1.3, 0.999, 1}, two[] = {1, 1.3, 1.001, 0.999, 1.3};
    assert_int_equal(grade_five(one, 0.005, false), GRADE_MOVED);
    assert_int_equal(grade_five(two, 0.005, false), GRADE_UNUSABLE);
    assert_int_equal(grade_five(two, 0.005, true), GRADE_MOVED);
}

/* The furthest four of these are as far from each other as from the fifth. */
static void launches_that_scatter(void **state)
{
    (void)state;
    const double wide[] = {1, 1.1, 0.9, 1.2, 0.8}, near[] = {1, 1.02, 0.98, 1.04, 0.96};
    assert_int_equal(grade_five(wide, 0.005, false), GRADE_UNUSABLE);
    assert_int_equal(grade_five(wide, 0.005, true), GRADE_MOVED);
    assert_int_equal(grade_five(near, 0.005, false), GRADE_MOVED);
}

/* Five launches in agreement, of which so many have samples of three kinds, within what was asked. */
static enum grade grade_mixtures(size_t mixtures)
{
    struct bed bed;
    bed_init(&bed, 0.005);
    split(&bed, FIVE);
    for (size_t i = 0; i < mixtures * (SAMPLES / FIVE); i++)
        bed.samples_s[i] *= (const double[]){0.6, 1, 1.4}[i % 3];
    bed.record.limit_s = NULL;
    bed.record.precision = 0.5;
    join_rate(&bed.record);
    return record_grade(&bed.record);
}

/* What one launch was disturbed by is none of the others' concern; most have to have a number of their own.
 */
static void most_launches_have_a_number(void **state)
{
    (void)state;
    assert_int_equal(grade_mixtures(2), GRADE_GOOD);
    assert_int_equal(grade_mixtures(3), GRADE_UNUSABLE);
}

/* Rounds of another placement than the commonest are no part of the number. */
static void other_placements_do_not_count(void **state)
{
    (void)state;
    struct bed bed;
    double trips_s[SAMPLES];
    bed_init(&bed, 0.001);
    for (size_t i = 0; i < SAMPLES; i++) {
        trips_s[i] = i % 3 ? 100e-9 : 500e-9;
        bed.samples_s[i] *= i % 3 ? 1 : 2;
    }
    bed.record.trips_s = trips_s;
    assert_int_equal(grade_of(&bed), GRADE_GOOD);
}

/* Launches that agree to the last bit are as good as each of them. */
static void equal_launches_are_as_good_as_each(void **state)
{
    (void)state;
    struct bed bed;
    bed_init(&bed, 0.1);
    split(&bed, LAUNCHES);
    for (size_t i = SAMPLES / LAUNCHES; i < SAMPLES; i++) {
        bed.samples_s[i] = bed.samples_s[i - SAMPLES / LAUNCHES];
        bed.limit_s[i] = bed.limit_s[i - SAMPLES / LAUNCHES];
    }
    assert_int_not_equal(grade_of(&bed), GRADE_GOOD);
    bed.record.precision = 0.1;
    assert_int_equal(grade_of(&bed), GRADE_GOOD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steady_is_good_whatever_was_seen),
        cmocka_unit_test(as_good_as_was_asked),
        cmocka_unit_test(a_clock_that_moves_all_alike),
        cmocka_unit_test(halves_have_to_agree),
        cmocka_unit_test(a_limit_is_no_reference_of_itself),
        cmocka_unit_test(a_mixture_has_no_number),
        cmocka_unit_test(few_samples_tell_nothing),
        cmocka_unit_test(launches_are_what_has_to_agree),
        cmocka_unit_test(launches_that_agree_are_good),
        cmocka_unit_test(one_launch_apart),
        cmocka_unit_test(launches_that_scatter),
        cmocka_unit_test(most_launches_have_a_number),
        cmocka_unit_test(equal_launches_are_as_good_as_each),
        cmocka_unit_test(other_placements_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
