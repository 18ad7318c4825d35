/* SPDX-License-Identifier: MIT */
/* The answer: winners with their lead, what to use, where workers pay, the safest tile, and how far to trust
 * it. */
#include "report/report.h"

#include "base/random.h"

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

static const struct implementation limits[] = {
    {.name = "limit/a", .primitive = PRIMITIVE_COPY, .family = FAMILY_LIMIT},
    {.name = "limit/b", .primitive = PRIMITIVE_COPY, .family = FAMILY_LIMIT},
};

static struct record records[ROWS];
static struct results results = {.records = records, .complete = true};

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
    struct report report = {0};
    free(text);
    report_add_answer(&report, &results, NULL, false);
    text = report_text(&report, PRINT_TABLE, &(struct print_look){.width = width});
    report_close(&report);
    for (size_t i = 0; i < results.count; i++)
        record_close(&records[i]);
    results.count = 0;
    return text;
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no \"%s\" in:\n%s", part, text);
}

static void refute_says(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("\"%s\" in:\n%s", part, text);
}

TEST(the_winner_has_its_lead)
{
    add(&serial, 1024, 2e-6, SAMPLES);
    add_threads(1024, 1, 1e-6);
    add_threads(1024, 2, 1.5e-6);
    const char *const text = answer(0);
    assert_has(text, "Use threads/x 1w.\n");
    assert_has(text, "scan u32, U=4, 3 points\n"); /* and what the rows have in common */
    assert_has(text, "  n  fastest          time  GB/s   lead  next best\n");
    assert_has(
        text,
        "1Ki  threads/x 1w  1.00 us   8.2  2.00x  serial\n"); /* no number of workers is another algorithm */
    assert_has(text, "Trust: the ranking holds");
}

TEST(what_changes_with_the_size_is_advised)
{
    for (uint64_t n = 1024; n <= 65536; n *= 4) {
        add(&serial, n, 1e-9 * (double)n, SAMPLES);
        add_threads(n, 1, 3e-6 + 0.5e-9 * (double)n); /* as fast at 6000 */
    }
    const char *const text = answer(0);
    assert_has(text, "Use serial up to 4Ki, threads/x from 16Ki.\n");
}

/* The second is a tenth slower in two processes, and a fifth faster in the third. */
TEST(what_processes_disagree_on_is_not_decided)
{
    enum { THREE = 3 };
    static const double factors[THREE] = {1.1, 1.1, 0.8};
    for (size_t row = 0; row < 2; row++) {
        struct record *const record = add(row ? &threads : &serial, 1024, 1e-6, (size_t)THREE * SAMPLES);
        for (size_t i = 0; row && i < (size_t)THREE * SAMPLES; i++)
            record->samples_s[i] *= factors[i / SAMPLES];
        split(record, THREE);
    }
    assert_has(answer(0), "~  threads/x\n");
}

TEST(equals_are_a_tie)
{
    add(&serial, 1024, 1e-6, SAMPLES);
    add_threads(1024, 1, 1.0005e-6);
    const char *const text = answer(0);
    assert_has(text, "   tie  ");
    refute_says(text, "except at ~");
}

TEST(too_few_samples_decide_nothing)
{
    add(&serial, 1024, 1e-6, 3);
    add(&threads, 1024, 2e-6, 3);
    const char *const text = answer(0);
    assert_has(text, "     ~  ");
    assert_has(text, "Trust: the ranking holds except at ~");
}

TEST(the_trust_line_names_times_that_are_not_good)
{
    add(&serial, 1024, 1e-6, SAMPLES)->grade = GRADE_SHAKY;
    add(&serial, 4096, 4e-6, SAMPLES)->grade = GRADE_UNUSABLE;
    assert_has(answer(0), "; the times at 1Ki are shaky; the times at 4Ki are unusable: measure again");
    add(&serial, 1024, 1e-6, SAMPLES)->grade = GRADE_SHAKY;
    struct record *const floats = add(&serial, 1024, 1e-6, SAMPLES);
    floats->point.dtype = DTYPE_F32;
    floats->grade = GRADE_SHAKY;
    assert_has(answer(0), "the times in 2 rows are shaky"); /* of two tables, which have the same sizes */
    add(&serial, 1024, 1e-6, SAMPLES)->grade = GRADE_GOOD;
    assert_has(answer(0), "; the times are good.");
}

TEST(the_trust_line_names_more_workers_than_cpus)
{
    add_threads(1024, 1, 1e-6);
    add_threads(1024, 100, 250e-6)->flags = FLAG_OVERSUBSCRIBED;
    const char *const text = answer(0);
    assert_has(text, "; rows with more workers than CPUs mean little");
    assert_has(text, "100 workers do not pay off up to 1Ki elements (0.004x at 1Ki).\n");
    add_threads(1024, 1, 1e-6);
    add_threads(1024, 100, 2500e-6);
    refute_says(answer(0), "mean little");
    add_threads(1024, 1, 1e-6);
    add_threads(1024, 100, 2500e-6);
    assert_has(answer(0), "(under 0.001x at 1Ki).\n");
}

TEST(limits_are_ranked_where_nothing_else_was_measured)
{
    add(&limits[0], 1024, 2e-6, SAMPLES);
    add(&limits[1], 1024, 1e-6, SAMPLES);
    add(&limits[0], 4096, 1e-6, SAMPLES)->status = STATUS_UNSUPPORTED;
    const char *const text = answer(0);
    assert_has(text, "Use limit/b.\n");
    assert_has(text, "1Ki  limit/b  1.00 us");
    assert_has(text, "4Ki  limit/a    unsupported");
    add(&limits[0], 1024, 1e-6, SAMPLES);
    add(&serial, 1024, 2e-6, SAMPLES);
    refute_says(answer(0), "limit/");
}

TEST(workers_pay_from_a_size_on)
{
    for (uint64_t n = 1024; n <= 65536; n *= 8) {
        add_threads(n, 1, 1e-9 * (double)n);
        add_threads(n, 2, 3e-6 + 0.5e-9 * (double)n); /* as fast at 6000 */
        add_threads(n, 3, 3e-6 + 1e-9 * (double)n);   /* never */
    }
    add_threads(65536, 4, 65.5361e-6);
    const char *const text = answer(0);
    assert_has(text, "2 workers pay off from 8Ki elements (1.83x at 64Ki).\n");
    assert_has(text, "3 workers do not pay off up to 64Ki elements (0.96x at 64Ki).\n");
    assert_has(text, "Whether 4 workers pay off is not decided (1.00x at 64Ki).\n");
}

/* Of two runs of sizes the longer is named, and of the last size the ratio. */
TEST(workers_pay_between_two_sizes)
{
    static const double faster[] = {0.5, 1.5, 1.6, 0.9, 1.2};
    for (size_t i = 0; i < sizeof faster / sizeof faster[0]; i++) {
        const uint64_t n = UINT64_C(1024) << 3 * i;
        add_threads(n, 1, 1e-9 * (double)n);
        add_threads(n, 2, 1e-9 * (double)n / faster[i]);
    }
    assert_has(answer(0), "2 workers pay off from 8Ki to 64Ki elements; 1.20x at 4Mi.\n");
}

TEST(the_safest_tile_is_named)
{
    add_tile(1024, 64, 1e-6);
    add_tile(1024, 128, 1.5e-6);
    add_tile(4096, 64, 5e-6);
    add_tile(4096, 128, 4e-6);
    const char *const text = answer(0);
    assert_has(text, "Safest of 2 tiles: group/x T=64 V=8, at worst +25% at 4Ki.\n");
    assert_has(text, "4Ki  group/x T=128  4.00 us   8.2  1.25x  group/x T=64\n");
}

TEST(many_sizes_are_shortened_to_where_the_winner_changes)
{
    for (uint64_t n = 1; n <= 16; n++) {
        add(&serial, n, n < 8 ? 1e-6 : 2e-6, SAMPLES);
        add_threads(n, 1, 1.5e-6);
    }
    const char *const text = answer(0);
    assert_has(text, "\n 1  serial ");
    assert_has(text, "\n 8  threads/x ");
    assert_has(text, "\n16  threads/x ");
    refute_says(text, "\n 2  ");
    assert_has(text, "(13 sizes left out: --all)\n");
}

TEST(what_has_no_time_says_why)
{
    add(&serial, 1024, 1e-6, SAMPLES);
    strcpy(add_threads(1024, 1, 2e-6)->message, "element 17: expected 42, got 41");
    records[1].status = STATUS_WRONG;
    const char *const text = answer(0);
    assert_has(text, "no time  reason");
    assert_has(text, "wrong    element 17: expected 42, got 41\n");
    refute_says(text, "Use ");
}

TEST(a_partial_result_says_so_first)
{
    results.complete = false;
    add(&serial, 1024, 1e-6, SAMPLES);
    struct record *const other = add_threads(1024, 1, 2e-6);
    other->status = STATUS_INTERRUPTED;
    assert_int_equal(strncmp(answer(0), "Partial result: 1 of 2 points were reached.\n", 44), 0);
    other->status = STATUS_OK;
    assert_non_null(strstr(answer(0), "Partial result: processes of some points are missing.\n"));
    results.complete = true;
}

TEST(eight_sizes_fit_on_a_screen)
{
    for (uint64_t n = 1024; n <= 16777216; n *= 4) {
        add(&serial, n, 1e-9 * (double)n, SAMPLES);
        add_threads(n, 1, 3e-6 + 0.6e-9 * (double)n);
        add_threads(n, 2, 6e-6 + 0.5e-9 * (double)n);
    }
    const char *text = answer(80);
    unsigned lines = 0;
    for (; *text; text += strcspn(text, "\n") + 1, lines++)
        assert_true(strcspn(text, "\n") <= 80);
    assert_true(lines <= 22);
}
