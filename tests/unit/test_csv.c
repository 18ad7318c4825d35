/* SPDX-License-Identifier: MIT */
/* CSV: the header to the letter, rows, quoting, and the same bytes under every locale. */
#include "report_fixture.h"
#include "results/csv.h"

#include <locale.h>
#include <unistd.h>

static const char header[] =
    "primitive,algorithm,family,dtype,op,mode,n,threads_per_group,values_per_thread,unroll,load,load_width,"
    "groups,"
    "network,workers,isa,selectivity,pages,cache,device,status,samples,batch,time_median_s,time_ci_low_s,"
    "time_ci_high_s,time_min_s,time_mean_s,time_sd_s,elements_per_s,bytes_per_s,limit_bytes_per_s,limit_"
    "ratio,flags,"
    "stop_reason"
    /* Since then, at the end: */
    ",machine,l1d_bytes,l2_bytes,l3_bytes,utc,limit_ratio_ci_low,limit_ratio_ci_high,engine,local,"
    "broadcast,ring,reducers";

/* A file name that localedef gives a locale whose decimal point is a comma. */
static char comma_folder[] = "/tmp/scanbench-locale-XXXXXX";

static char *text_of(struct fixture *fixture)
{
    char *const text = csv_text(&fixture->results, &fixture->machine);
    assert_non_null(text);
    return text;
}

/* A line starts with these columns; others may follow at the end. Returns the next line. */
static const char *expect_columns(const char *line, const char *columns)
{
    const size_t length = strlen(columns);
    const char *const end = strchr(line, '\n');
    assert_non_null(end);
    if (strncmp(line, columns, length) != 0 || (line[length] != ',' && line + length != end))
        fail_msg("%.*s\nexpected: %s", (int)(end - line), line, columns);
    return end + 1;
}

static void no_record_gives_the_header(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 0);
    char *const text = text_of(&fixture);
    assert_string_equal(expect_columns(text, header), "");
    free(text);
    fixture_close(&fixture);
}

static void rows_are_exact(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 2);
    fixture.results.records[0] = fixture_record(&fixture_serial, 1 << 20, 0.0009765625);
    fixture.results.records[0].flags = FLAG_CI_WIDE | FLAG_UNSTABLE;
    fixture.results.records[1] = fixture_record(&fixture_serial, 3, 1);
    fixture_fail(&fixture.results.records[1], STATUS_WRONG, "element 0");
    fixture.results.records[1].stop_reason = STOP_NONE;
    char *const text = text_of(&fixture);
    const char *line = expect_columns(text, header);
    line = expect_columns(
        line, "scan,plain,serial,u32,sum,exclusive,1048576,NaN,NaN,NaN,-,NaN,NaN,-,NaN,-,NaN,huge,hot,-,ok,"
              "3,64,0.0009765625,0.000732421875,0.001220703125,0.00048828125,0.0009765625,NaN,1073741824,"
              "8589934592,10000000000,0.5,ci_wide;unstable,precision,"
              "-,32768,1048576,8388608,2026-01-31T12:00:00Z,0.25,0.75,-,-,-");
    line = expect_columns(
        line, "scan,plain,serial,u32,sum,exclusive,3,NaN,NaN,NaN,-,NaN,NaN,-,NaN,-,NaN,huge,hot,-,wrong,"
              "NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN,-,-,"
              "-,32768,1048576,8388608,2026-01-31T12:00:00Z,NaN,NaN,-,-,-");
    assert_string_equal(line, "");
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

/* The columns before the first of these names in the header, as many of a row, and there these values. */
static void assert_columns(const char *text, const char *names, const char *values)
{
    const char *const header_end = strchr(text, '\n'), *cell = header_end + 1;
    const char *const found = strstr(text, names);
    assert_true(found && found < header_end);
    for (const char *at = text; at < found; at++)
        if (*at == ',')
            cell = strchr(cell, ',') + 1;
    if (strncmp(cell, values, strlen(values)) != 0)
        fail_msg("%s are %.32s; expected %s", names, cell, values);
}

static void what_was_counted_is_per_element(void **state)
{
    static const char counted[] = "cycles_per_element,instructions_per_element,llc_misses_per_element";
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 1);
    struct record *const record = &fixture.results.records[0];
    *record = fixture_record(&fixture_serial, 1000, 1e-6);
    record->counts =
        (struct event_counts){.events = {4000, 8000, 1000}, .enabled_ns = 200, .running_ns = 100};
    record->counted_calls = 4;
    char *const text = text_of(&fixture);
    assert_columns(text, counted, "2,4,0.5");
    free(text);
    record->counts.enabled_ns = 0; /* the kernel does not let it */
    char *const uncounted = text_of(&fixture);
    assert_columns(uncounted, counted, "NaN,NaN,NaN");
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
        cmocka_unit_test(no_record_gives_the_header),
        cmocka_unit_test(rows_are_exact),
        cmocka_unit_test(numbers_survive_the_text),
        cmocka_unit_test(awkward_text_is_quoted),
        cmocka_unit_test(what_was_counted_is_per_element),
        cmocka_unit_test_teardown(a_comma_locale_changes_nothing, remove_comma_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
