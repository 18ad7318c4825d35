/* SPDX-License-Identifier: MIT */
/* Reading results back: what was written, and with places what is wrong. */
#include "base/file.h"
#include "report_fixture.h"
#include "results/results_read.h"

#include <unistd.h>

static char path[] = "/tmp/scanbench-results-XXXXXX";

static void write_text(const char *text)
{
    struct error error = {0};
    if (!file_write(path, text, strlen(text), &error))
        fail_msg("%s", error.text);
}

static int make_path(void **state)
{
    (void)state;
    strcpy(path + strlen(path) - 6, "XXXXXX");
    const int descriptor = mkstemp(path);
    return descriptor < 0 ? -1 : close(descriptor);
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

static void reads_what_is_written(void **state)
{
    struct fixture fixture;
    struct result_file file;
    struct error error = {0};
    (void)state;
    fixture_open(&fixture, 3);
    fixture.results.records[0] = fixture_record(&fixture_serial, 1024, 1e-6);
    fixture.results.records[1] = fixture_record(&fixture_group, 4096, 2e-6);
    fixture.results.records[1].flags = FLAG_DRIFT | FLAG_UNSTABLE;
    fixture.results.records[2] = fixture_record(&fixture_serial, 8192, 3e-6);
    fixture_fail(&fixture.results.records[2], STATUS_INTERRUPTED, "late");
    char *const text = json_text(&fixture.results, &fixture.context);
    write_text(text);
    free(text);
    if (!results_read(&file, path, &error))
        fail_msg("%s", error.text);
    assert_true(file.complete);
    assert_int_equal(file.row_count, 3);
    assert_true(json_is_object(file.identity) && json_is_object(file.state));
    for (size_t i = 0; i < 3; i++) {
        char read[1024], written[1024];
        assert_string_equal(point_key(&file.rows[i].record.point, read, sizeof read),
                            point_key(&fixture.results.records[i].point, written, sizeof written));
        assert_int_equal(file.rows[i].record.status, fixture.results.records[i].status);
        /* Of the third round of several workers, the cores moved within it. */
        const bool placed = fixture.results.records[i].trips_s != NULL;
        assert_int_equal(file.rows[i].record.sample_count, 3);
        assert_int_equal(file.rows[i].sample_count, placed ? 2 : 3);
        assert_int_equal(isnan(file.rows[i].rounds_s[2]), placed);
        assert_memory_equal(file.rows[i].samples_s, fixture.results.records[i].samples_s, 2 * sizeof(double));
    }
    assert_true(file.rows[0].record.limit_bytes_per_s == 1e10);
    assert_true(isnan(file.rows[2].record.limit_bytes_per_s));
    assert_int_equal(file.rows[0].record.flags, 0);
    assert_int_equal(file.rows[1].record.flags, FLAG_DRIFT | FLAG_UNSTABLE);
    assert_true(result_measured(&file.rows[0]) && !result_measured(&file.rows[2]) && !result_measured(NULL));
    result_file_close(&file);
    fixture_close(&fixture);
}

static const char good[] = "{\"schema\":\"scanbench-results\",\"schema_version\":1,\"complete\":true,"
                           "\"machine\":{\"identity\":{},\"state\":{}},\n"
                           "\"results\":[{\"status\":\"ok\",\"flags\":[],\"samples_s\":[1e-6],\"launches\":[{"
                           "\"time_median_s\":2e-6}],\n"
                           "\"parameters\":{\"primitive\":\"scan\",\"algorithm\":\"gone\",\"family\":"
                           "\"serial\",\"dtype\":\"u32\",\"n\":8,"
                           "\"selectivity\":0.5,\"pages\":\"4k\",\"cache\":\"hot\"}}]}\n";

/* The text with one part replaced. */
static void replaced(char *text, const char *part, const char *by)
{
    const char *const at = strstr(good, part);
    assert_non_null(at);
    sprintf(text, "%.*s%s%s", (int)(at - good), good, by, at + strlen(part));
}

static void accepts_the_least(void **state)
{
    struct result_file file;
    struct error error = {0};
    (void)state;
    write_text(good);
    if (!results_read(&file, path, &error))
        fail_msg("%s", error.text);
    assert_string_equal(file.rows[0].implementation.name, "gone");
    assert_int_equal(file.rows[0].record.point.selectivity, SELECTIVITY_ONE / 2);
    assert_int_equal(file.rows[0].launch_count, 1);
    assert_true(file.rows[0].launch_medians_s[0] == 2e-6);
    result_file_close(&file);
}

static void refuses_with_places(void **state)
{
    static const struct {
        const char *part, *by, *place, *what;
    } cases[] = {
        {"scanbench-results", "other", ":1:", "scanbench-results"},
        {"\"schema_version\":1", "\"schema_version\":2", ":1:", "schema_version"},
        {"\"complete\":true", "\"complete\":1", ":1:", "true or false"},
        {"\"state\":{}", "\"stat\":{}", ":1:", "state"},
        {"\"results\":[", "\"results\":7,\"more\":[", ":2:", "list of results"},
        {"\"ok\"", "\"fine\"", ":2:", "unknown status"},
        {"[1e-6]", "[1e-6,null]", ":2:", "/results/0/samples_s/1"},
        {"[1e-6]", "[-1]", ":2:", "not negative"},
        {"[1e-6]", "[0]", ":2:", "above 0"},
        {"\"samples_s\"", "\"placement\":{\"round_trips_s\":[1e-7,null]},\"samples_s\"",
         ":2:", "/results/0/placement/round_trips_s"},
        {"{\"time_median_s\":2e-6}", "2e-6", ":2:", "/results/0/launches/0"},
        {"\"flags\":[]", "\"flags\":[3]", ":2:", "/results/0/flags/0"},
        {"\"scan\"", "\"skan\"", ":3:", "did you mean 'scan'"},
        {"\"u32\"", "\"u31\"", ":3:", "did you mean 'u32'"},
        {"\"n\":8", "\"n\":-8", ":3:", "/results/0/parameters/n"},
        {"\"gone\"", "7", ":3:", "a text"},
        {"}]}\n", "}]\n", ":", "error"},
        {"\"n\":8", "\"n\":8,\"n\":9", ":3:", "uplicate"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[sizeof good + 64], start[64];
        struct result_file file;
        struct error error = {0};
        replaced(text, cases[i].part, cases[i].by);
        write_text(text);
        assert_false(results_read(&file, path, &error));
        assert_int_equal(error.code, EXIT_USAGE);
        snprintf(start, sizeof start, "%s%s", path, cases[i].place);
        if (strncmp(error.text, start, strlen(start)) != 0 || strstr(error.text, cases[i].what) == NULL)
            fail_msg("%s: %s", cases[i].by, error.text);
    }
}

static void refuses_what_is_no_file(void **state)
{
    struct result_file file;
    struct error error = {0};
    (void)state;
    assert_false(results_read(&file, "/nonexistent/result.json", &error));
    assert_int_equal(error.code, EXIT_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_is_written),
        cmocka_unit_test(accepts_the_least),
        cmocka_unit_test(refuses_with_places),
        cmocka_unit_test(refuses_what_is_no_file),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
