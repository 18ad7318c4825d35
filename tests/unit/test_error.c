/* SPDX-License-Identifier: MIT */
/* What an error says, and the parts of it that others ask for. */
#include "base/error.h"

#include "test.h"

static void a_plain_error_has_no_place(void **state)
{
    (void)state;
    struct error error = {0};
    assert_false(error_set(&error, EXIT_USAGE, "a.json:1:2: error: %s; expected x", "quoted"));
    assert_false(error.located);
    assert_string_equal(error_expected(&error, "other"), "other");
    assert_int_equal(error_what_length(&error), strlen(error.text));
}

static void what_was_expected_is_a_part(void **state)
{
    (void)state;
    struct error error = {0};
    error_set_expected(&error, EXIT_USAGE, "c; expected d", "a; expected %s", "b");
    assert_string_equal(error.text, "a; expected b; expected c; expected d");
    assert_string_equal(error_expected(&error, NULL), "c; expected d");
    assert_int_equal(error_what_length(&error), strlen("a; expected b"));
}

static void a_place_comes_first(void **state)
{
    (void)state;
    struct error error = {0}, silent = {0};
    error_set_at(&error, &(struct error_place){"f.json", 3, 14}, "y", "bad %d", 7);
    assert_string_equal(error.text, "f.json:3:14: error: bad 7; expected y");
    assert_int_equal(error.code, EXIT_USAGE);
    assert_true(error.located);
    error_set_at(&silent, &(struct error_place){"f.json", 3, 14}, NULL, "bad");
    assert_string_equal(silent.text, "f.json:3:14: error: bad");
}

static void the_first_error_stays(void **state)
{
    (void)state;
    struct error error = {0};
    error_set(&error, EXIT_SYSTEM, "first");
    error_set_at(&error, &(struct error_place){"f", 1, 1}, "y", "second");
    error_set_expected(&error, EXIT_USAGE, "y", "third");
    assert_string_equal(error.text, "first");
    assert_int_equal(error.code, EXIT_SYSTEM);
    assert_false(error.located);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_error_has_no_place),
        cmocka_unit_test(what_was_expected_is_a_part),
        cmocka_unit_test(a_place_comes_first),
        cmocka_unit_test(the_first_error_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
