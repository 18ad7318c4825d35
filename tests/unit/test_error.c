/* SPDX-License-Identifier: MIT */
/* What an error says, and the parts of it that others ask for. */
#include "base/error.h"

#include "test.h"

TEST(a_plain_error_has_no_place)
{
    struct error error = {0};
    assert_false(error_set(&error, EXIT_USAGE, "a.json:1:2: error: %s; expected x", "quoted"));
    assert_false(error.located);
    assert_string_equal(error_expected(&error, "other"), "other");
    assert_int_equal(error_what_length(&error), strlen(error.text));
}

TEST(what_was_expected_is_a_part)
{
    struct error error = {0};
    error_set_expected(&error, EXIT_USAGE, "c; expected d", "a; expected %s", "b");
    assert_string_equal(error.text, "a; expected b; expected c; expected d");
    assert_string_equal(error_expected(&error, NULL), "c; expected d");
    assert_int_equal(error_what_length(&error), strlen("a; expected b"));
}

TEST(a_place_comes_first)
{
    struct error error = {0}, silent = {0};
    error_set_at(&error, &(struct error_place){"f.json", 3, 14}, "y", "bad %d", 7);
    assert_string_equal(error.text, "f.json:3:14: error: bad 7; expected y");
    assert_int_equal(error.code, EXIT_USAGE);
    assert_true(error.located);
    error_set_at(&silent, &(struct error_place){"f.json", 3, 14}, NULL, "bad");
    assert_string_equal(silent.text, "f.json:3:14: error: bad");
}

TEST(the_first_error_stays)
{
    struct error error = {0};
    error_set(&error, EXIT_SYSTEM, "first");
    error_set_at(&error, &(struct error_place){"f", 1, 1}, "y", "second");
    error_set_expected(&error, EXIT_USAGE, "y", "third");
    assert_string_equal(error.text, "first");
    assert_int_equal(error.code, EXIT_SYSTEM);
    assert_false(error.located);
}
