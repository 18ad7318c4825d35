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
    const bool csv = strstr(path, ".csv") != NULL;
    char *const found = sibling_find(path, csv ? ".csv" : ".json", csv ? ".json" : ".csv");
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
    make_runs("x-2.csv", "x-2.json");
    char *const found = sibling_find("x.csv", ".csv", ".json");
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
    char *const found = sibling_find("nowhere/x.csv", ".csv", ".json");
    assert_string_equal(found, "nowhere/x.json");
    free(found);
}

static bool matches(const char *digest, struct error *error)
{
    json_t *const root = json_pack("{s:s?}", "csv_sha256", digest);
    const bool match = sibling_match("x.csv", "x.json", root, error);
    json_decref(root);
    return match;
}

/* "abc" (FIPS 180-4, the first example). */
static void a_json_knows_its_csv(void **state)
{
    (void)state;
    static const char abc[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    struct error error = {0};
    put_file(folder, "/x.csv", "abc");
    assert_true(matches(abc, &error));
    assert_true(matches(NULL, &error)); /* of an older version */
    put_file(folder, "/x.csv", "abd");
    assert_false(matches(abc, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "x.csv: not the CSV that x.json was written with"));
    assert_int_equal(unlink("x.csv"), 0);
    assert_false(matches(abc, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(links_of_one_run, enter, leave),
        cmocka_unit_test_setup_teardown(links_of_two_runs, enter, leave),
        cmocka_unit_test_setup_teardown(another_runs_file_is_none, enter, leave),
        cmocka_unit_test_setup_teardown(a_file_that_is_not_there, enter, leave),
        cmocka_unit_test_setup_teardown(a_json_knows_its_csv, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
