/* SPDX-License-Identifier: MIT */
/* Tables in Markdown: what all rows share is said once, what nobody has is left out, and cells stay cells. */
#include "report/markdown.h"
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_all_rows_share_is_said_once),
        cmocka_unit_test(a_row_alone_has_what_it_says),
        cmocka_unit_test(quoted_cells_and_bars_stay_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
