/* SPDX-License-Identifier: MIT */
/* Journals and what is read back from them: whole records, torn files, refused ones. */
#include "journal_bed.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

TEST(records_come_back_whole)
{
    struct bed bed;
    struct results *launches;
    struct error error = {0};
    write_journal(&bed, "whole", 3);
    assert_int_equal(read_back(&bed, &launches, &error), 3);
    if (error.code != EXIT_OK)
        fail_msg("%s", error.text);
    for (size_t i = 0; i < 3; i++)
        assert_same(&launches[0].records[i], &bed.launches[0].records[i]);
    assert_int_equal(launches[0].records[3].status, STATUS_PENDING);
    launches_close(launches, 1);
    bed_close(&bed);
}

/* No member of a record is forgotten: what is printed after a way through JSON is what was printed before. */
TEST(every_verdict_comes_back)
{
    struct bed bed;
    bed_open(&bed, "verdicts", 1);
    for (enum status status = STATUS_OK; status < STATUS_COUNT; status++) {
        struct record *const record = &bed.launches[0].records[0];
        struct record read = record_of(&record->point);
        finish(&bed, 0, 0);
        if (status != STATUS_OK)
            record_fail(record, status, "a reason, \"quoted\"");
        json_t *const value = record_json(record);
        assert_done(read_record(&read, value, &bed.error), &bed.error);
        assert_int_equal(read.status, status);
        assert_same(&read, record);
        json_decref(value);
        record_close(&read);
        record_close(record);
    }
    bed_close(&bed);
}

TEST(head_makes_the_plan_again)
{
    struct bed bed;
    struct resume resume;
    write_journal(&bed, "head", 0);
    assert_done(resume_open(&resume, bed.path, &bed.error), &bed.error);
    assert_string_equal(resume.config_text, "{\n \"name\": \"sample\"\n}");
    assert_string_equal(resume.utc, bed.fixture.machine.environment.utc);
    assert_int_equal(resume.points, POINTS);
    resume_close(&resume);
    bed_close(&bed);
}

/* Whatever the length to which a crash cut the file, the whole lines count, and one can go on after them. */
TEST(any_tear_is_survived)
{
    struct bed bed;
    write_journal(&bed, "torn", 2);
    char *text, *end;
    size_t length;
    assert_true(file_read(bed.path, 1 << 20, &text, &length, &bed.error));
    end = text;
    for (unsigned i = 0; i < JOURNAL_HEADS; i++)
        end = strchr(end, '\n') + 1;
    const size_t head = (size_t)(end - text);
    end = strchr(text + head, '\n') + 1;
    for (size_t cut = head; cut <= length; cut += cut < length && length - cut < 7 ? 1 : 7) {
        struct results *launches;
        struct error error = {0};
        const size_t expected = (cut >= (size_t)(end - text)) + (cut >= length);
        assert_int_equal(truncate(bed.path, (off_t)cut), 0);
        assert_int_equal(read_back(&bed, &launches, &error), expected);
        assert_int_equal(error.code, EXIT_OK);
        launches_close(launches, 1);
        assert_true(file_write(bed.path, text, length, &bed.error));
    }
    free(text);
    bed_close(&bed);
}

TEST(goes_on_behind_a_tear)
{
    struct bed bed;
    struct results *launches;
    struct error error = {0};
    write_journal(&bed, "on", 2);
    assert_int_equal(truncate(bed.path, size_of(bed.path) - 5), 0);
    go_on(&bed);
    finish(&bed, 0, 3);
    assert_true(add(&bed, 0, 3));
    journal_close(&bed.journal);
    assert_int_equal(read_back(&bed, &launches, &error), 2);
    assert_int_equal(launches[0].records[0].status, STATUS_OK);
    assert_int_equal(launches[0].records[1].status, STATUS_PENDING);
    assert_int_equal(launches[0].records[3].status, STATUS_OK);
    launches_close(launches, 1);
    bed_close(&bed);
}

static void check_refused(const char *from, const char *to, enum exit_code code, const char *why)
{
    struct bed bed;
    struct results *launches;
    struct error error = {0};
    write_journal(&bed, "refused", 2);
    replace(bed.path, from, to);
    digest_lines(bed.path);
    read_back(&bed, &launches, &error);
    if (error.code != code || !strstr(error.text, why))
        fail_msg("%s for %s: %d '%s'", to, from, error.code, error.text);
    assert_non_null(strstr(error.text, bed.path));
    launches_close(launches, 1);
    assert_int_equal(unlink(bed.path), 0);
    bed_close(&bed);
}

TEST(what_does_not_fit_is_refused)
{
    check_refused("scanbench-journal", "scanbench-journey", EXIT_USAGE, "not the journal of a run");
    check_refused("{\"schema\"", "[\"schema\"", EXIT_USAGE, "not the journal of a run");
    check_refused("\"config\":", "\"konfig\":", EXIT_USAGE, "what was to be measured");
    check_refused("\"points\":4", "\"points\":5", EXIT_UNSTABLE, "5 points");
    check_refused("\"sockets\":1", "\"sockets\":2", EXIT_UNSTABLE, "another machine: 'sockets'");
    check_refused("\"version\":\"" VERSION, "\"version\":\"9.9.9", EXIT_UNSTABLE, "another build");
    check_refused("{\"launch\":0", "{\"lunch\": 0", EXIT_USAGE,
                  ".journal:4:1: error: missing 'launch' (/launch)");
    check_refused("\"launch\":0,\"index\"", "\"launch\":\"\",\"inde\"", EXIT_USAGE, "(/launch)");
    check_refused("\"index\":1,\"result\"", "\"index\":\"\",\"resul\"", EXIT_USAGE, "(/index)");
    check_refused("\"index\":1", "\"indes\":1", EXIT_USAGE, ".journal:5:1: error: missing 'index' (/index)");
    check_refused("\"index\":1", "\"index\":9", EXIT_USAGE, "got 9 (/index)");
    check_refused("\"index\":0", "\"index\":2", EXIT_USAGE, "(/result/key); expected");
    check_refused("\"launch\":0", "\"launch\":7", EXIT_USAGE, "got 7 (/launch)");
    check_refused("\"status\":\"ok\"", "\"status\":\"OK\"", EXIT_USAGE, "(/result/status)");
    check_refused("\"drift\"", "\"drunk\"", EXIT_USAGE, "(/result/warnings/0)");
    check_refused("\"cpus\":[3,5]", "\"cpus\":\"3,5\"", EXIT_USAGE, "(/result/placement/cpus)");
}

TEST(a_running_one_is_in_use)
{
    struct bed bed;
    struct resume resume;
    bed_open(&bed, "busy", 1);
    assert_true(create(&bed));
    assert_false(resume_open(&resume, bed.path, &bed.error));
    resume_close(&resume);
    assert_error(&bed.error, EXIT_USAGE, "in use");
    bed_close(&bed);
}

TEST(no_file_no_resume)
{
    static const char *const paths[] = {"/nonexistent/x.journal", "/dev/null", "/", "/dev/zero"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct resume resume;
        struct error error = {0};
        assert_false(resume_open(&resume, paths[i], &error));
        resume_close(&resume);
        assert_error(&error, EXIT_USAGE, paths[i]);
    }
}

/* A line that the file may not grow by is taken back, and what stood before still can be read. */
TEST(a_line_is_whole_or_absent)
{
    struct bed bed;
    struct results *launches;
    struct error error = {0};
    struct rlimit before, limit;
    write_journal(&bed, "limited", 1);
    const off_t whole = size_of(bed.path);
    bed.journal =
        (struct journal){.length = whole, .descriptor = open(bed.path, O_RDWR | O_APPEND | O_CLOEXEC)};
    strcpy(bed.journal.path, bed.path);
    finish(&bed, 0, 1);
    getrlimit(RLIMIT_FSIZE, &before);
    limit = (struct rlimit){(rlim_t)whole + 100, before.rlim_max};
    void (*const handler)(int) = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    const bool added = add(&bed, 0, 1);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    assert_false(added);
    assert_error(&bed.error, EXIT_OUTPUT, bed.path);
    assert_int_equal(size_of(bed.path), whole);
    journal_close(&bed.journal);
    assert_int_equal(read_back(&bed, &launches, &error), 1);
    launches_close(launches, 1);
    bed_close(&bed);
}

/* A line asks to be synced a second after it was added, when nothing follows it. */
TEST(a_line_is_synced_within_a_second)
{
    struct bed bed;
    double due_s;
    bed_open(&bed, "synced", 1);
    assert_true(create(&bed));
    assert_true(journal_sync(&bed.journal, &due_s, &bed.error));
    assert_true(isinf(due_s));
    finish(&bed, 0, 0);
    assert_true(add(&bed, 0, 0));
    assert_true(bed.journal.unsynced);
    assert_true(journal_sync(&bed.journal, &due_s, &bed.error));
    assert_true(due_s > 0 && due_s <= 1);
    bed.journal.added_s -= 1; /* as if it had been a second ago */
    assert_true(journal_sync(&bed.journal, &due_s, &bed.error));
    assert_true(isinf(due_s));
    assert_false(bed.journal.unsynced);
    bed_close(&bed);
}

/* The same point a second time, as of a run that was resumed: the first time counts. */
TEST(the_first_time_counts)
{
    struct bed bed;
    struct results *launches;
    struct error error = {0};
    bed_open(&bed, "twice", 1);
    assert_true(create(&bed));
    finish(&bed, 0, 0);
    assert_true(add(&bed, 0, 0));
    record_fail(&bed.launches[0].records[0], STATUS_WRONG, "the second time");
    assert_true(add(&bed, 0, 0));
    journal_close(&bed.journal);
    assert_int_equal(read_back(&bed, &launches, &error), 1);
    assert_int_equal(error.code, EXIT_OK);
    assert_int_equal(launches[0].records[0].status, STATUS_OK);
    launches_close(launches, 1);
    bed_close(&bed);
}

/* When the run began, and where its time went up to its last line, which are the whole run's. */
TEST(effort_and_begin_come_back)
{
    struct bed bed;
    struct resume resume;
    struct results *launches;
    bed_open(&bed, "effort", 1);
    assert_true(create(&bed));
    for (size_t i = 0; i < 2; i++) {
        finish(&bed, 0, i);
        effort_add(&bed.journal.effort, &(struct effort){4, 3, 2, 5, 1});
        assert_true(add(&bed, 0, i));
    }
    journal_close(&bed.journal);
    launches_make(&launches, 1, &bed.plan);
    assert_true(resume_open(&resume, bed.path, &bed.error));
    assert_true(resume_records(&resume, launches, 1, &bed.error));
    assert_string_equal(resume.utc, "2026-01-31T12:00:00Z");
    assert_near(resume.effort.wall_s, 8, 0);
    assert_near(resume.effort.sampled_s, 6, 0);
    assert_near(resume.effort.untimed_s, 4, 0);
    assert_near(resume.effort.evicted_s, 10, 0);
    assert_near(resume.effort.warmed_s, 2, 0);
    resume_close(&resume);
    launches_close(launches, 1);
    bed_close(&bed);
}

/* The first descriptor that is wanted, and the second. */
TEST(descriptors_that_are_short_are_an_error)
{
    struct bed bed;
    struct rlimit before, limit;
    write_journal(&bed, "short", 1);
    const int next = open("/dev/null", O_RDONLY | O_CLOEXEC);
    assert_int_equal(close(next), 0);
    getrlimit(RLIMIT_NOFILE, &before);
    for (int more = 0; more < 2; more++) {
        struct resume resume;
        struct error error = {0};
        limit = (struct rlimit){(rlim_t)(next + more), before.rlim_max};
        setrlimit(RLIMIT_NOFILE, &limit);
        const bool opened = resume_open(&resume, bed.path, &error);
        resume_close(&resume);
        setrlimit(RLIMIT_NOFILE, &before);
        assert_false(opened);
        assert_non_null(strstr(error.text, "Too many open files"));
    }
    bed_close(&bed);
}

/* The samples are what was measured: what is said of them is made of them again. */
TEST(medians_are_made_of_the_samples)
{
    struct bed bed;
    struct results *launches;
    struct error error = {0};
    bed_open(&bed, "medians", 1);
    assert_true(create(&bed));
    finish(&bed, 0, 0);
    struct statistics *const statistics = &bed.launches[0].records[0].statistics;
    const struct statistics true_ones = *statistics;
    statistics->median *= 2;
    statistics->outliers = 7;
    assert_true(add(&bed, 0, 0));
    journal_close(&bed.journal);
    *statistics = true_ones;
    assert_int_equal(read_back(&bed, &launches, &error), 1);
    assert_same(&launches[0].records[0], &bed.launches[0].records[0]);
    launches_close(launches, 1);
    bed_close(&bed);
}

TEST(a_place_that_is_taken_is_refused)
{
    struct bed bed;
    static char longer[2 * JOURNAL_PATH];
    write_journal(&bed, "taken", 1);
    const off_t before = size_of(bed.path);
    assert_false(create(&bed));
    assert_error(&bed.error, EXIT_OUTPUT, "File exists");
    journal_remove(&bed.journal); /* it never was */
    assert_int_equal(size_of(bed.path), before);
    memset(longer, 'x', sizeof longer - 1);
    bed.error = (struct error){0};
    assert_false(journal_create(&bed.journal, longer, &bed.launches[0], &bed.fixture.context, &bed.error));
    assert_error(&bed.error, EXIT_OUTPUT, "the path is too long");
    bed_close(&bed);
}

/* Without a journal, as with --output -, adding is nothing, and succeeds. */
TEST(no_journal_is_none)
{
    struct bed bed;
    double due_s;
    bed_open(&bed, "none", 1);
    finish(&bed, 0, 0);
    assert_true(add(&bed, 0, 0));
    assert_true(journal_sync(&bed.journal, &due_s, &bed.error));
    assert_true(isinf(due_s));
    assert_true(journal_add_all(&bed.journal, bed.launches, 1, &bed.error));
    journal_close(&bed.journal);
    journal_remove(&bed.journal);
    assert_int_equal(size_of(bed.path), -1);
    bed_close(&bed);
}

/* Who opened it for reading alone cannot go on in it. */
TEST(a_read_only_journal_is_not_gone_on_with)
{
    struct bed bed;
    write_journal(&bed, "read-only", 1);
    const int descriptor = open(bed.path, O_RDONLY | O_CLOEXEC);
    assert_true(descriptor >= 0);
    assert_false(journal_continue(&bed.journal, bed.path, descriptor, size_of(bed.path), &bed.error));
    assert_error(&bed.error, EXIT_OUTPUT, bed.path);
    bed.error = (struct error){0};
    strcpy(bed.journal.path, bed.path);
    bed.journal.descriptor = open(bed.path, O_RDONLY | O_CLOEXEC);
    const off_t before = size_of(bed.path);
    assert_false(add(&bed, 0, 0));
    assert_int_equal(bed.error.code, EXIT_OUTPUT);
    assert_int_equal(size_of(bed.path), before);
    bed.error = (struct error){0};
    struct resume resume = {.path = bed.path, .descriptor = -1};
    assert_false(resume_continue(&resume, &bed.journal, &bed.error));
    assert_int_equal(bed.error.code, EXIT_OUTPUT);
    bed_close(&bed);
}

AROUND_TESTS(make_folder, remove_folder)
