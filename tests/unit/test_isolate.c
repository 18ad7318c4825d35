/* SPDX-License-Identifier: MIT */
/* Points in child processes, with made-up implementations that crash, hang and exit. Nothing depends on how
 * fast. */
#include "damaged_rows.h"
#include "launch_bed.h"
#include "results/results.h"

#include <dirent.h>
#include <errno.h>
#include <unistd.h>

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

/* Write to every descriptor that the process inherited. */
static void write_everywhere(const char *text, size_t length)
{
    signal(SIGPIPE, SIG_IGN); /* what the test itself inherited */
    DIR *const descriptors = opendir("/proc/self/fd");
    assert_non_null(descriptors);
    for (const struct dirent *entry; (entry = readdir(descriptors));) {
        const int descriptor = atoi(entry->d_name);
        if (descriptor > 2 && write(descriptor, text, length) < 0)
            errno = 0;
    }
    closedir(descriptors);
}

static void scan_garbage(const struct run *run)
{
    scan(run);
    if (calls <= trigger)
        return;
    write_everywhere("garbage", 8);
    for (;;)
        pause(); /* who did it is what runs when it is seen */
}

static const struct damaged_row *sent;
static const struct point *sent_of;

/* It sends a message with a right digest, of a record that is not. */
static void scan_forged(const struct run *run)
{
    struct record record = record_of(sent_of);
    double samples_s[] = {1e-6, 1e-6};
    size_t length;
    scan(run);
    record.status = STATUS_OK;
    record.samples_s = samples_s;
    record.sample_count = 2;
    record.limit_name = registry[0]->name;
    record.statistics = record_statistics(&record);
    json_t *const line = journal_record(0, 1, &record);
    if (sent)
        damage(json_object_get(line, "result"), sent);
    else
        json_object_set_new(line, "index", json_integer(99));
    char *const text = journal_line_make(line, &length);
    write_everywhere(text, length);
    free(text);
}

/* It closes every descriptor that it has and lives on. */
static void scan_deaf(const struct run *run)
{
    scan(run);
    if (calls > trigger && close_range(3, ~0u, 0) != 0)
        abort();
    while (calls > trigger)
        pause();
}

static bool count_looks(void *context, double *due_s, struct error *error)
{
    struct bed *const bed = context;
    *due_s = 0.01;
    bed->looks++;
    return bed->looks != bed->looks_fail_at || error_set(error, EXIT_OUTPUT, "no space");
}

TEST_OF(bed, points_come_back_whole)
{
    add_serial(bed, SMALL);
    add_serial(bed, SMALL + 1);
    add(bed, registry_find(PRIMITIVE_SCAN, "serial"), SMALL);
    bed->points[2].supported = false;
    strcpy(bed->points[2].reason, "not today");
    assert_done(run(bed), &bed->error);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(record(bed, i)->status, STATUS_OK);
        assert_in_range(record(bed, i)->sample_count, 20, 30);
        assert_int_equal(record(bed, i)->statistics.samples, record(bed, i)->sample_count);
        assert_true(record(bed, i)->samples_s[0] > 0);
        assert_non_null(record(bed, i)->limit_name);
    }
    assert_int_equal(record(bed, 2)->status, STATUS_UNSUPPORTED);
    assert_string_equal(record(bed, 2)->message, "not today");
    assert_int_equal(bed->kept_count, 3);
    assert_true(bed->launches[0].complete);
}

/* The one in the middle ends its process in the given call; those beside it and after it are measured. */
static void check_casualty(void (*run_it)(const struct run *), unsigned in_call, enum status status,
                           const char *message)
{
    const struct implementation bad = made_up_scan("bad", run_it);
    struct bed bed;
    bed_open(&bed);
    bed.options.hang_s = 0.3;
    add_serial(&bed, SMALL);
    add(&bed, &bad, SMALL);
    add(&bed, &bad, SMALL + 1);
    add_serial(&bed, SMALL + 1);
    add_serial(&bed, SMALL + 2);
    trigger = in_call;
    assert_done(run(&bed), &bed.error);
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

TEST(crash_costs_one_point)
{
    check_casualty(scan_segv, 0, STATUS_CRASHED, "SIGSEGV");
    check_casualty(scan_abort, 10, STATUS_CRASHED, "SIGABRT");
    check_casualty(scan_kill, 1, STATUS_CRASHED,
                   "SIGKILL (by another process, or by the kernel for lack of memory)");
}

TEST(exit_costs_one_point)
{
    check_casualty(scan_exit, 0, STATUS_CRASHED, "exit status 0");
    check_casualty(scan_exit, 20, STATUS_CRASHED, "exit status 0");
}

TEST(hang_costs_one_point)
{
    check_casualty(scan_hang, 0, STATUS_TIMEOUT, "no sign of life");
}

TEST(descriptors_that_are_inherited_cost_one_point)
{
    check_casualty(scan_deaf, 0, STATUS_CRASHED, "it closed a descriptor");
    check_casualty(scan_deaf, 10, STATUS_CRASHED, "it closed a descriptor");
    check_casualty(scan_garbage, 0, STATUS_CRASHED, "it wrote to a descriptor");
    check_casualty(scan_garbage, 10, STATUS_CRASHED, "it wrote to a descriptor");
}

TEST(damaged_records_cost_one_point)
{
    for (size_t i = 0; i <= DAMAGED_ROWS; i++) {
        const struct implementation bad = made_up_scan("bad", scan_forged);
        struct bed bed;
        sent = i < DAMAGED_ROWS ? &damaged_rows[i] : NULL;
        bed_open(&bed);
        bed.config.measure.samples = 2;
        add_serial(&bed, SMALL);
        add(&bed, &bad, SMALL + 1);
        add_serial(&bed, SMALL + 2);
        sent_of = &bed.points[1].point;
        assert_done(run(&bed), &bed.error);
        if (record(&bed, 1)->status != STATUS_CRASHED)
            fail_msg("%s: %s", sent ? sent->pointer : "index", status_names[record(&bed, 1)->status]);
        if (!strstr(record(&bed, 1)->message, "it wrote to a descriptor"))
            fail_msg("%s: %s", sent ? sent->pointer : "index", record(&bed, 1)->message);
        assert_int_equal(record(&bed, 0)->status, STATUS_OK);
        assert_int_equal(record(&bed, 2)->status, STATUS_OK);
        bed_close(&bed);
    }
}

TEST(wrong_costs_one_point)
{
    check_casualty(scan_wrong, 0, STATUS_WRONG, "element 0");
}

/* What is not pending is left alone. */
TEST_OF(bed, finished_is_not_measured_again)
{
    const struct implementation bad = made_up_scan("bad", scan_segv);
    add(bed, &bad, SMALL);
    add_serial(bed, SMALL);
    launches_make(&bed->launches, 1, &bed->plan);
    bed->launches[0].records[0].status = STATUS_SKIPPED;
    assert_true(run(bed));
    assert_int_equal(record(bed, 0)->status, STATUS_SKIPPED);
    assert_int_equal(record(bed, 1)->status, STATUS_OK);
    assert_int_equal(bed->kept_count, 1);
}

static void check_stop(bool in_process, bool fails)
{
    struct bed bed;
    bed_open(&bed);
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
    bed_open(&bed);
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

TEST(a_long_point_leaves_time_for_other_things)
{
    check_meanwhile(false, 0);
    check_meanwhile(true, 0);
    check_meanwhile(false, 3);
    check_meanwhile(true, 3);
}

TEST(full_disk_ends_the_run)
{
    check_stop(false, true);
    check_stop(true, true);
}

TEST(signal_reaches_the_child)
{
    check_stop(false, false);
    check_stop(true, false);
}
