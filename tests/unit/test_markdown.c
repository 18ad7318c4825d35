/* SPDX-License-Identifier: MIT */
/* Tables in Markdown: what all rows share is said once, what nobody has is left out, and cells stay cells. */
#include "report/markdown.h"
#include "report/table.h"
#include "report_fixture.h"

static char *of(const char *csv)
{
    return markdown_of_csv(strdup(csv));
}

static void what_all_rows_share_is_said_once(void **state)
{
    (void)state;
    char *const text = of("primitive,n,time_s,none\n"
                          "scan,1024,1.23456789e-05,-\n"
                          "scan,4096,NaN,-\n");
    assert_string_equal(text, "primitive: scan\n\n"
                              "| n | time_s |\n"
                              "| --- | --- |\n"
                              "| 1024 | 1.235e-05 |\n"
                              "| 4096 |  |\n");
    free(text);
}

static void a_row_alone_has_what_it_says(void **state)
{
    (void)state;
    char *const text = of("primitive,n,none\nscan,1024,NaN\n");
    assert_string_equal(text, "| primitive | n |\n| --- | --- |\n| scan | 1024 |\n");
    free(text);
    char *const empty = of("primitive,n\n");
    assert_string_equal(empty, "| primitive | n |\n| --- | --- |\n");
    free(empty);
}

static void quoted_cells_and_bars_stay_cells(void **state)
{
    (void)state;
    char *const text = of("claim,verdict\n"
                          "\"a, \"\"b\"\" | <c>\",holds\n"
                          "d\\e,\"does\nnot\"\n");
    assert_string_equal(text, "| claim | verdict |\n| --- | --- |\n"
                              "| a, \"b\" \\| \\<c> | holds |\n"
                              "| d\\\\e | does?not |\n");
    free(text);
}

static void a_run_is_a_table_too(void **state)
{
    struct fixture fixture;
    char *text = NULL;
    size_t length = 0;

    (void)state;
    fixture_open(&fixture, 3);
    fixture.results.records[0] = fixture_record(&fixture_serial, 1024, 2e-6);
    fixture.results.records[1] = fixture_record(&fixture_group, 1024, 1e-6);
    fixture.results.records[2] = fixture_record(&fixture_group, 4096, 1e-6);
    fixture_fail(&fixture.results.records[2], STATUS_WRONG, "element 17 | more");
    fixture_sample(&fixture.results.records[0]);
    fixture_sample(&fixture.results.records[1]);
    FILE *const stream = open_memstream(&text, &length);
    table_markdown(stream, &fixture.results);
    fclose(stream);
    assert_non_null(strstr(text, "| n | algorithm |"));
    assert_non_null(strstr(text, "\n| ---: | --- |"));
    assert_non_null(strstr(text, "| 1Ki | plain |"));
    assert_non_null(strstr(text, "raking (fastest) |"));
    assert_non_null(strstr(text, "wrong: element 17 \\| more |"));
    free(text);
    fixture_close(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_all_rows_share_is_said_once),
        cmocka_unit_test(a_row_alone_has_what_it_says),
        cmocka_unit_test(quoted_cells_and_bars_stay_cells),
        cmocka_unit_test(a_run_is_a_table_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
