/* SPDX-License-Identifier: MIT */
/* Text from outside, made inert: what a terminal obeys becomes '?', everything else stays. */
#include "base/error.h"
#include "base/inert.h"
#include "json/json_load.h"

#include "test.h"

static const struct {
    const char *text, *inert;
} cases[] = {
    {"", ""},
    {"plain, with µ, …, ≥, 中 and 😀", "plain, with µ, …, ≥, 中 and 😀"},
    /* C0 and DEL. */
    {"\x1b[31mred\x07\b\r\n\t\x01\x7f", "?[31mred???????"},
    /* C1: U+0080, CSI, U+009F; not U+00A0. */
    {"\xc2\x80\xc2\x9b"
     "31m\xc2\x9f\xc2\xa0",
     "??31m?\xc2\xa0"},
    /* U+061C, U+200E, U+200F; not U+200D and U+2010. */
    {"\xd8\x9c\xe2\x80\x8e\xe2\x80\x8f\xe2\x80\x8d\xe2\x80\x90", "???\xe2\x80\x8d\xe2\x80\x90"},
    /* U+2028 to U+202E; not U+2027 and U+202F. */
    {"\xe2\x80\xa7\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaa\xe2\x80\xab\xe2\x80\xac\xe2\x80\xad\xe2\x80\xae\xe2"
     "\x80\xaf",
     "\xe2\x80\xa7???????\xe2\x80\xaf"},
    /* U+2066 to U+2069; not U+2065 and U+206A. */
    {"\xe2\x81\xa5\xe2\x81\xa6\xe2\x81\xa7\xe2\x81\xa8\xe2\x81\xa9\xe2\x81\xaa",
     "\xe2\x81\xa5????\xe2\x81\xaa"},
    /* No UTF-8: a lone byte, overlong, a surrogate, beyond U+10FFFF, cut off. */
    {"a\x80z", "a?z"},
    {"\xff\xfe", "??"},
    {"\xc0\x9b", "??"},
    {"\xe0\x82\x9b", "???"},
    {"\xf0\x80\x82\x9b", "????"},
    {"\xed\xa0\x80", "???"},
    {"\xf4\x90\x80\x80", "????"},
    {"\xe2\x80", "??"},
    {"\xf0\x9f\x98", "???"},
    {"\xc3(", "?("},
};

TEST(characters_are_replaced)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[128];
        strcpy(text, cases[i].text);
        assert_int_equal(text_is_inert(text), strcmp(cases[i].text, cases[i].inert) == 0);
        assert_ptr_equal(text_inert(text), text);
        assert_string_equal(text, cases[i].inert);
        assert_true(text_is_inert(text));
    }
}

TEST(lines_are_inert)
{
    char *text;
    size_t length;
    FILE *const stream = open_memstream(&text, &length);
    assert_non_null(stream);
    print_line(stream, "%s: %d%%", "a\nb\x1b[0m", 5);
    fclose(stream);
    assert_string_equal(text, "a?b?[0m: 5%\n");
    free(text);
}

TEST(messages_are_inert)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct error plain = {0}, expected = {0}, placed = {0};
        char line[256];
        error_set(&plain, EXIT_USAGE, "%s", cases[i].text);
        assert_string_equal(plain.text, cases[i].inert);
        error_set_expected(&expected, EXIT_USAGE, cases[i].text, "%s", cases[i].text);
        snprintf(line, sizeof line, "%s; expected %s", cases[i].inert, cases[i].inert);
        assert_string_equal(expected.text, line);
        assert_true(text_is_inert(error_expected(&expected, "")));
        error_set_at(&placed, &(struct error_place){cases[i].text, 1, 2}, cases[i].text, "%s", cases[i].text);
        assert_true(text_is_inert(placed.text));
        assert_non_null(strstr(placed.text, ":1:2: error: "));
    }
}

TEST(json_escapes_them)
{
    static const char odd[] = "a\x1b\x7f\xc2\x9b\xe2\x80\xae\xe2\x81\xa6µ";
    json_t *const value = json_pack("{s:s}", odd, odd);
    assert_non_null(value);
    char *const text = json_dump_text(value, JSON_COMPACT);
    assert_string_equal(text, "{\"a\\u001B\\u007F\\u009B\\u202E\\u2066µ\":"
                              "\"a\\u001B\\u007F\\u009B\\u202E\\u2066µ\"}");
    json_t *const back = json_loads(text, 0, NULL);
    assert_true(json_equal(value, back));
    json_decref(back);
    json_decref(value);
    free(text);
}
