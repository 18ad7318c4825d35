/* SPDX-License-Identifier: MIT */
/* Result files: fresh names, links to the newest, nothing overwritten, nothing left behind on failure. */
#include "base/file.h"
#include "folder_bed.h"
#include "report_fixture.h"
#include "results/results.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char fixture_csv[] = "primitive,n\nscan,8\n";

static unsigned count_files(const char *path)
{
    DIR *const directory = opendir(path);
    unsigned count = 0;

    assert_non_null(directory);
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

static char *read_file(const char *stem, const char *ending)
{
    char path[512], *text;
    size_t length;
    struct error error = {0};

    snprintf(path, sizeof path, "%s%s", stem, ending);
    assert_done(file_read(path, 1 << 20, &text, &length, &error), &error);
    return text;
}

static void check_link(const char *ending, const char *stem)
{
    char path[512], expected[512];

    snprintf(path, sizeof path, "%s/sample%s", folder, ending);
    snprintf(expected, sizeof expected, "%s%s", strrchr(stem, '/') + 1, ending);
    char *const target = realpath(path, NULL);
    assert_non_null(target);
    assert_string_equal(strrchr(target, '/') + 1, expected);
    free(target);
}

static enum report_stage write_texts(const struct fixture *fixture, const char *stem, struct error *error)
{
    char *const texts[REPORT_ENDINGS] = {json_text(&fixture->results, &fixture->context),
                                         (char *)fixture_csv};
    const enum report_stage stage = report_write(texts, "sample", stem, true, error);
    free(texts[0]);
    return stage;
}

static bool write_run(struct fixture *fixture, const char *directory, char *stem, size_t size,
                      struct error *error)
{
    struct journal journal;
    if (!report_begin(&journal, directory, &fixture->results, &fixture->context, error))
        return false;
    snprintf(stem, size, "%.*s", (int)(strlen(journal.path) - strlen(".journal")), journal.path);
    const bool linked = write_texts(fixture, stem, error) == REPORT_ALL;
    journal_remove(&journal);
    return linked;
}

/* A fixture of one record, and a fresh folder to write to. */
static void open_with_folder(struct fixture *fixture)
{
    assert_int_equal(make_folder(NULL), 0);
    fixture_open(fixture, 1);
    fixture->results.records[0] = fixture_record(&fixture_serial, 1000, 1e-6);
}

static void close_with_folder(struct fixture *fixture)
{
    fixture_close(fixture);
    assert_int_equal(remove_folder(NULL), 0);
}

static bool is_there(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

static void put_link(const char *target, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(symlink(target, path), 0);
}

TEST_BETWEEN(fixture, open_with_folder, close_with_folder, runs_of_one_second_stay_apart)
{
    char stems[3][256];
    struct error error = {0};
    for (unsigned i = 0; i < 3; i++) {
        assert_done(write_run(fixture, folder, stems[i], sizeof stems[i], &error), &error);
        for (unsigned k = 0; k < i; k++)
            assert_string_not_equal(stems[i], stems[k]);
        check_link(".csv", stems[i]);
        check_link(".json", stems[i]);
    }
    assert_int_equal(count_files(folder), 8);
    char *const written = read_file(stems[0], ".csv");
    assert_string_equal(written, fixture_csv);
    free(written);
}

TEST_BETWEEN(fixture, open_with_folder, close_with_folder, a_folder_that_is_missing_is_an_error)
{
    char stem[256], missing[256];
    struct error error = {0};
    snprintf(missing, sizeof missing, "%s/none", folder);
    assert_false(write_run(fixture, missing, stem, sizeof stem, &error));
    assert_error(&error, EXIT_OUTPUT, missing);
    assert_int_equal(count_files(folder), 0);
}

/* What an earlier run of the stem left is not written again where it was complete, and it is where it was
 * not. */
TEST_BETWEEN(fixture, open_with_folder, close_with_folder, what_stands_complete_stays)
{
    char stem[256];
    struct error error = {0};
    fixture->results.complete = false;
    assert_true(write_run(fixture, folder, stem, sizeof stem, &error));
    fixture->results.complete = true;
    assert_int_equal(write_texts(fixture, stem, &error), REPORT_ALL);
    char *const before = read_file(stem, ".json");
    assert_non_null(strstr(before, "\"complete\": true"));
    fixture->machine.environment.load_1min = 17;
    assert_int_equal(write_texts(fixture, stem, &error), REPORT_ALL);
    char *after = read_file(stem, ".json");
    assert_string_equal(before, after);
    free(after);
    /* Edited, it is no longer what the run left. */
    put_file(stem, ".json", "edited\n");
    assert_int_equal(write_texts(fixture, stem, &error), REPORT_ALL);
    after = read_file(stem, ".json");
    assert_string_not_equal(before, after);
    free(after);
    free(before);
}

static void check_in_the_way(struct fixture *fixture, const char *name)
{
    char stem[256], path[256];
    struct error error = {0};

    assert_false(report_check(folder, &fixture->config, 1, 3, &error));
    assert_int_equal(error.code, EXIT_OUTPUT);
    snprintf(path, sizeof path, "%s/%s: ", folder, name);
    assert_ptr_equal(strstr(error.text, path), error.text);
    /* What comes to stand there while a run goes on costs the links alone. */
    error = (struct error){0};
    assert_false(write_run(fixture, folder, stem, sizeof stem, &error));
    assert_int_equal(error.code, EXIT_OUTPUT);
    free(read_file(stem, ".json"));
}

TEST(a_link_that_cannot_be_made_is_found_before)
{
    static const char *const names[] = {"sample.csv", "sample.json"};
    for (size_t i = 0; i < 2; i++)
        for (unsigned kind = 0; kind < 3; kind++) {
            struct fixture fixture;
            char path[256], file[64];
            open_with_folder(&fixture);
            snprintf(path, sizeof path, "%s/%s", folder, names[i]);
            snprintf(file, sizeof file, "/%s", names[i]);
            if (kind == 0)
                put_file(folder, file, "a file");
            else
                assert_int_equal(kind == 1 ? mkdir(path, 0777) : mkfifo(path, 0666), 0);
            check_in_the_way(&fixture, names[i]);
            close_with_folder(&fixture);
        }
}

/* Where a link leads now, without its ending; "" for nowhere. */
static void read_stem(const char *ending, char *stem, size_t size)
{
    char path[300], *target;
    snprintf(path, sizeof path, "%s/sample%s", folder, ending);
    target = realpath(path, NULL);
    snprintf(stem, size, "%.*s", target ? (int)(strlen(target) - strlen(ending)) : 0, target ? target : "");
    free(target);
}

enum { RUNS = 300 };

/* Switch from run to run in a process of its own, the files of all standing there. */
static pid_t start_switching(void)
{
    char target[64], path[300], name[64];
    struct error error = {0};
    snprintf(path, sizeof path, "%s/sample.json", folder);
    for (unsigned i = 0; i < RUNS; i++) {
        snprintf(name, sizeof name, "/sample-%03u.json", i);
        put_file(folder, name, "json");
    }
    put_link("sample-000.json", "sample.json");
    fflush(NULL);
    const pid_t child = fork();
    for (unsigned i = 0; child == 0 && i < RUNS; i++) {
        snprintf(target, sizeof target, "sample-%03u.json", i);
        if (!file_link(target, path, &error))
            _exit(1);
    }
    if (child == 0)
        _exit(0);
    return child;
}

/* A reader at any moment finds the link at a run. */
TEST_BETWEEN(fixture, open_with_folder, close_with_folder, a_reader_finds_a_run)
{
    char json[512];
    int status;
    const pid_t child = start_switching();
    assert_true(child > 0);
    while (waitpid(child, &status, WNOHANG) == 0) {
        read_stem(".json", json, sizeof json);
        assert_non_null(strstr(json, "/sample-"));
    }
    assert_int_equal(status, 0);
    read_stem(".json", json, sizeof json);
    assert_non_null(strstr(json, "sample-299"));
}

/* Of links that lead to files themselves, one of them gone, another elsewhere. */
TEST(links_of_any_kind_are_switched)
{
    static const char *const targets[][2] = {
        {NULL, "nowhere.json"}, {"old.csv", NULL}, {"/nowhere/old.csv", ".sample/now/json"}};
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        struct fixture fixture;
        struct error error = {0};
        char stem[256];
        open_with_folder(&fixture);
        if (targets[i][0])
            put_link(targets[i][0], "sample.csv");
        if (targets[i][1])
            put_link(targets[i][1], "sample.json");
        for (unsigned run = 0; run < 3; run++) {
            assert_true(write_run(&fixture, folder, stem, sizeof stem, &error));
            check_link(".csv", stem);
            check_link(".json", stem);
        }
        assert_int_equal(count_files(folder), 8);
        close_with_folder(&fixture);
    }
}

TEST_BETWEEN(fixture, open_with_folder, close_with_folder, no_room_is_found_before)
{
    struct error error = {0};
    fixture->config.measure.processes = 1;
    assert_true(report_check(folder, &fixture->config, 1, 3, &error));
    assert_false(report_check(folder, &fixture->config, SIZE_MAX / 2, 3, &error));
    assert_error(&error, EXIT_OUTPUT, "KiB are left there");
    error = (struct error){0};
    assert_true(report_check("/nowhere/at/all", &fixture->config, 1, 3, &error)); /* to be made, or not */
}

/* What killed runs of the name left goes, what others have stays. */
TEST_BETWEEN(fixture, open_with_folder, close_with_folder, a_run_removes_what_killed_ones_left)
{
    static const char *const litter[] = {
        "/sample.csv.0123abcd.tmp",
        "/sample.json.0123abcd.tmp",
        "/sample-20260131T120000Z.csv.0123abcd.tmp",
        "/sample-20260131T120000Z-2.json.0123abcd.tmp",
        "/sample-20260131T120000Z.journal",
    };
    static const char *const others[] = {
        "/sample-more.csv.0123abcd.tmp",         "/sample.csv.0123abc.tmp",
        "/sample.csv.0123abcd.tmp.mine",         "/sample.txt.0123abcd.tmp",
        "/sample-20260131T120000Z.journal.mine", "/sample-20260131T12000Z.journal",
        "/other-20260131T120000Z.journal",       "/sample-20260131T120000Z-5.journal",
    };
    struct error error = {0};
    char stem[256];
    for (size_t i = 0; i < sizeof litter / sizeof litter[0]; i++)
        put_file(folder, litter[i], "torn");
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        put_file(folder, others[i], "a line\n");
    put_link("nowhere", "sample.csv.89abcdef.tmp");
    assert_true(write_run(fixture, folder, stem, sizeof stem, &error));
    for (size_t i = 0; i < sizeof litter / sizeof litter[0]; i++)
        assert_false(is_there(litter[i] + 1));
    assert_false(is_there("sample.csv.89abcdef.tmp"));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_true(is_there(others[i] + 1));
}

/* A journal that is being begun by another process is nobody's litter. */
TEST_BETWEEN(fixture, open_with_folder, close_with_folder, a_journal_in_use_stays)
{
    struct error error = {0};
    char stem[256], path[512];
    snprintf(path, sizeof path, "%s/sample-20260131T120000Z.journal", folder);
    const int busy = open(path, O_RDWR | O_CREAT, 0666);
    assert_int_equal(flock(busy, LOCK_EX), 0);
    assert_true(write_run(fixture, folder, stem, sizeof stem, &error));
    assert_true(is_there("sample-20260131T120000Z.journal"));
    close(busy);
}
