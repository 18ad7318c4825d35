/* SPDX-License-Identifier: MIT */
/* The time that is left: of made-up runs whose points take what a rule says. */
#include "measure/estimator.h"

#include "machine/caches.h"
#include "measure/hot.h"

#include "test.h"

#include <math.h>

enum { KINDS = 4, SIZES = 7, POINTS = KINDS * SIZES, L2 = 1 << 20, L3 = 32 << 20 };

/* From much faster than an estimate without measurements has it to much slower. */
static const double byte_rates[KINDS] = {40e9, 10e9, 2e9, 0.5e9};
static const struct implementation kinds[KINDS] = {
    {.name = "serial/a", .primitive = PRIMITIVE_SCAN, .family = FAMILY_SERIAL},
    {.name = "serial/b", .primitive = PRIMITIVE_SCAN, .family = FAMILY_SERIAL},
    {.name = "group/c", .primitive = PRIMITIVE_SCAN, .family = FAMILY_GROUP},
    {.name = "group/d", .primitive = PRIMITIVE_SCAN, .family = FAMILY_GROUP},
};

/* A run: its plan, the largest or the smallest size first, and its settings. */
struct made_up_run {
    struct planned_point points[POINTS];
    struct plan plan;
    struct measure_settings settings;
    struct record records[POINTS];
    struct results results;
    unsigned quiet; /* every so many points reach the precision with the least samples; 0: none */
};

static void make_run(struct made_up_run *run, bool descending, unsigned quiet)
{
    *run = (struct made_up_run){
        .plan = {run->points, POINTS},
        .settings =
            {.samples_min = 20, .samples_max = 200, .precision = 0.02, .max_time_s = 0.5, .launches = 1},
        .results = {.records = run->records, .count = POINTS},
        .quiet = quiet,
    };
    for (size_t i = 0; i < POINTS; i++) {
        const size_t size = descending ? SIZES - 1 - i / KINDS : i / KINDS;
        run->points[i] = (struct planned_point){.supported = true,
                                                .point = {.implementation = &kinds[i % KINDS],
                                                          .dtype = DTYPE_U32,
                                                          .op = OP_SUM,
                                                          .mode = MODE_EXCLUSIVE,
                                                          .cache = CACHE_HOT,
                                                          .pages = PAGES_4K,
                                                          .n = (size_t)1024 << 2 * size}};
        run->records[i] = record_of(&run->points[i].point);
    }
}

static double true_call_s(const struct made_up_run *run, size_t index)
{
    return 0.3e-6 + estimate_bytes(&run->points[index].point) / byte_rates[index % KINDS];
}

/* What a point truly takes, three limits beside it that are as fast as the first kind; and its record. */
static struct block_took measure_point(struct made_up_run *run, size_t index)
{
    static const double overhead_s = 400e-6, limits = 3;
    const double untimed = hot_calls((size_t)estimate_bytes(&run->points[index].point), L2, L3);
    struct record *const record = &run->records[index];
    const double call_s = true_call_s(run, index), timed_s = fmax(call_s, 100e-6);
    const double limit_s = fmax(true_call_s(run, index - index % KINDS), 100e-6);
    const double most = fmin(200, ceil(run->settings.max_time_s / timed_s));
    const bool early = run->quiet && index % run->quiet == 0;
    const double samples = early ? fmin(20, most) : most;
    const double called_s =
        samples * (timed_s + untimed * call_s +
                   limits * (limit_s + untimed * true_call_s(run, index - index % KINDS)) / KINDS);
    record->status = STATUS_OK;
    record->stop_reason = early ? STOP_PRECISION : STOP_MAX_TIME;
    record->sample_count = (size_t)samples;
    record->statistics.mean = call_s;
    return (struct block_took){
        .cache = CACHE_HOT,
        .prepare_s = 20e-3 + 10 * call_s,
        .called_s = called_s,
        .rounds_s = called_s + samples * (1 + limits / KINDS) * overhead_s,
        .limit_samples = samples * limits / KINDS,
        .limit_call_s = true_call_s(run, index - index % KINDS),
        .sharers = 1,
    };
}

static struct block_took measure_block(struct made_up_run *run, size_t first)
{
    struct block_took all = {.cache = CACHE_HOT, .sharers = 1};
    for (size_t i = first; i < first + KINDS; i++) {
        const struct block_took took = measure_point(run, i);
        all.prepare_s += took.prepare_s;
        all.rounds_s += took.rounds_s;
        all.called_s += took.called_s;
        all.limit_samples += took.limit_samples;
        all.limit_call_s = took.limit_call_s;
    }
    return all;
}

static double whole_s(struct made_up_run *run)
{
    double seconds = 0;
    for (size_t first = 0; first < POINTS; first += KINDS) {
        const struct block_took took = measure_block(run, first);
        seconds += took.prepare_s + took.rounds_s;
    }
    return seconds;
}

/* The largest quotient of what was said to be left and what was, or the other way round, between a tenth and
 * eight tenths of the run. */
static double worst_of(struct made_up_run *run, struct estimator *estimator)
{
    const double whole = whole_s(run);
    double spent = 0, worst = 1;
    for (size_t first = 0; first < POINTS; first += KINDS) {
        const size_t members[KINDS] = {first, first + 1, first + 2, first + 3};
        const double said = estimator_left_s(estimator), left = whole - spent;
        if (spent > whole / 10 && spent < whole * 8 / 10)
            worst = fmax(worst, fmax(said / left, left / said));
        estimator_take(estimator, members, KINDS);
        const struct block_took took = measure_block(run, first);
        for (size_t i = 0; i < KINDS; i++)
            estimator_learn(estimator, members[i], &run->records[members[i]]);
        estimator_learn_block(estimator, &run->results, members, KINDS, &took);
        spent += took.prepare_s + took.rounds_s;
    }
    assert_true(estimator_left_s(estimator) == 0);
    return worst;
}

static void check_run(bool descending, unsigned quiet, double most)
{
    struct made_up_run run;
    make_run(&run, descending, quiet);
    struct estimator *const estimator = estimator_create(&run.plan, &run.settings, false);
    const double worst = worst_of(&run, estimator);
    print_message("%s, %u: at worst %.2f times\n", descending ? "falling" : "rising", quiet, worst);
    assert_true(worst < most);
    estimator_destroy(estimator);
}

static void is_near_what_is_left(void **state)
{
    (void)state;
    check_run(false, 0, 1.3);
    check_run(false, 1, 2); /* memory is expected to be noisier, and is not */
    check_run(true, 0, 2);  /* and the caches as noisy as it */
    check_run(true, 1, 1.5);
}

/* A run that was resumed, or a later launch, knows it all from the first second on. */
static void knows_earlier_points(void **state)
{
    (void)state;
    struct made_up_run run;
    make_run(&run, false, 0);
    struct estimator *const estimator = estimator_create(&run.plan, &run.settings, false);
    const double whole = whole_s(&run);
    assert_true(fabs(estimator_left_s(estimator) / whole - 1) > 0.3);
    for (size_t i = 0; i < POINTS; i++)
        estimator_learn(estimator, i, &run.records[i]);
    const struct forecast known = estimator_point(estimator, POINTS - 1);
    assert_true(fabs(known.bound - (double)run.records[POINTS - 1].sample_count) < 2);
    for (size_t i = 0; i + 1 < POINTS; i++)
        estimator_take(estimator, &i, 1);
    assert_true(fabs(estimator_left_s(estimator) / (known.prepare_s + known.sampling_s) - 1) < 0.01);
    assert_true(estimator_whole_s(estimator) > estimator_left_s(estimator));
    estimator_destroy(estimator);
}

/* Of two programs in turns, what both take passes on the clock, and a sample is none the slower. */
static void counts_the_other_program(void **state)
{
    (void)state;
    double left_s[2];
    for (unsigned sharers = 1; sharers <= 2; sharers++) {
        struct made_up_run run;
        make_run(&run, false, 0);
        struct estimator *const estimator = estimator_create(&run.plan, &run.settings, false);
        const size_t members[KINDS] = {0, 1, 2, 3};
        struct block_took took = measure_block(&run, 0);
        took.sharers = sharers;
        took.rounds_s *= sharers;
        took.prepare_s *= sharers;
        estimator_take(estimator, members, KINDS);
        for (size_t i = 0; i < KINDS; i++)
            estimator_learn(estimator, i, &run.records[i]);
        estimator_learn_block(estimator, &run.results, members, KINDS, &took);
        left_s[sharers - 1] = estimator_left_s(estimator);
        estimator_destroy(estimator);
    }
    assert_true(fabs(left_s[1] / left_s[0] - 2) < 0.05);
}

/* Emptying caches counts among max_time: samples that take long beside their calls are few. */
static void empties_caches_within_its_time(void **state)
{
    (void)state;
    struct made_up_run run;
    make_run(&run, false, 0);
    for (size_t i = 0; i < POINTS; i++)
        run.points[i].point.cache = CACHE_COLD;
    struct estimator *const estimator = estimator_create(&run.plan, &run.settings, false);
    const struct forecast cold = estimator_point(estimator, 0);
    assert_true(cold.bound * cold.sample_s < 1.2 * run.settings.max_time_s);
    assert_true(cold.bound < 100);
    estimator_destroy(estimator);
}

/* One block that was disturbed makes the rest at most twice as long. */
static void is_not_upset_by_a_block(void **state)
{
    (void)state;
    struct made_up_run run;
    make_run(&run, false, 0);
    struct estimator *const estimator = estimator_create(&run.plan, &run.settings, false);
    double before = 0;
    for (size_t first = 0; first < 2 * KINDS; first += KINDS) {
        const size_t members[KINDS] = {first, first + 1, first + 2, first + 3};
        struct block_took took = measure_block(&run, first);
        took.rounds_s *= first ? 50 : 1;
        took.prepare_s *= first ? 50 : 1;
        estimator_take(estimator, members, KINDS);
        before = estimator_left_s(estimator);
        for (size_t i = 0; i < KINDS; i++)
            estimator_learn(estimator, members[i], &run.records[members[i]]);
        estimator_learn_block(estimator, &run.results, members, KINDS, &took);
    }
    estimator_take(estimator, (const size_t[]){2 * KINDS}, 1);
    assert_true(estimator_left_s(estimator) < 2.5 * before);
    estimator_destroy(estimator);
}

/* However long the plan, and whether or not anybody asked before its first point was taken. */
static void knows_the_rest_from_the_first_point_on(void **state)
{
    enum { TIMES = 8 };
    static struct planned_point points[TIMES * POINTS];
    static const size_t first = 0;
    struct made_up_run run;
    (void)state;
    make_run(&run, false, 0);
    for (size_t i = 0; i < TIMES * POINTS; i++)
        points[i] = run.points[i % POINTS];
    run.plan = (struct plan){points, TIMES * POINTS};
    struct estimator *const late = estimator_create(&run.plan, &run.settings, false);
    struct estimator *const asked = estimator_create(&run.plan, &run.settings, false);
    const double whole = estimator_left_s(asked);
    estimator_take(late, &first, 1);
    estimator_take(asked, &first, 1);
    const double left = estimator_left_s(asked);
    assert_true(left > 0.8 * whole && left < whole);
    assert_true(fabs(estimator_left_s(late) / left - 1) < 1e-9);
    assert_true(fabs(estimator_whole_s(late) / whole - 1) < 1e-9);
    estimator_destroy(late);
    estimator_destroy(asked);
}

/* All stop early while arrays are small: those in memory may be noisier, those as near a core are as these.
 */
static void arrays_in_memory_may_take_more_samples(void **state)
{
    (void)state;
    struct made_up_run run;
    make_run(&run, false, 1);
    struct estimator *const estimator = estimator_create(&run.plan, &run.settings, false);
    measure_block(&run, 0);
    estimator_learn(estimator, 0, &run.records[0]);
    const struct forecast seen = estimator_point(estimator, 0), as_near = estimator_point(estimator, KINDS),
                          memory = estimator_point(estimator, POINTS - KINDS);
    assert_int_equal(estimate_reach(&run.points[0].point), REACH_CORE);
    assert_int_equal(estimate_reach(&run.points[KINDS].point), REACH_CORE);
    assert_int_equal(estimate_reach(&run.points[POINTS - KINDS].point), REACH_MEMORY);
    assert_true(as_near.samples == seen.samples && seen.samples < 0.2 * seen.bound);
    assert_true(memory.samples > 0.6 * memory.bound);
    estimator_destroy(estimator);
}

/* What was noisy near the core is not expected to be quiet farther away. */
static void noise_near_the_core_reaches_memory(void **state)
{
    (void)state;
    struct made_up_run run;
    make_run(&run, false, 0);
    struct estimator *const estimator = estimator_create(&run.plan, &run.settings, false);
    measure_block(&run, 0);
    estimator_learn(estimator, 0, &run.records[0]);
    const struct forecast memory = estimator_point(estimator, POINTS - KINDS);
    assert_true(memory.samples > 0.95 * memory.bound);
    estimator_destroy(estimator);
}

/* Arrays outgrow a cache: a line that was seen within it says too little of memory. */
static void memory_is_no_faster_than_it_is(void **state)
{
    (void)state;
    struct made_up_run run;
    make_run(&run, false, 1);
    struct estimator *const estimator = estimator_create(&run.plan, &run.settings, false);
    const struct point *const last = &run.points[POINTS - KINDS].point;
    run.records[0].status = STATUS_OK;
    run.records[0].sample_count = 20;
    run.records[0].statistics.mean = 1e-12 * estimate_bytes(&run.points[0].point);
    estimator_learn(estimator, 0, &run.records[0]);
    assert_true(estimator_point(estimator, POINTS - KINDS).sample_s > estimate_memory_s(last));
    assert_true(estimator_point(estimator, KINDS).sample_s < 1e-3);
    estimator_destroy(estimator);
}

/* After the first look the noise says how many: four times as many for half of it, up to the next look. */
static void noise_says_how_many_samples(void **state)
{
    const struct forecast forecast = {.bound = 200, .samples = 50};
    (void)state;
    assert_true(forecast_samples_left(&forecast, &(struct sampling){.samples = 0}) == 50);
    assert_true(forecast_samples_left(&forecast, &(struct sampling){.samples = 49}) == 1);
    assert_true(forecast_samples_left(&forecast, &(struct sampling){.samples = 60}) == 1);
    const struct sampling nearly = {.samples = 20, .looked = 20, .precision = 1.1},
                          twice = {.samples = 21, .looked = 20, .precision = 2},
                          hopeless = {.samples = 30, .looked = 30, .precision = 50},
                          unknown = {.samples = 20, .looked = 20, .precision = INFINITY};
    assert_true(forecast_samples_left(&forecast, &nearly) == 30 - 20);
    assert_true(forecast_samples_left(&forecast, &twice) == 102 - 21);
    assert_true(forecast_samples_left(&forecast, &hopeless) == 200 - 30);
    assert_true(forecast_samples_left(&forecast, &unknown) == 200 - 20);
}

/* Half of those that there must be say how many it takes, but are never enough themselves. */
static void half_of_the_least_say_it(void **state)
{
    const struct forecast forecast = {.bound = 200, .samples = 50};
    const struct sampling noisy = {.samples = 10, .least = 20, .looked = 10, .precision = 3},
                          quiet = {.samples = 12, .least = 20, .looked = 10, .precision = 0.1};
    (void)state;
    assert_int_equal(sampling_next_look(0, 20), 10);
    assert_int_equal(sampling_next_look(0, 1), 1);
    assert_int_equal(sampling_next_look(10, 20), 20);
    assert_int_equal(sampling_next_look(20, 20), 30);
    assert_true(forecast_samples_left(&forecast, &noisy) == 102 - 10);
    assert_true(forecast_samples_left(&forecast, &quiet) == 20 - 12);
}

/* Rounds that take twice what was said of them go on to; before the first, earlier ones are believed. */
static void rounds_under_way_say_how_fast_they_are(void **state)
{
    const struct forecast forecast = {.bound = 100, .samples = 100, .sample_s = 0.01};
    struct rounds_left begun = {.done_s = 0}, halfway = {.done_s = 0}, over = {.done_s = 0};
    (void)state;
    assert_true(rounds_left_s(&over, 5, 1) == 0);
    rounds_left_add(&begun, &forecast, &(struct sampling){.samples = 0}, true);
    rounds_left_add_limit(&begun, 0.01, 0, true);
    assert_true(fabs(rounds_left_s(&begun, 0, 1.5) - 1.5 * 100 * 0.02) < 1e-9);
    rounds_left_add(&halfway, &forecast, &(struct sampling){.samples = 50}, true);
    rounds_left_add(&halfway, &forecast, &(struct sampling){.samples = 20}, false);
    rounds_left_add_limit(&halfway, 0.01, 50, true);
    rounds_left_add_limit(&halfway, 0.02, 20, false); /* dropped */
    const double said_s = 50 * 0.01 + 20 * 0.01 + 50 * 0.01 + 20 * 0.02, left_s = 50 * 0.02;
    assert_true(fabs(rounds_left_s(&halfway, 2 * said_s, 2) - 2 * left_s) < 1e-9);
    assert_true(fabs(rounds_left_s(&halfway, 2 * said_s, 1) / left_s - 2) < 0.05);
}

/* One sample each, and no warming up. */
static void is_short_for_smoke(void **state)
{
    (void)state;
    struct made_up_run run;
    make_run(&run, false, 0);
    struct estimator *const smoke = estimator_create(&run.plan, &run.settings, true);
    struct estimator *const whole = estimator_create(&run.plan, &run.settings, false);
    assert_true(estimator_point(smoke, 0).samples == 1);
    assert_true(estimator_left_s(smoke) < estimator_left_s(whole) / 5);
    estimator_destroy(smoke);
    estimator_destroy(whole);
}

int main(void)
{
    cache_set_bytes(2, L2);
    cache_set_bytes(3, L3);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_near_what_is_left),
        cmocka_unit_test(knows_earlier_points),
        cmocka_unit_test(counts_the_other_program),
        cmocka_unit_test(empties_caches_within_its_time),
        cmocka_unit_test(is_not_upset_by_a_block),
        cmocka_unit_test(is_short_for_smoke),
        cmocka_unit_test(knows_the_rest_from_the_first_point_on),
        cmocka_unit_test(arrays_in_memory_may_take_more_samples),
        cmocka_unit_test(noise_near_the_core_reaches_memory),
        cmocka_unit_test(memory_is_no_faster_than_it_is),
        cmocka_unit_test(noise_says_how_many_samples),
        cmocka_unit_test(half_of_the_least_say_it),
        cmocka_unit_test(rounds_under_way_say_how_fast_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
