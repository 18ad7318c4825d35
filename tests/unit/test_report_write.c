/* SPDX-License-Identifier: MIT */
/* Result files: fresh names, links to the newest, nothing overwritten, nothing left behind on failure. */
#include "base/file.h"
#include "report_fixture.h"
#include "results/csv.h"
#include "results/write.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/scanbench-write-XXXXXX";

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
    if (!file_read(path, 1 << 20, &text, &length, &error))
        fail_msg("%s", error.text);
    return text;
}

static void check_link(const char *ending, const char *stem)
{
    char path[512], target[512], expected[512];

    snprintf(path, sizeof path, "%s/sample%s", folder, ending);
    snprintf(expected, sizeof expected, "%s%s", strrchr(stem, '/') + 1, ending);
    const ssize_t length = readlink(path, target, sizeof target - 1);
    assert_true(length > 0);
    target[length] = '\0';
    assert_string_equal(target, expected);
}

static bool write_run(struct fixture *fixture, const char *directory, char *stem, size_t size,
                      struct error *error)
{
    return report_stem(directory, fixture->config.name, stem, size, error) &&
           report_write(&fixture->results, &fixture->context, stem, error);
}

static void runs_of_one_second_stay_apart(void **state)
{
    struct fixture fixture;
    char stems[3][256];
    struct error error = {0};

    (void)state;
    assert_non_null(mkdtemp(folder));
    fixture_open(&fixture, 1);
    fixture.results.records[0] = fixture_record(&fixture_serial, 1000, 1e-6);
    for (unsigned i = 0; i < 3; i++) {
        if (!write_run(&fixture, folder, stems[i], sizeof stems[i], &error))
            fail_msg("%s", error.text);
        for (unsigned k = 0; k < i; k++)
            assert_string_not_equal(stems[i], stems[k]);
        check_link(".csv", stems[i]);
        check_link(".json", stems[i]);
    }
    assert_int_equal(count_files(folder), 8);
    char *const csv = csv_text(&fixture.results, &fixture.machine), *const written =
                                                                        read_file(stems[0], ".csv");
    assert_string_equal(written, csv);
    free(csv);
    free(written);
    fixture_close(&fixture);
}

static void a_folder_that_is_missing_is_an_error(void **state)
{
    struct fixture fixture;
    char stem[256], missing[256];
    struct error error = {0};

    (void)state;
    snprintf(missing, sizeof missing, "%s/none", folder);
    fixture_open(&fixture, 0);
    assert_false(write_run(&fixture, missing, stem, sizeof stem, &error));
    assert_int_equal(error.code, EXIT_OUTPUT);
    assert_non_null(strstr(error.text, missing));
    assert_int_equal(count_files(folder), 8);
    fixture_close(&fixture);
}

static void a_stem_that_does_not_fit_is_an_error(void **state)
{
    struct fixture fixture;
    char stem[16];
    struct error error = {0};

    (void)state;
    fixture_open(&fixture, 0);
    assert_false(write_run(&fixture, folder, stem, sizeof stem, &error));
    assert_int_equal(error.code, EXIT_OUTPUT);
    fixture_close(&fixture);
}

static int remove_folder(void **state)
{
    (void)state;
    return remove_tree(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_of_one_second_stay_apart),
        cmocka_unit_test(a_folder_that_is_missing_is_an_error),
        cmocka_unit_test(a_stem_that_does_not_fit_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, remove_folder);
}
