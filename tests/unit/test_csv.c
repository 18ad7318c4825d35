/* SPDX-License-Identifier: MIT */
/* CSV: rows, quoting, and the same bytes under every locale. */
#include "report_fixture.h"
#include "results/csv.h"

#include <locale.h>
#include <unistd.h>

/* A file name that localedef gives a locale whose decimal point is a comma. */
static char comma_folder[] = "/tmp/scanbench-locale-XXXXXX";

static char *text_of(struct fixture *fixture)
{
    char *const text = csv_text(&fixture->results, &fixture->machine);
    assert_non_null(text);
    return text;
}

/* The cell of a row, counted from 1, in the column of a name. */
static void expect_cell(const char *text, unsigned row, const char *name, const char *expected)
{
    const char *cell = text, *head = text;
    for (unsigned i = 0; i < row; i++)
        cell = strchr(cell, '\n') + 1;
    for (; strncmp(head, name, strlen(name)) != 0 || !strchr(",\n", head[strlen(name)]);
         head += strcspn(head, ",\n") + 1) {
        assert_true(head[strcspn(head, ",\n")] == ',');
        cell += strcspn(cell, ",\n") + 1;
    }
    if (strncmp(cell, expected, strlen(expected)) != 0 || !strchr(",\n", cell[strlen(expected)]))
        fail_msg("%s is %.32s; expected %s", name, cell, expected);
}

static void rows_are_exact(void **state)
{
    static const struct {
        const char *column, *good, *wrong;
    } cells[] = {
        {"primitive", "scan", "scan"},
        {"algorithm", "plain", "plain"},
        {"family", "serial", "serial"},
        {"dtype", "u32", "u32"},
        {"mode", "exclusive", "exclusive"},
        {"n", "1048576", "3"},
        {"threads_per_group", "NaN", "NaN"},
        {"load", "-", "-"},
        {"selectivity", "NaN", "NaN"},
        {"engine", "-", "-"},
        {"status", "ok", "wrong"},
        {"samples", "3", "NaN"},
        {"batch", "64", "NaN"},
        {"time_median_s", "0.0009765625", "NaN"},
        {"time_ci_low_s", "0.000732421875", "NaN"},
        {"time_ci_high_s", "0.001220703125", "NaN"},
        {"time_sd_s", "NaN", "NaN"},
        {"elements_per_s", "1073741824", "NaN"},
        {"bytes_per_s", "8589934592", "NaN"},
        {"limit_bytes_per_s", "10000000000", "NaN"},
        {"limit_ratio", "0.5", "NaN"},
        {"limit_ratio_ci_high", "0.75", "NaN"},
        {"flags", "ci_wide;unstable", "-"},
        {"stop_reason", "precision", "-"},
        {"machine", "-", "-"},
        {"l1d_bytes", "32768", "32768"},
        {"l3_bytes", "8388608", "8388608"},
        {"utc", "2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"},
    };
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 2);
    fixture.results.records[0] = fixture_record(&fixture_serial, 1 << 20, 0.0009765625);
    fixture.results.records[0].flags = FLAG_CI_WIDE | FLAG_UNSTABLE;
    fixture.results.records[1] = fixture_record(&fixture_serial, 3, 1);
    fixture_fail(&fixture.results.records[1], STATUS_WRONG, "element 0");
    fixture.results.records[1].stop_reason = STOP_NONE;
    char *const text = text_of(&fixture);
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        expect_cell(text, 1, cells[i].column, cells[i].good);
        expect_cell(text, 2, cells[i].column, cells[i].wrong);
    }
    free(text);
    fixture_close(&fixture);
}

static void numbers_survive_the_text(void **state)
{
    struct fixture fixture;
    const double time_s = 0.1 + 0.2;
    char expected[64];

    (void)state;
    fixture_open(&fixture, 1);
    fixture.results.records[0] = fixture_record(&fixture_serial, 1, time_s);
    char *const text = text_of(&fixture);
    snprintf(expected, sizeof expected, ",%.17g,", time_s);
    assert_string_equal(expected, ",0.30000000000000004,");
    assert_non_null(strstr(text, expected));
    free(text);
    fixture_close(&fixture);
}

static void awkward_text_is_quoted(void **state)
{
    struct implementation odd = fixture_serial;
    struct fixture fixture;

    (void)state;
    odd.name = "a,\"b\"\nc";
    fixture_open(&fixture, 1);
    fixture.results.records[0] = fixture_record(&odd, 1, 1);
    char *const text = text_of(&fixture);
    assert_non_null(strstr(text, "\nscan,\"a,\"\"b\"\"\nc\",serial,"));
    assert_null(strchr(text, '\r'));
    free(text);
    fixture_close(&fixture);
}

static void what_was_counted_is_per_element(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 1);
    struct record *const record = &fixture.results.records[0];
    *record = fixture_record(&fixture_serial, 1000, 1e-6);
    record->counts =
        (struct event_counts){.events = {4000, 8000, 1000}, .enabled_ns = 200, .running_ns = 100};
    record->counted_calls = 4;
    char *const text = text_of(&fixture);
    expect_cell(text, 1, "cycles_per_element", "2");
    expect_cell(text, 1, "instructions_per_element", "4");
    expect_cell(text, 1, "llc_misses_per_element", "0.5");
    free(text);
    record->counts.enabled_ns = 0; /* the kernel does not let it */
    char *const uncounted = text_of(&fixture);
    expect_cell(uncounted, 1, "cycles_per_element", "NaN");
    free(uncounted);
    fixture_close(&fixture);
}

/* Make a locale with a decimal comma where the system's tools can. */
static bool make_comma_locale(void)
{
    char command[512];

    if (setlocale(LC_ALL, "de_DE.UTF-8") != NULL || setlocale(LC_ALL, "fr_FR.UTF-8") != NULL)
        return true;
    if (mkdtemp(comma_folder) == NULL)
        return false;
    snprintf(command, sizeof command,
             "cd %s && printf 'LC_NUMERIC\\ndecimal_point \",\"\\nthousands_sep \".\"\\ngrouping 3;3\\n"
             "END LC_NUMERIC\\n' >source && localedef -c -i ./source ./comma >/dev/null 2>&1",
             comma_folder);
    if (system(command) < 0)
        return false;
    setenv("LOCPATH", comma_folder, 1);
    return setlocale(LC_NUMERIC, "comma") != NULL;
}

static int remove_comma_locale(void **state)
{
    (void)state;
    setlocale(LC_ALL, "C");
    return remove_tree(comma_folder);
}

static void a_comma_locale_changes_nothing(void **state)
{
    struct fixture fixture;
    char proof[16];

    (void)state;
    fixture_open(&fixture, 1);
    fixture.results.records[0] = fixture_record(&fixture_group, 12345, 0.0009765625);
    char *const csv = text_of(&fixture), *const json = json_text(&fixture.results, &fixture.context);
    if (!make_comma_locale()) {
        free(csv);
        free(json);
        fixture_close(&fixture);
        skip();
    }
    snprintf(proof, sizeof proof, "%g", 0.5);
    assert_string_equal(proof, "0,5");
    char *const comma_csv = text_of(&fixture), *const comma_json =
                                                   json_text(&fixture.results, &fixture.context);
    assert_string_equal(csv, comma_csv);
    assert_string_equal(json, comma_json);
    snprintf(proof, sizeof proof, "%g", 0.5);
    assert_string_equal(proof, "0,5");
    free(csv);
    free(json);
    free(comma_csv);
    free(comma_json);
    fixture_close(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_exact),
        cmocka_unit_test(numbers_survive_the_text),
        cmocka_unit_test(awkward_text_is_quoted),
        cmocka_unit_test(what_was_counted_is_per_element),
        cmocka_unit_test_teardown(a_comma_locale_changes_nothing, remove_comma_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
