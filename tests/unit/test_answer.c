/* SPDX-License-Identifier: MIT */
/* What a run says at its end: winners with their lead, ties, where workers pay, the best tile; and wrapped
 * lines. */
#include "analysis/best_points.h"
#include "report/answer_print.h"
#include "report/html_winners.h"
#include "report/ratio_text.h"

#include "base/random.h"
#include "report/wrapped.h"

#include "test.h"

enum { SAMPLES = 40, PROCESSES = 10, ROWS = 32 };

static const struct implementation serial = {
    .name = "serial", .primitive = PRIMITIVE_SCAN, .family = FAMILY_SERIAL};
static const struct implementation threads = {
    .name = "threads/x",
    .primitive = PRIMITIVE_SCAN,
    .family = FAMILY_THREADS,
    .axes = AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_UNROLL),
};
static const struct implementation group = {
    .name = "group/x",
    .primitive = PRIMITIVE_SCAN,
    .family = FAMILY_GROUP,
    .axes = AXIS_BIT(AXIS_THREADS_PER_GROUP) | AXIS_BIT(AXIS_VALUES_PER_THREAD),
};

static struct record records[ROWS];
static struct results results = {.records = records};

/* The samples are of so many processes; 0: of one. */
static void split(struct record *record, size_t processes)
{
    free(record->launches);
    record->launches = calloc(processes + 1, sizeof *record->launches);
    assert_non_null(record->launches);
    record->launch_count = processes;
    for (size_t i = 0; i < processes; i++)
        record->launches[i].samples = record->sample_count / processes;
    record->statistics = record_statistics(record);
}

/* Samples around a time, within 0.1 %, each row's own. */
static struct record *add(const struct implementation *implementation, uint64_t n, double time_s,
                          size_t samples)
{
    struct random random = {results.count * 7919 + 1};
    struct record *const record = &records[results.count++];
    *record = record_of(&(struct point){.implementation = implementation, .dtype = DTYPE_U32, .n = n});
    record->samples_s = calloc(samples, sizeof *record->samples_s);
    assert_non_null(record->samples_s);
    for (size_t i = 0; i < samples; i++)
        record->samples_s[i] = time_s * (0.999 + 0.002 * (double)random_below(&random, 1001) / 1000);
    record->sample_count = samples;
    record->status = STATUS_OK;
    split(record, samples < PROCESSES ? 0 : PROCESSES);
    return record;
}

static struct record *add_threads(uint64_t n, uint64_t workers, double time_s)
{
    struct record *const record = add(&threads, n, time_s, SAMPLES);
    record->point.workers = workers;
    record->point.unroll = 4;
    return record;
}

static struct record *add_tile_of(const struct implementation *implementation, uint64_t n, uint64_t t,
                                  double time_s)
{
    struct record *const record = add(implementation, n, time_s, SAMPLES);
    record->point.threads_per_group = t;
    record->point.values_per_thread = 8;
    return record;
}

static void add_tile(uint64_t n, uint64_t t, double time_s)
{
    add_tile_of(&group, n, t, time_s);
}

/* What is printed of the records, which are gone then; in a static buffer. */
static const char *answer(unsigned width)
{
    static char *text;
    size_t length;
    free(text);
    FILE *const stream = open_memstream(&text, &length);
    assert_non_null(stream);
    answer_print(stream, &results, false, width);
    fclose(stream);
    for (size_t i = 0; i < results.count; i++)
        record_close(&records[i]);
    results.count = 0;
    return text;
}

/* The same of the page's table of winners. */
static const char *winners(void)
{
    static char *text;
    size_t length;
    struct best best;
    free(text);
    FILE *const stream = open_memstream(&text, &length);
    assert_non_null(stream);
    best_make(&best, &results, NULL);
    html_winners(stream, &best);
    best_close(&best);
    fclose(stream);
    return text;
}

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no \"%s\" in:\n%s", part, text);
}

static void refute_says(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("\"%s\" in:\n%s", part, text);
}

/* The factor and its interval, of samples that tell them to two digits. */
static void the_winner_has_its_lead(void **state)
{
    (void)state;
    add(&serial, 1024, 2e-6, SAMPLES);
    add_threads(1024, 1, 1e-6);
    const char *const text = answer(200);
    assert_says(text, "     1Ki  threads/x 1.00 us; 2.00x [2.00, 2.00] as fast as serial\n");
    assert_says(text, "scan u32"); /* and what the rows have in common */
    assert_says(text, " U=4");
    refute_says(text, "close to call");
}

/* The second is a tenth slower in two launches, and a fifth faster in the third: the rounds of all together
 * would tell the two apart. */
static void what_launches_disagree_on_is_too_close_to_call(void **state)
{
    enum { LAUNCHES = 3 };
    static const double factors[LAUNCHES] = {1.1, 1.1, 0.8};
    (void)state;
    for (size_t row = 0; row < 2; row++) {
        struct record *const record = add(row ? &threads : &serial, 1024, 1e-6, (size_t)LAUNCHES * SAMPLES);
        for (size_t i = 0; row && i < (size_t)LAUNCHES * SAMPLES; i++)
            record->samples_s[i] *= factors[i / SAMPLES];
        split(record, LAUNCHES);
    }
    const char *const text = answer(200);
    assert_says(text, "1Ki  serial 1.00 us; too close to call: threads/x ");
}

static void equals_are_too_close_to_call(void **state)
{
    (void)state;
    add(&serial, 1024, 1e-6, SAMPLES);
    add_threads(1024, 1, 1.00001e-6);
    add_threads(1024, 2, 1.00002e-6);
    add_threads(1024, 3, 1.00003e-6);
    add_threads(1024, 4, 2e-6);
    assert_says(winners(), "<br><small>too close to call: ");
    const char *const text = answer(400);
    assert_says(text, "; too close to call: ");
    assert_says(text, " and 1 more; 2.00x [2.00, 2.00] as fast as threads/x workers=4\n");
}

/* Neither the fastest nor what ties with it is named from a handful. */
static void too_few_samples_decide_nothing(void **state)
{
    (void)state;
    add(&serial, 1024, 1e-6, 4);
    add_threads(1024, 1, 2e-6);
    assert_says(answer(200), "serial 1.00 us; the fastest of 2, by too few samples to be sure\n");
    add(&serial, 1024, 1e-6, SAMPLES);
    add_threads(1024, 1, 1.0005e-6);
    records[1].sample_count = 3;
    split(&records[1], 0);
    assert_says(answer(200), "; 1 measured too seldom to tell\n");
}

/* Half of the processes say a tenth of the time, and the others ten times as much. */
static void a_tie_that_may_be_anything_is_counted(void **state)
{
    (void)state;
    add(&serial, 1024, 1e-6, SAMPLES);
    add_threads(1024, 1, 1e-6);
    for (size_t i = 0; i < SAMPLES; i++)
        records[1].samples_s[i] *= i / 4 % 2 ? 10 : 0.1;
    split(&records[1], PROCESSES);
    const char *const text = answer(200);
    assert_says(text, "; 1 measured too seldom to tell\n");
    refute_says(text, "close to call");
}

static void workers_pay_from_a_size_on(void **state)
{
    (void)state;
    for (uint64_t n = 1024; n <= 65536; n *= 8) {
        add_threads(n, 1, 1e-9 * (double)n);
        add_threads(n, 2, 3e-6 + 0.5e-9 * (double)n); /* as fast at 6000 */
        add_threads(n, 3, 3e-6 + 1e-9 * (double)n);   /* never */
    }
    add_threads(65536, 4, 65.5361e-6);
    const char *const text = answer(200);
    assert_says(text, "2 workers pay from 8Ki on: 1.83x [1.83, 1.83] as fast as one at 64Ki\n");
    assert_says(text, "3 workers do not pay up to 64Ki: 0.96x [0.96, 0.96] as fast as one at 64Ki\n");
    assert_says(text, "whether 4 workers pay at 64Ki is too close to call: 1.00x");
}

/* By more than the margin, for the answer as for the ties. */
static void workers_pay_as_surely_as_a_winner_wins(void **state)
{
    (void)state;
    add_threads(1024, 1, 1.03e-6);
    add_threads(1024, 2, 1e-6);
    assert_says(answer(200), "2 workers pay from 1Ki on");
    add_threads(1024, 1, 1.01e-6);
    add_threads(1024, 2, 1e-6);
    const char *const text = answer(200);
    assert_says(text, "workers=2 1.00 us; too close to call: workers=1 ");
    assert_says(text, "whether 2 workers pay at 1Ki is too close to call: ");
}

/* As where the memory of a larger array has no room for more. */
static void workers_pay_between_sizes(void **state)
{
    (void)state;
    for (uint64_t n = 1024; n <= 524288; n *= 8) {
        add_threads(n, 1, 1e-9 * (double)n);
        add_threads(n, 2, (n == 8192 || n == 65536 ? 0.5e-9 : 1.25e-9) * (double)n);
    }
    assert_says(answer(200),
                "2 workers pay from 8Ki to 64Ki; at 512Ki they are 0.80x [0.80, 0.80] as fast as one\n");
    for (uint64_t n = 1024; n <= 65536; n *= 8) {
        add_threads(n, 1, 1e-9 * (double)n);
        add_threads(n, 2, (n == 8192 ? 0.5e-9 : 1.25e-9) * (double)n);
    }
    assert_says(answer(200),
                "2 workers pay at 8Ki alone; at 64Ki they are 0.80x [0.80, 0.80] as fast as one\n");
}

/* A device is not one worker. */
static void devices_are_no_workers(void **state)
{
    (void)state;
    add(&serial, 1024, 1e-6, SAMPLES);
    add_threads(1024, 2, 0.5e-6);
    add_tile(1024, 64, 1e-9);
    records[2].point.engine = ENGINE_CUDA;
    assert_says(answer(200), "2 workers pay from 1Ki on: 2.00x");
}

/* The usual engine is not said of a point, but two engines are nothing in common. */
static void two_engines_are_not_common(void **state)
{
    static const struct implementation engines = {.name = "group/x",
                                                  .primitive = PRIMITIVE_SCAN,
                                                  .family = FAMILY_GROUP,
                                                  .axes = AXIS_BIT(AXIS_ENGINE)};
    (void)state;
    add(&engines, 1024, 1e-6, SAMPLES)->point.engine = ENGINE_CUDA;
    add(&engines, 1024, 2e-6, SAMPLES)->point.engine = ENGINE_EMULATE;
    assert_says(answer(200), "1Ki  group/x engine=cuda 1.00 us; 2.00x [2.00, 2.00] as fast as group/x\n");
}

static void the_best_tile_is_named(void **state)
{
    (void)state;
    add_tile(1024, 64, 1e-6);
    add_tile(1024, 128, 1.5e-6);
    add_tile(4096, 64, 4.4e-6);
    add_tile(4096, 128, 4e-6);
    const char *const text = answer(200);
    assert_says(text, "best of 2 tiles: T=64, at worst +10.0 %, at 4Ki\n");
    add_tile(1024, 64, 1e-6);
    add_tile(1024, 128, 1.5e-6);
    assert_says(answer(200), "best of 2 tiles: T=64, the fastest of them at this size\n");
}

static void nothing_to_compare_is_no_answer(void **state)
{
    (void)state;
    assert_string_equal(answer(80), "");
    add(&serial, 1024, 1e-6, SAMPLES);
    add(&serial, 2048, 1e-6, SAMPLES);
    assert_string_equal(answer(80), "");
    add(&serial, 1024, 1e-6, SAMPLES);
    add_threads(1024, 1, 2e-6);
    records[1].status = STATUS_WRONG;
    assert_string_equal(answer(80), "");
}

/* Every line within the width, whatever it is; without one 80. */
static void lines_are_wrapped(void **state)
{
    static const unsigned widths[] = {0, 40, 60, 80};
    (void)state;
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        add(&serial, 1024, 1e-6, SAMPLES);
        for (uint64_t workers = 1; workers < 6; workers++)
            add_threads(1024, workers, 1e-6);
        const unsigned most = widths[i] ? widths[i] : 80;
        size_t lines = 0;
        for (const char *line = answer(widths[i]); *line; line += strcspn(line, "\n") + 1, lines++)
            assert_in_range(strcspn(line, "\n"), 0, most);
        assert_true(lines > 3);
    }
}

static void assert_wrapped(const char *text, unsigned indent, unsigned width, const char *expected)
{
    char *printed;
    size_t length;
    FILE *const stream = open_memstream(&printed, &length);
    assert_non_null(stream);
    wrapped_print(stream, text, indent, width);
    fclose(stream);
    assert_string_equal(printed, expected);
    free(printed);
}

static void words_stay_whole(void **state)
{
    (void)state;
    assert_wrapped("one two three", 2, 0, "one two three\n");
    assert_wrapped("one two three", 2, 13, "one two three\n");
    assert_wrapped("one two three", 2, 12, "one two\n  three\n");
    assert_wrapped("one two three", 2, 7, "one two\n  three\n");
    assert_wrapped("one two three", 2, 6, "one\n  two\n  three\n");
    assert_wrapped("extraordinary words", 4, 6, "extraordinary\n    words\n");
    assert_wrapped("   led by blanks", 3, 10, "   led by\n   blanks\n");
    assert_wrapped("", 2, 10, "");
}

static void ratios_are_said_as_far_as_they_mean_something(void **state)
{
    char text[64];
    (void)state;
    assert_string_equal(
        ratio_text(&(struct estimate){.value = 1.056, .interval = {1.004, 1.25}}, text, sizeof text),
        " +5.6 % [+0.4, +25.0]");
    assert_string_equal(
        ratio_text(&(struct estimate){.value = 0.9, .interval = {NAN, NAN}}, text, sizeof text), " -10.0 %");
    assert_string_equal(
        ratio_text(&(struct estimate){.value = 2, .interval = {1.2, 1e90}}, text, sizeof text),
        " +100.0 % [+20.0, over 1000]");
    assert_string_equal(ratio_text(&(struct estimate){.value = 1.2, .interval = {0.5, 5}}, text, sizeof text),
                        " +20.0 % [-50.0, +400.0]");
    assert_string_equal(
        ratio_text(&(struct estimate){.value = 0.9, .interval = {0.8, 0.95}}, text, sizeof text),
        " -10.0 % [-20.0, -5.0]");
}

/* Ends more than ten times apart, with 1 between them, say nothing. */
static void an_interval_that_says_nothing_is_said_in_words(void **state)
{
    char text[64];
    (void)state;
    const struct estimate wide = {.value = 1.2, .interval = {0.5, 5.1}};
    const struct estimate slower = {.value = 12, .interval = {1.1, 2000}};
    assert_true(ratio_is_vague(wide.interval));
    assert_string_equal(ratio_text(&wide, text, sizeof text), " +20.0 % [measured too seldom to tell]");
    assert_string_equal(ratio_interval_text(wide.interval, 2, text, sizeof text),
                        " [measured too seldom to tell]");
    assert_string_equal(ratio_factor_text(&wide, text, sizeof text), "1.20x [measured too seldom to tell]");
    assert_false(ratio_is_vague(slower.interval));
    assert_string_equal(ratio_factor_text(&slower, text, sizeof text), "12.00x [1.10, over 1000]");
    assert_string_equal(ratio_interval_text((struct interval){0.9, 1.2}, 2, text, sizeof text),
                        " [-10.00, +20.00]");
    assert_false(ratio_is_vague((struct interval){NAN, NAN}));
    assert_string_equal(ratio_interval_text((struct interval){NAN, NAN}, 2, text, sizeof text), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_winner_has_its_lead),
        cmocka_unit_test(what_launches_disagree_on_is_too_close_to_call),
        cmocka_unit_test(equals_are_too_close_to_call),
        cmocka_unit_test(too_few_samples_decide_nothing),
        cmocka_unit_test(a_tie_that_may_be_anything_is_counted),
        cmocka_unit_test(workers_pay_from_a_size_on),
        cmocka_unit_test(workers_pay_as_surely_as_a_winner_wins),
        cmocka_unit_test(workers_pay_between_sizes),
        cmocka_unit_test(devices_are_no_workers),
        cmocka_unit_test(two_engines_are_not_common),
        cmocka_unit_test(the_best_tile_is_named),
        cmocka_unit_test(nothing_to_compare_is_no_answer),
        cmocka_unit_test(lines_are_wrapped),
        cmocka_unit_test(words_stay_whole),
        cmocka_unit_test(ratios_are_said_as_far_as_they_mean_something),
        cmocka_unit_test(an_interval_that_says_nothing_is_said_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
