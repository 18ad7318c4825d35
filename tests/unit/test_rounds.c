/* SPDX-License-Identifier: MIT */
/* Who is sampled in a round: points until they have said enough, a limit that nobody asked for as long as a
 * point that it bounds goes on. */
#include "measure/measure.h"

#include "test.h"

enum { ENTRIES = 4 };

/* Two points with one and with two workers, and a limit for each. */
TEST(a_limit_goes_on_with_its_points)
{
    static const struct implementation scan = {.name = "scan", .primitive = PRIMITIVE_SCAN};
    static const struct implementation copy = {.name = "copy", .primitive = PRIMITIVE_COPY};
    struct record records[ENTRIES];
    struct entry entries[ENTRIES];
    struct block block = {.entries = entries, .entry_count = ENTRIES, .planned_count = 2};
    for (unsigned i = 0; i < ENTRIES; i++) {
        const struct point point = {.implementation = i < 2 ? &scan : &copy, .n = 8, .workers = 1 + i % 2};
        records[i] = record_of(&point);
        entries[i] = entry_of(&block, &records[i]);
    }
    for (unsigned i = 0; i < ENTRIES; i++)
        assert_true(loop_wants(&entries[i]));
    entries[0].active = false;
    assert_false(loop_wants(&entries[0]));
    assert_true(loop_wants(&entries[1]));
    assert_false(loop_wants(&entries[2]));
    assert_true(loop_wants(&entries[3]));
    entries[3].active = false; /* it has failed */
    assert_false(loop_wants(&entries[3]));
    assert_true(loop_active(&block));
    entries[1].active = false;
    assert_false(loop_active(&block));
}

/* By number and time alone; at least three, but for calls that take longer than there is time, where an
 * earlier process has chosen the limit. */
TEST(samples_end_by_number_and_time)
{
    static const struct {
        size_t samples;
        double timed_s;
        enum stop_reason reason;
    } rows[] = {{1, 1e-3, STOP_NONE},          {3, 3e-3, STOP_NONE},    {99, 0.09, STOP_NONE},
                {100, 0.01, STOP_MAX_SAMPLES}, {3, 0.2, STOP_MAX_TIME}, {2, 0.15, STOP_NONE},
                {1, 0.2, STOP_MAX_TIME},       {2, 0.4, STOP_MAX_TIME}};
    const struct config config = {.measure = {.processes = 2, .samples = 200, .time_s = 0.2}};
    const struct results first = {0};
    const struct runner_options options = {.earlier = &first}, smoke = {.smoke = true},
                                chooses = {.smoke = false};
    struct bench bench = {.config = &config, .options = &options};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(loop_stop(&bench, rows[i].samples, rows[i].timed_s), rows[i].reason);
    bench.options = &chooses;
    assert_int_equal(loop_stop(&bench, 2, 0.4), STOP_NONE);
    assert_int_equal(loop_stop(&bench, 3, 0.6), STOP_MAX_TIME);
    bench.options = &smoke;
    assert_int_equal(loop_stop(&bench, 1, 0), STOP_SMOKE);
}

/* Each sample alters another element before its last call, and looks elsewhere. */
TEST(samples_are_drawn_anew)
{
    enum { N = 10000, DRAWS = 16, CALLS = 8 };
    static const struct implementation scan = {
        .name = "scan", .primitive = PRIMITIVE_SCAN, .axes = AXIS_BIT(AXIS_OP)};
    static _Alignas(uint32_t) unsigned char input[4 * N], output[4 * N];
    const struct point point = {
        .implementation = &scan, .dtype = DTYPE_U32, .op = OP_SUM, .n = N, .workers = 1};
    struct record record = record_of(&point);
    struct buffer_set set = {.workers = 1, .input = {{.data = input}}, .output = {.data = output}};
    struct bench bench = {.block_number = 1};
    struct block block = {.bench = &bench,
                          .key = point_problem(&point, 1),
                          .entry_count = 1,
                          .planned_count = 1,
                          .sets = &set,
                          .set_count = 1};
    struct entry entry = entry_of(&block, &record);
    block.entries = &entry;
    struct sample_check checks[DRAWS];
    unsigned moved = 0;
    record.batch = CALLS;
    for (unsigned i = 0; i < DRAWS; i++) {
        record.sample_count = i;
        sample_check_draw(&entry, &checks[i]);
        assert_true(checks[i].alteration.made && checks[i].before == CALLS - 1 && checks[i].calls == CALLS);
        assert_ptr_equal(checks[i].input, input);
        assert_true(checks[i].windows[WINDOWS - 1].first == sizeof output - WINDOW_BYTES);
        for (unsigned k = 0; k < i; k++)
            assert_true(checks[i].alteration.index != checks[k].alteration.index);
        moved += i > 0 && checks[i].windows[0].first != checks[i - 1].windows[0].first;
    }
    assert_true(moved > DRAWS / 2);
    record.batch = 1;
    sample_check_draw(&entry, &checks[0]);
    assert_int_equal(checks[0].before, 0);
}
