/* SPDX-License-Identifier: MIT */
/* Launches one after the other, cut short or whole, and what they say together. Nothing depends on how fast.
 */
#include "measure/measure.h"
#include "results/results.h"

#include "launch_bed.h"

TEST_OF(bed, budget_counts_for_all)
{
    add_serial(bed, SMALL);
    bed->options.running.budget_s = 0;
    assert_false(run(bed));
    assert_int_equal(bed->error.code, EXIT_BUDGET);
    assert_int_equal(record(bed, 0)->status, STATUS_INTERRUPTED);
    assert_non_null(strstr(record(bed, 0)->message, "time ran out"));
    assert_int_equal(bed->kept_count, 0);
}

/* Nobody expects a scan that sleeps: only who has rehearsed it knows how long ten processes of three calls
 * take at least. What crashes costs the others nothing, and what is refused is not run. */
TEST_OF(bed, a_rehearsal_finds_how_long_a_plan_takes)
{
    const struct implementation crashing = made_up_scan("crashing", scan_segv),
                                slow = made_up_scan("slow", scan_slowly);
    const double least_s = 10 * 3 * 10e-3;
    trigger = 1000;
    add(bed, &slow, SMALL);
    bed->config.measure.processes = 10;
    assert_true(time_of_plan(&bed->plan, &bed->config) < least_s);
    rehearsal_run(&bed->plan, &bed->config, &bed->machine);
    assert_true(time_of_plan(&bed->plan, &bed->config) >= least_s);
    trigger = 0;
    add(bed, &crashing, 4 * SMALL);
    add(bed, &slow, 16 * SMALL);
    bed->points[2].supported = false;
    rehearsal_run(&bed->plan, &bed->config, &bed->machine);
    assert_true(bed->points[0].pace[PROCESS_FIRST] > 1 && bed->points[0].pace[PROCESS_LATER] > 1);
    assert_true(bed->points[2].pace[PROCESS_FIRST] == 0 && bed->points[2].pace[PROCESS_LATER] == 0);
}

TEST_OF(bed, launches_are_joined)
{
    struct results joined;
    add_serial(bed, SMALL);
    add_serial(bed, SMALL + 1);
    bed->config.measure.processes = 3;
    assert_true(run(bed));
    assert_int_equal(bed->kept_count, 6);
    const uint64_t batch = record(bed, 0)->batch;
    results_join(bed->launches, 3, &joined);
    assert_true(joined.complete);
    for (size_t i = 0; i < 2; i++) {
        const struct record *const all = &joined.records[i];
        size_t samples = 0;
        assert_int_equal(all->status, STATUS_OK);
        assert_int_equal(all->launch_count, 3);
        for (size_t l = 0; l < 3; l++)
            samples += all->launches[l].samples;
        assert_int_equal(samples, all->sample_count);
        assert_true(all->statistics.ci_low <= all->statistics.median &&
                    all->statistics.median <= all->statistics.ci_high);
        assert_int_equal(all->verified, 2 + 3 * 2); /* proofs in the first, two whole samples in each */
    }
    for (size_t l = 0; l < 3; l++)
        assert_int_equal(joined.records[0].launches[l].batch, batch);
    results_close(&joined);
}

/* Whoever failed in the first launch is not measured in the others. */
TEST_OF(bed, later_launches_know_the_first)
{
    const struct implementation wrong = made_up_scan("wrong", scan_wrong);
    struct results joined = {0};
    bed->config.measure.processes = 3;
    bed->options.in_process = true;
    add(bed, &wrong, SMALL);
    add_serial(bed, SMALL);
    assert_true(run(bed));
    assert_int_equal(calls, 1);
    for (size_t l = 0; l < 3; l++) {
        assert_int_equal(bed->launches[l].records[0].status, STATUS_WRONG);
        assert_int_equal(bed->launches[l].records[1].status, STATUS_OK);
    }
    results_join(bed->launches, 3, &joined);
    assert_int_equal(joined.records[0].status, STATUS_WRONG);
    assert_non_null(strstr(joined.records[0].message, "(launch 1)"));
    results_close(&joined);
}

static void note_launch(void *context, const struct runner_progress *progress)
{
    unsigned *const shown = context;
    assert_int_equal(progress->launches, 3);
    *shown |= 1u << progress->launch;
}

TEST_OF(bed, progress_counts_launches)
{
    unsigned shown = 0;
    add_serial(bed, SMALL);
    bed->config.measure.processes = 3;
    bed->options.in_process = true;
    bed->options.running.progress = note_launch;
    bed->options.running.context = &shown;
    assert_true(run(bed));
    assert_int_equal(shown, 7);
}

/* Stopped in the second of three launches, after its first point. */
TEST_OF(bed, finished_launches_are_joined)
{
    struct results joined;
    add_serial(bed, SMALL);
    add_serial(bed, SMALL + 1);
    bed->config.measure.processes = 3;
    bed->stop_at = 3;
    assert_true(run(bed));
    const struct statistics alone = record(bed, 1)->statistics;
    const double limit_ratio = record(bed, 1)->limit_ratio;
    results_join(bed->launches, 3, &joined);
    assert_false(joined.complete);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(joined.records[i].status, STATUS_OK);
        assert_int_equal(joined.records[i].launch_count, 2 - i);
        assert_true(joined.records[i].verified >= 3 * (2 - i));
    }
    assert_int_equal(joined.records[0].sample_count,
                     record(bed, 0)->sample_count + bed->launches[1].records[0].sample_count);
    assert_memory_equal(&joined.records[1].statistics, &alone, sizeof alone);
    assert_memory_equal(&joined.records[1].limit_ratio, &limit_ratio, sizeof limit_ratio);
    results_close(&joined);
}

TEST_OF(bed, crash_in_every_launch)
{
    const struct implementation bad = made_up_scan("bad", scan_segv);
    struct results joined;
    add(bed, &bad, SMALL);
    add_serial(bed, SMALL);
    bed->config.measure.processes = 2;
    assert_true(run(bed));
    results_join(bed->launches, 2, &joined);
    assert_int_equal(joined.records[0].status, STATUS_CRASHED);
    assert_non_null(strstr(joined.records[0].message, "(launch 1)"));
    assert_int_equal(joined.records[1].status, STATUS_OK);
    results_close(&joined);
}

TEST_OF(bed, patience_grows_with_the_problem)
{
    add_serial(bed, SMALL);
    assert_in_range(launch_hang_s(&bed->plan), 60, 61);
    assert_in_range(launch_turn_s(&bed->plan), 120, 123);
    add_serial(bed, (size_t)1 << 28);
    assert_in_range(launch_hang_s(&bed->plan), 200, 1000);
    assert_true(launch_turn_s(&bed->plan) > 4 * launch_hang_s(&bed->plan) - 130);
}
