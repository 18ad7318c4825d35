/* SPDX-License-Identifier: MIT */
/* The digest of a result in itself: one that is whole, and one that was edited in any byte. */
#include "report_fixture.h"
#include "results/result_file.h"

static char *digested_report(struct fixture *fixture)
{
    fixture_open(fixture, 1);
    fixture->results.records[0] = fixture_record(&fixture_serial, 1024, 1e-6);
    return json_text(&fixture->results, &fixture->context);
}

TEST(what_stands_is_whole)
{
    struct fixture fixture;
    char *const text = digested_report(&fixture);
    assert_non_null(strstr(text, "\"digest\": \""));
    assert_null(strstr(text, digest_blank));
    assert_false(digest_is_wrong(text, strlen(text)));
    free(text);
    fixture_close(&fixture);
}

TEST(an_edit_breaks_it)
{
    struct fixture fixture;
    char *const text = digested_report(&fixture);
    const size_t length = strlen(text);
    for (size_t i = 0; i < length; i += 61) {
        const char before = text[i];
        text[i] = (char)(before ^ 1);
        const bool is_member = i >= (size_t)(strstr(text, "schema_version") - text) && i < 150;
        if (!is_member)
            assert_true(digest_is_wrong(text, length));
        text[i] = before;
    }
    assert_true(digest_is_wrong(text, length - 1));
    assert_false(digest_is_wrong(text, length));
    free(text);
    fixture_close(&fixture);
}

TEST(one_without_is_as_edited)
{
    char text[] = "{\"schema\": \"scanbench-results\"}", cut[] = "{\"digest\": \"00";
    digest_fill(text);
    assert_string_equal(text, "{\"schema\": \"scanbench-results\"}");
    assert_true(digest_is_wrong(text, strlen(text)));
    assert_true(digest_is_wrong(cut, strlen(cut)));
}
