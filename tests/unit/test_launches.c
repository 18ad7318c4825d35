/* SPDX-License-Identifier: MIT */
/* Points in child processes, with made-up implementations that crash, hang and exit; launches and what they
 * say together. Nothing depends on how fast. */
#include "base/buffer.h"
#include "machine/isa.h"
#include "measure/launches.h"
#include "registry/registry.h"
#include "results/join.h"

#include "made_up.h"
#include "test.h"

#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POINTS = 8, SMALL = 1000, MOST_LAUNCHES = 8 };

static unsigned calls, trigger; /* of the made-up implementation, in each process */

static void scan(const struct run *run)
{
    scan_sums(run);
    calls++;
}

static void scan_signalled(const struct run *run, int signal)
{
    scan(run);
    if (calls > trigger)
        raise(signal);
}

static void scan_segv(const struct run *run)
{
    scan_signalled(run, SIGSEGV);
}

static void scan_abort(const struct run *run)
{
    scan_signalled(run, SIGABRT);
}

static void scan_kill(const struct run *run)
{
    scan_signalled(run, SIGKILL);
}

static void scan_exit(const struct run *run)
{
    scan(run);
    if (calls > trigger)
        _exit(0);
}

static void scan_hang(const struct run *run)
{
    scan(run);
    while (calls > trigger)
        pause();
}

static void scan_slowly(const struct run *run)
{
    scan(run);
    usleep(10 * 1000);
}

/* It closes every door behind it and lives on. */
static void scan_deaf(const struct run *run)
{
    scan(run);
    for (int i = 3; i < 256; i++)
        close(i);
    while (calls > 0)
        pause();
}

static void scan_wrong(const struct run *run)
{
    scan(run);
    ((uint32_t *)run->output)[0]++;
}

struct bed {
    struct planned_point points[POINTS];
    struct plan plan;
    struct config config;
    struct machine machine;
    struct launch_options options;
    struct results *launches;
    struct error error;
    size_t kept[MOST_LAUNCHES][POINTS];
    size_t kept_count, fail_at, stop_at;
    size_t looks, looks_fail_at; /* of what is done meanwhile */
};

static bool note_kept(void *context, size_t launch, size_t index, const struct record *record,
                      struct error *error)
{
    struct bed *const bed = context;
    bed->kept[launch][index]++;
    bed->kept_count++;
    assert_ptr_equal(record, &bed->launches[launch].records[index]);
    if (bed->kept_count == bed->stop_at)
        stop_signal = SIGTERM;
    return bed->kept_count != bed->fail_at || error_set(error, EXIT_OUTPUT, "no space");
}

static bool count_looks(void *context, double *due_s, struct error *error)
{
    struct bed *const bed = context;
    *due_s = 0.01;
    bed->looks++;
    return bed->looks != bed->looks_fail_at || error_set(error, EXIT_OUTPUT, "no space");
}

static void bed_init(struct bed *bed)
{
    *bed = (struct bed){.plan.points = bed->points};
    bed->config.measure = (struct measure_settings){
        .samples_min = 20, .samples_max = 30, .precision = 0.5, .max_time_s = 10, .launches = 1, .seed = 5};
    bed->options = (struct launch_options){.running.budget_s = INFINITY, .keep = note_kept, .context = bed};
    assert_true(machine_init(&bed->machine, NULL, &bed->error));
    stop_signal = 0;
    calls = trigger = 0;
}

static void add(struct bed *bed, const struct implementation *implementation, size_t n)
{
    bed->points[bed->plan.count++] = (struct planned_point){
        .supported = true,
        .point = {.implementation = implementation,
                  .dtype = DTYPE_U32,
                  .op = OP_SUM,
                  .mode = MODE_EXCLUSIVE,
                  .n = n,
                  .pages = PAGES_4K,
                  .cache = CACHE_HOT},
    };
}

static void add_serial(struct bed *bed, size_t n)
{
    add(bed, registry_find(PRIMITIVE_SCAN, "serial"), n);
}

static bool run(struct bed *bed)
{
    if (!bed->launches)
        launches_make(&bed->launches, bed->config.measure.launches, &bed->plan);
    const struct workload workload = {&bed->plan, &bed->config, &bed->machine};
    return launches_run(&workload, &bed->options, bed->launches, &bed->error);
}

static struct record *record(struct bed *bed, size_t i)
{
    return &bed->launches[0].records[i];
}

static void bed_close(struct bed *bed)
{
    launches_close(bed->launches, bed->config.measure.launches);
    machine_close(&bed->machine);
    stop_signal = 0;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
}

static void points_come_back_whole(void **state)
{
    (void)state;
    struct bed bed;
    bed_init(&bed);
    add_serial(&bed, SMALL);
    add_serial(&bed, SMALL + 1);
    add(&bed, registry_find(PRIMITIVE_SCAN, "serial"), SMALL);
    bed.points[2].supported = false;
    strcpy(bed.points[2].reason, "not today");
    if (!run(&bed))
        fail_msg("%s", bed.error.text);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(record(&bed, i)->status, STATUS_OK);
        assert_in_range(record(&bed, i)->sample_count, 20, 30);
        assert_int_equal(record(&bed, i)->statistics.samples, record(&bed, i)->sample_count);
        assert_true(record(&bed, i)->samples_s[0] > 0);
        assert_non_null(record(&bed, i)->limit_name);
    }
    assert_int_equal(record(&bed, 2)->status, STATUS_UNSUPPORTED);
    assert_string_equal(record(&bed, 2)->message, "not today");
    assert_int_equal(bed.kept_count, 3);
    assert_true(bed.launches[0].complete);
    bed_close(&bed);
}

/* The one in the middle ends its process in the given call; those beside it and behind it are measured. */
static void check_casualty(void (*run_it)(const struct run *), unsigned in_call, enum status status,
                           const char *message)
{
    const struct implementation bad = made_up_scan("bad", run_it);
    struct bed bed;
    bed_init(&bed);
    bed.options.hang_s = 0.3;
    add_serial(&bed, SMALL);
    add(&bed, &bad, SMALL);
    add(&bed, &bad, SMALL + 1);
    add_serial(&bed, SMALL + 1);
    add_serial(&bed, SMALL + 2);
    trigger = in_call;
    if (!run(&bed))
        fail_msg("%s", bed.error.text);
    for (size_t i = 0; i < 5; i++) {
        const bool is_bad = i == 1 || i == 2;
        assert_int_equal(record(&bed, i)->status, is_bad ? status : STATUS_OK);
        assert_int_equal(bed.kept[0][i], 1);
        if (!is_bad)
            continue;
        if (!strstr(record(&bed, i)->message, message))
            fail_msg("'%s' lacks '%s'", record(&bed, i)->message, message);
        assert_int_equal(record(&bed, i)->sample_count, 0);
        assert_true(isnan(record_bytes_per_s(record(&bed, i))));
    }
    assert_true(bed.launches[0].complete);
    bed_close(&bed);
}

static void crash_costs_one_point(void **state)
{
    (void)state;
    check_casualty(scan_segv, 0, STATUS_CRASHED, "SIGSEGV");
    check_casualty(scan_abort, 10, STATUS_CRASHED, "SIGABRT");
    check_casualty(scan_kill, 1, STATUS_CRASHED, "SIGKILL");
}

static void exit_costs_one_point(void **state)
{
    (void)state;
    check_casualty(scan_exit, 0, STATUS_CRASHED, "exit status 0");
    check_casualty(scan_exit, 20, STATUS_CRASHED, "exit status 0");
}

static void hang_costs_one_point(void **state)
{
    (void)state;
    check_casualty(scan_hang, 0, STATUS_TIMEOUT, "no sign of life");
    check_casualty(scan_deaf, 0, STATUS_CRASHED, "SIGKILL");
}

static void wrong_costs_one_point(void **state)
{
    (void)state;
    check_casualty(scan_wrong, 0, STATUS_WRONG, "element 0");
}

/* What is not pending is left alone. */
static void finished_is_not_measured_again(void **state)
{
    (void)state;
    const struct implementation bad = made_up_scan("bad", scan_segv);
    struct bed bed;
    bed_init(&bed);
    add(&bed, &bad, SMALL);
    add_serial(&bed, SMALL);
    launches_make(&bed.launches, 1, &bed.plan);
    bed.launches[0].records[0].status = STATUS_SKIPPED;
    assert_true(run(&bed));
    assert_int_equal(record(&bed, 0)->status, STATUS_SKIPPED);
    assert_int_equal(record(&bed, 1)->status, STATUS_OK);
    assert_int_equal(bed.kept_count, 1);
    bed_close(&bed);
}

static void check_stop(bool in_process, bool fails)
{
    struct bed bed;
    bed_init(&bed);
    for (size_t i = 0; i < 4; i++)
        add_serial(&bed, SMALL + i);
    bed.options.in_process = in_process;
    bed.fail_at = fails ? 2 : 0;
    bed.stop_at = fails ? 0 : 2;
    assert_int_equal(run(&bed), !fails);
    assert_int_equal(bed.error.code, fails ? EXIT_OUTPUT : EXIT_OK);
    assert_int_equal(bed.kept_count, 2);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(record(&bed, i)->status, i < 2 ? STATUS_OK : STATUS_INTERRUPTED);
    assert_non_null(strstr(record(&bed, 3)->message, fails ? "failed before" : "signal"));
    assert_false(bed.launches[0].complete);
    bed_close(&bed);
}

/* What there is to do meanwhile is done as often as it asks to be, and ends the run when it fails. */
static void check_meanwhile(bool in_process, size_t fails_at)
{
    const struct implementation slow = made_up_scan("slow", scan_slowly);
    struct bed bed;
    bed_init(&bed);
    add(&bed, &slow, SMALL);
    bed.options.in_process = in_process;
    bed.options.meanwhile = count_looks;
    bed.looks_fail_at = fails_at;
    assert_int_equal(run(&bed), !fails_at);
    assert_int_equal(bed.error.code, fails_at ? EXIT_OUTPUT : EXIT_OK);
    assert_true(bed.looks >= 3);
    assert_int_equal(record(&bed, 0)->status, fails_at ? STATUS_INTERRUPTED : STATUS_OK);
    bed_close(&bed);
}

static void a_long_point_leaves_time_for_other_things(void **state)
{
    (void)state;
    check_meanwhile(false, 0);
    check_meanwhile(true, 0);
    check_meanwhile(false, 3);
    check_meanwhile(true, 3);
}

static void full_disk_ends_the_run(void **state)
{
    (void)state;
    check_stop(false, true);
    check_stop(true, true);
}

static void signal_reaches_the_child(void **state)
{
    (void)state;
    check_stop(false, false);
    check_stop(true, false);
}

static void budget_counts_for_all(void **state)
{
    (void)state;
    struct bed bed;
    bed_init(&bed);
    add_serial(&bed, SMALL);
    bed.options.running.budget_s = 0;
    assert_false(run(&bed));
    assert_int_equal(bed.error.code, EXIT_BUDGET);
    assert_int_equal(record(&bed, 0)->status, STATUS_INTERRUPTED);
    assert_non_null(strstr(record(&bed, 0)->message, "budget"));
    assert_int_equal(bed.kept_count, 0);
    bed_close(&bed);
}

static void launches_are_joined(void **state)
{
    (void)state;
    struct bed bed;
    struct results joined;
    bed_init(&bed);
    add_serial(&bed, SMALL);
    add_serial(&bed, SMALL + 1);
    bed.config.measure.launches = 3;
    assert_true(run(&bed));
    assert_int_equal(bed.kept_count, 6);
    const uint64_t batch = record(&bed, 0)->batch;
    results_join(bed.launches, 3, &joined);
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
        assert_int_equal(all->verified, 9);
    }
    for (size_t l = 0; l < 3; l++)
        assert_int_equal(joined.records[0].launches[l].batch, batch);
    results_close(&joined);
    bed_close(&bed);
}

/* Records of made-up launches of one point with these medians, each with samples within 1 %. */
static struct results *made_up(struct bed *bed, const double *medians, size_t count)
{
    add_serial(bed, SMALL);
    bed->config.measure.launches = count;
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

/* Stopped in the second of three launches, behind its first point. */
static void finished_launches_are_joined(void **state)
{
    (void)state;
    struct bed bed;
    struct results joined;
    bed_init(&bed);
    add_serial(&bed, SMALL);
    add_serial(&bed, SMALL + 1);
    bed.config.measure.launches = 3;
    bed.stop_at = 3;
    assert_true(run(&bed));
    const struct statistics alone = record(&bed, 1)->statistics;
    const double limit_ratio = record(&bed, 1)->limit_ratio;
    results_join(bed.launches, 3, &joined);
    assert_false(joined.complete);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(joined.records[i].status, STATUS_OK);
        assert_int_equal(joined.records[i].launch_count, 2 - i);
        assert_int_equal(joined.records[i].verified, 3 * (2 - i));
    }
    assert_int_equal(joined.records[0].sample_count,
                     record(&bed, 0)->sample_count + bed.launches[1].records[0].sample_count);
    assert_memory_equal(&joined.records[1].statistics, &alone, sizeof alone);
    assert_memory_equal(&joined.records[1].limit_ratio, &limit_ratio, sizeof limit_ratio);
    results_close(&joined);
    bed_close(&bed);
}

/* As after a resume: the launch that lacks a point need not be the last. */
static void any_launch_may_lack_a_point(void **state)
{
    (void)state;
    struct bed bed;
    struct results joined;
    bed_init(&bed);
    struct results *const launches = made_up(&bed, (const double[]){1, 2, 3}, 3);
    record_fail(&launches[0].records[0], STATUS_INTERRUPTED, "stopped");
    launches[0].complete = false;
    results_join(launches, 3, &joined);
    assert_false(joined.complete);
    assert_int_equal(joined.records[0].launch_count, 2);
    assert_true(fabs(joined.records[0].statistics.median - 2.5) < 1e-12);
    results_close(&joined);
    bed_close(&bed);
}

/* A point that failed in any launch has failed, whatever the others did; one that none reached says so. */
static void what_no_launch_measured_has_no_samples(void **state)
{
    (void)state;
    struct bed bed;
    struct results joined;
    bed_init(&bed);
    struct results *const launches = made_up(&bed, (const double[]){1, 2, 3}, 3);
    record_fail(&launches[1].records[0], STATUS_CRASHED, "killed");
    record_fail(&launches[2].records[0], STATUS_INTERRUPTED, "stopped");
    results_join(launches, 3, &joined);
    assert_int_equal(joined.records[0].status, STATUS_CRASHED);
    assert_string_equal(joined.records[0].message, "killed (launch 2)");
    assert_int_equal(joined.records[0].sample_count, 0);
    results_close(&joined);
    for (size_t l = 0; l < 3; l++)
        record_fail(&launches[l].records[0], STATUS_INTERRUPTED, "stopped");
    results_join(launches, 3, &joined);
    assert_int_equal(joined.records[0].status, STATUS_INTERRUPTED);
    assert_string_equal(joined.records[0].message, "stopped");
    results_close(&joined);
    bed_close(&bed);
}

static void crash_in_every_launch(void **state)
{
    (void)state;
    const struct implementation bad = made_up_scan("bad", scan_segv);
    struct bed bed;
    struct results joined;
    bed_init(&bed);
    add(&bed, &bad, SMALL);
    add_serial(&bed, SMALL);
    bed.config.measure.launches = 2;
    assert_true(run(&bed));
    results_join(bed.launches, 2, &joined);
    assert_int_equal(joined.records[0].status, STATUS_CRASHED);
    assert_non_null(strstr(joined.records[0].message, "(launch 1)"));
    assert_int_equal(joined.records[1].status, STATUS_OK);
    results_close(&joined);
    bed_close(&bed);
}

static void check_joined(const double *medians, size_t count, double median, bool disagree)
{
    struct bed bed;
    struct results joined;
    bed_init(&bed);
    results_join(made_up(&bed, medians, count), count, &joined);
    const struct record *const all = &joined.records[0];
    assert_true(fabs(all->statistics.median / median - 1) < 1e-12);
    assert_int_equal(!!(all->flags & FLAG_LAUNCH_DISAGREE), disagree);
    assert_int_equal(!!(all->flags & FLAG_UNSTABLE), disagree);
    assert_true(all->statistics.ci_low >= 0 && all->statistics.ci_low <= median);
    assert_true(all->statistics.ci_high >= median);
    assert_int_equal(all->statistics.samples, 9 * count);
    results_close(&joined);
    bed_close(&bed);
}

static void interval_is_across_launches(void **state)
{
    (void)state;
    check_joined((const double[]){1, 1.001, 0.999}, 3, 1, false);
    check_joined((const double[]){1, 1.001, 1.05}, 3, 1.001, true);
    check_joined((const double[]){1, 2}, 2, 1.5, true);
    check_joined((const double[]){1, 1, 1, 1, 1, 1, 1}, 7, 1, false);
}

/* Launches whose cores were placed otherwise than in most are told, and not pooled. */
static void placements_are_not_pooled(void **state)
{
    (void)state;
    struct bed bed;
    struct results joined;
    bed_init(&bed);
    const double medians[] = {1, 1.001, 2};
    struct results *const launches = made_up(&bed, medians, 3);
    for (size_t l = 0; l < 3; l++) {
        double *const trips_s = malloc(9 * sizeof *trips_s);
        for (size_t i = 0; trips_s && i < 9; i++)
            trips_s[i] = l < 2 ? 100e-9 : 500e-9;
        launches[l].records[0].trips_s = trips_s;
    }
    results_join(launches, 3, &joined);
    const struct record *const all = &joined.records[0];
    assert_true(fabs(all->statistics.median - 1.0005) < 1e-9);
    assert_int_equal(all->statistics.samples, 18);
    assert_int_equal(all->sample_count, 27);
    assert_true(isnan(all->launches[2].median));
    assert_int_equal(all->flags, FLAG_PLACEMENT_MOVED);
    results_close(&joined);
    bed_close(&bed);
}

/* mean ± t(0.975, 2) · sd / √3 */
static void few_launches_use_student(void **state)
{
    (void)state;
    struct bed bed;
    struct results joined;
    bed_init(&bed);
    const double medians[] = {10, 11, 12};
    results_join(made_up(&bed, medians, 3), 3, &joined);
    assert_true(fabs(joined.records[0].statistics.ci_low - (11 - 4.3027 / sqrt(3))) < 1e-9);
    assert_true(fabs(joined.records[0].statistics.ci_high - (11 + 4.3027 / sqrt(3))) < 1e-9);
    results_close(&joined);
    bed_close(&bed);
}

static void patience_grows_with_the_problem(void **state)
{
    (void)state;
    struct bed bed;
    bed_init(&bed);
    add_serial(&bed, SMALL);
    assert_in_range(launch_hang_s(&bed.plan), 60, 61);
    add_serial(&bed, (size_t)1 << 28);
    assert_in_range(launch_hang_s(&bed.plan), 200, 1000);
    bed_close(&bed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_come_back_whole),
        cmocka_unit_test(crash_costs_one_point),
        cmocka_unit_test(exit_costs_one_point),
        cmocka_unit_test(hang_costs_one_point),
        cmocka_unit_test(wrong_costs_one_point),
        cmocka_unit_test(finished_is_not_measured_again),
        cmocka_unit_test(a_long_point_leaves_time_for_other_things),
        cmocka_unit_test(full_disk_ends_the_run),
        cmocka_unit_test(signal_reaches_the_child),
        cmocka_unit_test(budget_counts_for_all),
        cmocka_unit_test(launches_are_joined),
        cmocka_unit_test(finished_launches_are_joined),
        cmocka_unit_test(any_launch_may_lack_a_point),
        cmocka_unit_test(what_no_launch_measured_has_no_samples),
        cmocka_unit_test(crash_in_every_launch),
        cmocka_unit_test(interval_is_across_launches),
        cmocka_unit_test(placements_are_not_pooled),
        cmocka_unit_test(few_launches_use_student),
        cmocka_unit_test(patience_grows_with_the_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
