/* SPDX-License-Identifier: MIT */
/* The Nth allocation, open, write or sync fails, once and for good, while a config is read and planned and a
 * journal is written, read and gone on with. An allocation that fails ends the process. */
#include "inject.h"

#include "../unit/report_fixture.h"
#include "measure/measure.h"
#include "results/results.h"
#include "sweep/plan.h"
#include "json/json_load.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 100000 };

static const char text[] =
    "{\"name\":\"parts\",\"measure\":{\"samples\": 1e3,\"processes\":2},"
    "\"machine\":{\"workers\":[1,\"cores\"],\"pages\":\"4k\",\"isa\":\"best\"},"
    "\"sweeps\":[{\"primitive\":[\"scan\",\"reduce\"],\"algorithm\":[\"serial*\",\"group/"
    "*\"],\"dtype\":[\"f32\"],"
    "\"sizes\":{\"from\":1,\"to\":4,\"multiply\":2},\"zip\":{\"threads_per_group\":[64,96],\"values_per_"
    "thread\":[4,2]},"
    "\"exclude\":[{\"n\":\"<2\"},{\"n\":2e3}]}],"
    "\"plots\":[{\"kind\":\"ladder\",\"baseline\":\"serial\",\"filter\":{\"n\":\">1\"}}],"
    "\"expect\":[{\"name\":\"a\",\"faster\":{\"workers\":2},\"than\":{\"workers\":1},\"where\":{\"n\":\">8\"}"
    "}]}";
static const char *const settings[] = {"measure.seed=7", "sweeps.0.op=[\"sum\",\"max\"]"};

static char folder[] = "/dev/shm/scanbench-parts-XXXXXX"; /* in memory: the syncs are many */
static char stem[64], path[80];
static struct fixture fixture;

/* What one try works on. */
struct parts {
    struct config config;
    struct plan plan;
    struct results *launches, *again;
    struct journal journal;
    struct resume resume;
    bool read, planned;
};

static bool read_and_plan(struct parts *parts, struct error *error)
{
    const struct plan_options options = {0};
    parts->read = config_parse(
        &parts->config, &(struct config_text){.path = "parts.json", .text = text, .length = strlen(text)},
        settings, 2, error);
    parts->planned =
        parts->read && plan_make(&parts->plan, &parts->config, fixture.machine.topology, &options, error);
    return parts->planned;
}

static bool write_journal(struct parts *parts, struct error *error)
{
    struct report_context *const context = &fixture.context;
    context->config = &parts->config;
    launches_make(&parts->launches, 2, &parts->plan);
    if (!journal_create(&parts->journal, stem, &parts->launches[0], context, error))
        return false;
    for (size_t i = 0; i < 2; i++)
        record_fail(&parts->launches[i].records[i], STATUS_SKIPPED, "for a test");
    return journal_add_all(&parts->journal, parts->launches, 2, error);
}

static bool go_on(struct parts *parts, struct error *error)
{
    struct record *const record = &parts->launches[0].records[2];
    journal_close(&parts->journal);
    record_fail(record, STATUS_SKIPPED, "for a test");
    parts->journal.synced_s = -1e9;
    launches_make(&parts->again, 2, &parts->plan);
    return resume_open(&parts->resume, path, error) &&
           resume_match(&parts->resume, &parts->again[0], &fixture.context, error) &&
           resume_records(&parts->resume, parts->again, 2, error) &&
           resume_continue(&parts->resume, &parts->journal, error) &&
           journal_add(&parts->journal, 0, 2, record, error);
}

static void close_parts(struct parts *parts)
{
    resume_close(&parts->resume);
    journal_remove(&parts->journal);
    launches_close(parts->again, 2);
    launches_close(parts->launches, 2);
    if (parts->planned)
        plan_close(&parts->plan);
    if (parts->read)
        config_close(&parts->config);
    unlink(path);
}

static void check_failure(const struct error *error, const char *what, unsigned nth)
{
    if ((error->code != EXIT_SYSTEM && error->code != EXIT_OUTPUT) || !error->text[0] ||
        strchr(error->text, '\n'))
        fail_msg("%s %u: %d '%s'", what, nth, error->code, error->text);
}

/* False when nothing had to fail any more. */
static bool try(enum inject_kind kind, enum inject_mode mode, unsigned nth, const char *what)
{
    struct parts parts = {.resume = {.descriptor = -1}};
    struct error error = {0};
    inject_start(kind, mode, nth);
    const bool done = read_and_plan(&parts, &error) && write_journal(&parts, &error) && go_on(&parts, &error);
    const bool fired = inject_stop();
    if (!done)
        check_failure(&error, what, nth);
    assert_true(done || fired);
    assert_true(!done || error.code == EXIT_OK);
    if (done && parts.again[1].records[1].status != STATUS_SKIPPED)
        fail_msg("%s %u: a result is lost", what, nth);
    close_parts(&parts);
    return fired;
}

static void loops(enum inject_kind kind, const char *what)
{
    for (enum inject_mode mode = INJECT_ONCE; mode <= INJECT_ON; mode++) {
        unsigned nth = 1;
        while (nth < MOST && try(kind, mode, nth, what))
            nth++;
        assert_in_range(nth, 2, MOST - 1);
    }
}

/* In a child, whose journal stays: its exit code, after an allocation that failed. */
static int run_out_of_memory(enum inject_mode mode, unsigned nth)
{
    struct parts parts = {.resume = {.descriptor = -1}};
    struct error error = {0};
    int status;
    inject_start(INJECT_ALLOCATION, mode, nth);
    const pid_t child = inject_fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(99);
        const bool done =
            read_and_plan(&parts, &error) && write_journal(&parts, &error) && go_on(&parts, &error);
        _exit(done ? EXIT_OK : error.code);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status))
        fail_msg("allocation %u: signal %d", nth, WTERMSIG(status));
    return WEXITSTATUS(status);
}

/* Every line that was written before is whole. */
static void check_journal(unsigned nth)
{
    char last = '\n';
    FILE *const file = fopen(path, "r");
    if (file && fseek(file, -1, SEEK_END) == 0)
        last = (char)fgetc(file);
    if (file)
        fclose(file);
    if (last != '\n')
        fail_msg("allocation %u: the journal is torn", nth);
    unlink(path);
}

TEST(allocations)
{
    for (enum inject_mode mode = INJECT_ONCE; mode <= INJECT_ON; mode++) {
        bool fired = true;
        unsigned nth;
        for (nth = 1; fired && nth < MOST; nth += nth < 40 ? 1 : 17) {
            const int code = run_out_of_memory(mode, nth);
            fired = inject_stop();
            if (code != (fired ? EXIT_SYSTEM : EXIT_OK))
                fail_msg("allocation %u: exit %d", nth, code);
            check_journal(nth);
        }
        assert_in_range(nth, 40, MOST - 1);
    }
}

TEST(writes)
{
    loops(INJECT_WRITE, "write");
}

/* Its first line is, and then the folder that it was created in. */
TEST(a_new_journal_is_on_disk)
{
    for (unsigned nth = 1; nth <= 3; nth++) {
        struct parts parts = {.resume = {.descriptor = -1}};
        struct error error = {0};
        assert_true(read_and_plan(&parts, &error));
        launches_make(&parts.launches, 2, &parts.plan);
        fixture.context.config = &parts.config;
        inject_start(INJECT_SYNC, INJECT_ONCE, nth);
        const bool created =
            journal_create(&parts.journal, stem, &parts.launches[0], &fixture.context, &error);
        assert_int_equal(inject_stop(), nth <= 2);
        assert_int_equal(created, nth > 2);
        assert_int_equal(error.code, created ? EXIT_OK : EXIT_OUTPUT);
        assert_int_equal(access(path, F_OK) == 0, created);
        close_parts(&parts);
    }
}

TEST(syncs)
{
    loops(INJECT_SYNC, "sync");
}

static int make_folder(void **state)
{
    (void)state;
    json_use_memory();
    if (access("/dev/shm", W_OK) != 0)
        strcpy(folder, "/tmp/scanbench-parts-XXXXXX");
    if (!mkdtemp(folder))
        return 1;
    snprintf(stem, sizeof stem, "%s/parts", folder);
    snprintf(path, sizeof path, "%s.journal", stem);
    fixture_open(&fixture, 0);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    fixture_close(&fixture);
    return rmdir(folder);
}

AROUND_TESTS(make_folder, remove_folder)
