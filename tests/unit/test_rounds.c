/* SPDX-License-Identifier: MIT */
/* Who is sampled in a round: points until they have said enough, a limit that nobody asked for as long as a
 * point that it bounds goes on. */
#include "measure/rounds.h"
#include "measure/timed_trial.h"

#include "test.h"

enum { ENTRIES = 4 };

/* Two points with one and with two workers, and a limit for each. */
static void a_limit_goes_on_with_its_points(void **state)
{
    static const struct implementation scan = {.name = "scan", .primitive = PRIMITIVE_SCAN};
    static const struct implementation copy = {.name = "copy", .primitive = PRIMITIVE_COPY};
    struct record records[ENTRIES];
    struct entry entries[ENTRIES];
    (void)state;
    for (unsigned i = 0; i < ENTRIES; i++) {
        const struct point point = {.implementation = i < 2 ? &scan : &copy, .n = 8, .workers = 1 + i % 2};
        records[i] = record_of(&point);
        entries[i] = (struct entry){.record = &records[i], .active = true};
    }
    const struct block block = {.entries = entries, .entry_count = ENTRIES, .planned_count = 2};
    for (unsigned i = 0; i < ENTRIES; i++)
        assert_true(rounds_wants(&block, i));
    entries[0].active = false;
    assert_false(rounds_wants(&block, 0));
    assert_true(rounds_wants(&block, 1));
    assert_false(rounds_wants(&block, 2));
    assert_true(rounds_wants(&block, 3));
    entries[3].active = false; /* it has failed */
    assert_false(rounds_wants(&block, 3));
    assert_true(rounds_active(&block));
    entries[1].active = false;
    assert_false(rounds_active(&block));
}

/* Two points on two workers and on one, and what bounds the one, which has ended: its last sample is of an
 * earlier round. */
static void a_round_places_its_own_samples(void **state)
{
    enum { PLACED = 3 };
    static const struct implementation scan = {.name = "scan", .primitive = PRIMITIVE_SCAN};
    static const struct implementation copy = {.name = "copy", .primitive = PRIMITIVE_COPY};
    static const double earlier_s = 1000;
    struct error error = {0};
    const struct machine machine = {.clock = clock_calibrate()};
    struct record records[PLACED];
    struct entry entries[PLACED];
    double trips_s[PLACED];
    (void)state;
    for (unsigned i = 0; i < PLACED; i++) {
        const struct point point = {
            .implementation = i < 2 ? &scan : &copy, .n = 8, .workers = i == 0 ? 2 : 1};
        trips_s[i] = earlier_s;
        records[i] = record_of(&point);
        records[i].trips_s = &trips_s[i];
        records[i].sample_count = 1;
        entries[i] = (struct entry){.record = &records[i], .active = i != 1, .placed = i == 0};
    }
    struct block block = {.entries = entries, .entry_count = PLACED, .planned_count = 2, .trip_s = NAN};
    struct bench bench = {.machine = &machine, .team = team_create(NULL, 2, &error), .workers = 2};
    assert_non_null(bench.team);
    trips_s[0] = NAN; /* just sampled */
    rounds_place(&block, &bench);
    assert_true(trips_s[0] > 0 && trips_s[0] < earlier_s);
    assert_true(trips_s[1] == earlier_s);
    assert_true(trips_s[2] == earlier_s);
    team_destroy(bench.team);
}

/* Each batch alters another element, between other calls, and looks elsewhere. */
static void batches_are_drawn_anew(void **state)
{
    enum { N = 1000, DRAWS = 16, CALLS = 8 };
    static const struct implementation scan = {
        .name = "scan", .primitive = PRIMITIVE_SCAN, .axes = AXIS_BIT(AXIS_OP)};
    static _Alignas(uint32_t) unsigned char input[4 * N], output[4 * N];
    const struct point point = {
        .implementation = &scan, .dtype = DTYPE_U32, .op = OP_SUM, .n = N, .workers = 1};
    struct record record = record_of(&point);
    struct entry entry = {.record = &record, .active = true};
    struct buffer_set set = {.workers = 1, .input = {{.data = input}}, .output = {.data = output}};
    const struct block block = {.key = point_problem(&point, 1),
                                .entries = &entry,
                                .entry_count = 1,
                                .planned_count = 1,
                                .sets = &set,
                                .set_count = 1};
    const struct bench bench = {.block_number = 1};
    struct trial trials[DRAWS];
    unsigned last = 0;
    (void)state;
    for (unsigned i = 0; i < DRAWS; i++) {
        trial_draw(&block, &bench, &entry, CALLS, &trials[i]);
        assert_true(trials[i].alteration.made && trials[i].before > 0 && trials[i].before < CALLS);
        last += trials[i].before == CALLS - 1;
        assert_ptr_equal(trials[i].input, input);
        for (unsigned k = 0; k < i; k++)
            assert_true(trials[i].windows.seed != trials[k].windows.seed &&
                        trials[i].alteration.index != trials[k].alteration.index);
    }
    assert_true(last >= DRAWS / 4 && last < DRAWS);
    trial_draw(&block, &bench, &entry, 1, &trials[0]);
    assert_int_equal(trials[0].before, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_limit_goes_on_with_its_points),
                                       cmocka_unit_test(a_round_places_its_own_samples),
                                       cmocka_unit_test(batches_are_drawn_anew)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
