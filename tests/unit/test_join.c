/* SPDX-License-Identifier: MIT */
/* What made-up launches of a point say together. */
#include "results/results.h"

#include "launch_bed.h"
#include "read_record.h"

/* Records of made-up launches of one point with these medians, each with samples within 1 %. */
static struct results *made_up(struct bed *bed, const double *medians, size_t count)
{
    add_serial(bed, SMALL);
    bed->config.measure.processes = count;
    launches_make(&bed->launches, count, &bed->plan);
    for (size_t l = 0; l < count; l++) {
        struct record *const made = &bed->launches[l].records[0];
        made->samples_s = malloc(9 * sizeof(double));
        made->sample_count = 9;
        for (size_t i = 0; i < 9; i++)
            made->samples_s[i] = medians[l] * (0.99 + 0.0025 * (double)i);
        made->statistics = statistics_make(made->samples_s, 9);
        made->status = STATUS_OK;
        bed->launches[l].complete = true;
    }
    return bed->launches;
}

/* In JSON, with its samples and without a rate. */
static void check_reads_back(const struct record *record)
{
    struct error error = {0};
    struct record read = record_of(&record->point);
    json_t *const json = record_json(record);
    assert_done(read_record(&read, json, &error), &error);
    assert_int_equal(read.status, record->status);
    assert_int_equal(read.sample_count, record->sample_count);
    assert_int_equal(read.launch_count, record->launch_count);
    assert_memory_equal(read.samples_s, record->samples_s, record->sample_count * sizeof *read.samples_s);
    json_decref(json);
    record_close(&read);
}

/* Launches that have other numbers of samples together than the record has are of no record. */
TEST_OF(bed, samples_of_launches_are_those_of_the_record)
{
    struct error error = {0};
    struct results joined;
    results_join(made_up(bed, (const double[]){1, 2}, 2), 2, &joined);
    for (int more = -1; more <= 1; more++) {
        struct record read = record_of(&joined.records[0].point);
        json_t *const json = record_json(&joined.records[0]);
        json_t *const first = json_array_get(json_object_get(json, "launches"), 0);
        json_object_set_new(first, "samples", json_integer(9 + more));
        assert_int_equal(read_record(&read, json, &error), more == 0);
        json_decref(json);
        record_close(&read);
    }
    results_close(&joined);
}

/* One launch whose second call gave other bits says so for all. */
TEST_OF(bed, bits_repeat_in_all_or_not)
{
    struct results joined;
    struct results *const launches = made_up(bed, (const double[]){1, 2, 3}, 3);
    for (size_t l = 0; l < 3; l++)
        launches[l].records[0].accuracy.repeats = l == 1 ? NO : YES;
    results_join(launches, 3, &joined);
    assert_int_equal(joined.records[0].accuracy.repeats, NO);
    results_close(&joined);
}

/* Whether more than the limit was reached is asked of all launches together, not of any. */
TEST_OF(bed, a_limit_is_exceeded_by_all_or_not)
{
    struct results *const launches = made_up(bed, (const double[]){1, 2, 3}, 3);
    for (unsigned above = 1; above <= 3; above += 2) {
        struct results joined;
        for (size_t l = 0; l < 3; l++) {
            struct record *const record = &launches[l].records[0];
            record->limit_ratio = l < above ? 1.1 : 0.9;
            record->limit_interval = (struct interval){record->limit_ratio, record->limit_ratio};
            record->flags = l < above ? FLAG_LIMIT_EXCEEDED : 0;
        }
        results_join(launches, 3, &joined);
        assert_int_equal(joined.records[0].flags, above == 3 ? FLAG_LIMIT_EXCEEDED : 0);
        results_close(&joined);
    }
}

/* As after a resume: the launch that lacks a point need not be the last. */
TEST_OF(bed, any_launch_may_lack_a_point)
{
    struct results joined;
    struct results *const launches = made_up(bed, (const double[]){1, 2, 3}, 3);
    record_fail(&launches[0].records[0], STATUS_INTERRUPTED, "stopped");
    launches[0].complete = false;
    results_join(launches, 3, &joined);
    assert_false(joined.complete);
    assert_int_equal(joined.records[0].launch_count, 2);
    assert_true(fabs(joined.records[0].statistics.median - 2.5) < 1e-12);
    results_close(&joined);
}

/* A point that failed in any launch has failed, whatever the others did; what they measured is kept where it
 * ended its process or hung, and read back. One that none reached says so. */
TEST_OF(bed, what_no_launch_measured_has_no_samples)
{
    struct results joined;
    struct results *const launches = made_up(bed, (const double[]){1, 2, 3}, 3);
    record_fail(&launches[1].records[0], STATUS_CRASHED, "killed");
    record_fail(&launches[2].records[0], STATUS_INTERRUPTED, "stopped");
    results_join(launches, 3, &joined);
    assert_int_equal(joined.records[0].status, STATUS_CRASHED);
    assert_string_equal(joined.records[0].message, "killed (launch 2)");
    assert_int_equal(joined.records[0].launch_count, 1);
    assert_int_equal(joined.records[0].sample_count, 9);
    assert_near(joined.records[0].samples_s[0], 0.99, 1e-12);
    assert_false(record_measured(&joined.records[0]));
    assert_true(isnan(record_bytes_per_s(&joined.records[0])));
    check_reads_back(&joined.records[0]);
    results_close(&joined);
    for (size_t l = 0; l < 3; l++)
        record_fail(&launches[l].records[0], STATUS_INTERRUPTED, "stopped");
    results_join(launches, 3, &joined);
    assert_int_equal(joined.records[0].status, STATUS_INTERRUPTED);
    assert_string_equal(joined.records[0].message, "stopped");
    results_close(&joined);
}

static void check_joined(const double *medians, size_t count, double median)
{
    struct bed bed;
    struct results joined;
    bed_open(&bed);
    results_join(made_up(&bed, medians, count), count, &joined);
    const struct record *const all = &joined.records[0];
    assert_true(fabs(all->statistics.median / median - 1) < 1e-12);
    assert_true(all->statistics.ci_low >= 0 && all->statistics.ci_low <= median);
    assert_true(all->statistics.ci_high >= median);
    assert_int_equal(all->statistics.samples, 9 * count);
    results_close(&joined);
    bed_close(&bed);
}

TEST(interval_is_across_launches)
{
    check_joined((const double[]){1, 1.001, 0.999}, 3, 1);
    check_joined((const double[]){1, 1.001, 1.05}, 3, 1.001);
    check_joined((const double[]){1, 2}, 2, 1.5);
    check_joined((const double[]){1, 1, 1, 1, 1, 1, 1}, 7, 1);
}

/* Of three launches all, of ten all but the outermost: of the time and of the share of the limit. */
TEST(interval_leaves_the_outermost_out)
{
    const double medians[] = {5, 1, 9, 3, 7, 10, 2, 6, 4, 8};
    const struct {
        size_t count;
        double low, high;
    } cases[] = {{3, 1, 9}, {10, 2, 9}};
    for (size_t k = 0; k < 2; k++) {
        struct bed bed;
        struct results joined;
        bed_open(&bed);
        struct results *const launches = made_up(&bed, medians, cases[k].count);
        for (size_t l = 0; l < cases[k].count; l++)
            launches[l].records[0].limit_ratio = medians[l] / 10;
        results_join(launches, cases[k].count, &joined);
        const struct record *const all = &joined.records[0];
        assert_near(all->statistics.ci_low, cases[k].low, 1e-12);
        assert_near(all->statistics.ci_high, cases[k].high, 1e-12);
        assert_near(all->limit_interval.low, cases[k].low / 10, 1e-12);
        assert_near(all->limit_interval.high, cases[k].high / 10, 1e-12);
        results_close(&joined);
        bed_close(&bed);
    }
}

/* Two runs of three launches and of one are one of four; a failure of either is that of both. */
TEST(runs_are_appended)
{
    struct bed bed, more_bed;
    struct results first;
    bed_open(&bed);
    bed_open(&more_bed);
    results_join(made_up(&bed, (const double[]){1, 2, 3}, 3), 3, &first);
    struct results *const more = made_up(&more_bed, (const double[]){10}, 1);
    assert_true(results_append(&first, more));
    const struct record *const all = &first.records[0];
    assert_int_equal(all->launch_count, 4);
    assert_int_equal(all->sample_count, 36);
    assert_near(all->statistics.median, 2.5, 1e-12);
    assert_near(all->statistics.ci_high, 10, 1e-12);
    record_fail(&more->records[0], STATUS_INTERRUPTED, "stopped");
    assert_true(results_append(&first, more));
    assert_int_equal(first.records[0].launch_count, 4);
    record_fail(&more->records[0], STATUS_WRONG, "no");
    assert_true(results_append(&first, more));
    assert_int_equal(first.records[0].status, STATUS_WRONG);
    more->count = 0;
    assert_false(results_append(&first, more));
    more->count = 1;
    results_close(&first);
    bed_close(&bed);
    bed_close(&more_bed);
}

/* As of a smoke run. */
/* Of two runs the share of the limit is by process, not by run. */
TEST(a_share_of_appended_runs_is_of_all_processes)
{
    static const double medians[2][3] = {{1, 2, 3}, {4, 5, 10}};
    struct bed beds[2];
    struct results joined[2];
    for (size_t k = 0; k < 2; k++) {
        bed_open(&beds[k]);
        struct results *const launches = made_up(&beds[k], medians[k], 3);
        for (size_t l = 0; l < 3; l++) {
            struct record *const record = &launches[l].records[0];
            record->limit_s = malloc(9 * sizeof(double));
            for (size_t i = 0; i < 9; i++)
                record->limit_s[i] = 1;
            record->limit_ratio = 1 / medians[k][l];
        }
        results_join(launches, 3, &joined[k]);
    }
    assert_true(results_append(&joined[0], &joined[1]));
    const struct record *const all = &joined[0].records[0];
    assert_near(all->limit_ratio, 1 / 3.5, 1e-12);
    assert_near(all->limit_interval.low, 1. / 10, 1e-12);
    assert_near(all->limit_interval.high, 1, 1e-12);
    for (size_t k = 0; k < 2; k++) {
        results_close(&joined[k]);
        bed_close(&beds[k]);
    }
}

TEST_OF(bed, one_sample_is_read_back)
{
    struct record *const made = &made_up(bed, (const double[]){1}, 1)[0].records[0];
    made->sample_count = 1;
    made->statistics = statistics_make(made->samples_s, 1);
    check_reads_back(made);
}
