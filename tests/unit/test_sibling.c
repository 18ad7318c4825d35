/* SPDX-License-Identifier: MIT */
/* Which JSON belongs to a CSV, where both are links. */
#include "results/sibling.h"

#include "test.h"

#include <unistd.h>

static char folder[] = "/tmp/scanbench-sibling-XXXXXX";

static int enter(void **state)
{
    (void)state;
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **state)
{
    (void)state;
    return chdir("/") == 0 ? remove_tree(folder) : -1;
}

/* Two runs, and links to these of them. */
static void make_runs(const char *csv, const char *json)
{
    static const char *const files[] = {"/x-1.csv", "/x-1.json", "/x-2.csv", "/x-2.json"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        put_file(folder, files[i], "");
    assert_int_equal(symlink(csv, "x.csv"), 0);
    assert_int_equal(symlink(json, "x.json"), 0);
}

static void expect(const char *path, const char *sibling)
{
    struct error error = {0};
    const bool csv = strstr(path, ".csv") != NULL;
    char *const found = sibling_find(path, csv ? ".csv" : ".json", csv ? ".json" : ".csv", &error);
    assert_non_null(found);
    char *const end = realpath(found, NULL), *const expected = realpath(sibling, NULL);
    if (expected)
        assert_string_equal(end, expected);
    else
        assert_null(end);
    free(expected);
    free(end);
    free(found);
}

static void links_of_one_run(void **state)
{
    (void)state;
    struct error error = {0};
    make_runs("x-2.csv", "x-2.json");
    char *const found = sibling_find("x.csv", ".csv", ".json", &error);
    assert_string_equal(found, "x.json"); /* as it was named */
    free(found);
    expect("x-1.csv", "x-1.json");
    expect("x-1.json", "x-1.csv");
}

static void links_of_two_runs(void **state)
{
    (void)state;
    make_runs("x-1.csv", "x-2.json");
    expect("x.csv", "x-1.json");
    expect("x.json", "x-2.csv");
}

static void another_runs_file_is_none(void **state)
{
    (void)state;
    make_runs("x-1.csv", "x-2.json");
    assert_int_equal(unlink("x-1.json"), 0);
    expect("x.csv", "x-1.json");
}

static void a_file_that_is_not_there(void **state)
{
    (void)state;
    struct error error = {0};
    char *const found = sibling_find("nowhere/x.csv", ".csv", ".json", &error);
    assert_string_equal(found, "nowhere/x.json");
    free(found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(links_of_one_run, enter, leave),
        cmocka_unit_test_setup_teardown(links_of_two_runs, enter, leave),
        cmocka_unit_test_setup_teardown(another_runs_file_is_none, enter, leave),
        cmocka_unit_test_setup_teardown(a_file_that_is_not_there, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
