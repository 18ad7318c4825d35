/* SPDX-License-Identifier: MIT */
/* The locator against jansson: what stands at the place of a pointer is the value that jansson has there. */
#include "base/buffer.h"
#include "base/random.h"
#include "json/locate.h"

#include "test.h"

#include <jansson.h>

enum { TEXT_MAX = 1 << 16, POINTER_MAX = 1 << 10, DEPTH_MAX = 5, ROUNDS = 300 };

static size_t offset_of(const char *text, struct location location)
{
    size_t offset = 0;
    for (unsigned line = 1; line < location.line; line++)
        offset += strcspn(text + offset, "\n") + 1;
    return offset + location.column - 1;
}

/* A pointer with a step added; the key's '~' and '/' escaped. */
static void extend(char *to, const char *from, const char *key)
{
    size_t length = (size_t)sprintf(to, "%s/", from);
    for (; *key; key++)
        length += (size_t)sprintf(to + length, *key == '~' ? "~0" : *key == '/' ? "~1" : "%c", *key);
}

static void check_value(const char *text, const char *pointer, const json_t *value)
{
    struct location location;
    if (!locate_pointer(text, strlen(text), pointer, false, &location))
        fail_msg("%s leads nowhere in\n%s", pointer, text);
    const char *const at = text + offset_of(text, location);
    json_t *const found = json_loads(at, JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, NULL);
    if (!json_equal(found, value))
        fail_msg("%s is placed at %u:%u in\n%s", pointer, location.line, location.column, text);
    json_decref(found);
}

static void check_key(const char *text, const char *pointer, const char *key)
{
    struct location location;
    assert_true(locate_pointer(text, strlen(text), pointer, true, &location));
    json_t *const found =
        json_loads(text + offset_of(text, location), JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, NULL);
    assert_non_null(found);
    assert_string_equal(json_string_value(found), key);
    json_decref(found);
}

static void check_tree(const char *text, const char *pointer, json_t *value)
{
    char child[POINTER_MAX], number[32];
    const char *key;
    json_t *member;
    check_value(text, pointer, value);
    for (size_t i = 0; i < json_array_size(value); i++) {
        sprintf(number, "%zu", i);
        extend(child, pointer, number);
        check_tree(text, child, json_array_get(value, i));
    }
    json_object_foreach(value, key, member)
    {
        extend(child, pointer, key);
        check_key(text, child, key);
        check_tree(text, child, member);
    }
}

static void check_text(const char *text)
{
    json_error_t why;
    json_t *const root = json_loads(text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &why);
    if (!root)
        fail_msg("%s in\n%s", why.text, text);
    check_tree(text, "", root);
    json_decref(root);
}

TEST(agrees_on_chosen_texts)
{
    static const char *const texts[] = {
        "1",
        " \n\t\"a\"",
        "{}",
        "[]",
        "[1,2, 3 ,\n[4,[5]],{}]",
        "{\"a\":{\"b\":[{\"c\":null}]},\"d\":true}",
        "{\"\":1,\"a/b\":2,\"m~n\":3,\"~1\":4,\"~\":5}",
        "{\"a\\\"b\":[1],\"]\":\"}\",\"{\":\"[\",\",\":\":\"}",
        "{\"\\u0061b\":1,\"\\u00e9\":2,\"\xe2\x82\xac\":3,\"\\ud83d\\ude00\":4,\"\\/\\b\\f\\n\\r\\t\\\\\":5}",
        "{\"\\uD834\\uDD1Ex\":[\"\\\"\",\"\\\\\"],\"\\u20AC1\":{\"0\":0}}",
        "\r\n{ \"x\" :\r\n [ \r\n1.5e3 , -0.0,\"\\\\\\\"\" ]\r\n}\r\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        check_text(texts[i]);
}

struct writer {
    struct random random;
    char text[TEXT_MAX];
    size_t length;
};

static void write_any(struct writer *writer, const char *const *choices, size_t count)
{
    const char *const choice = choices[random_below(&writer->random, count)];
    writer->length += (size_t)sprintf(writer->text + writer->length, "%s", choice);
}

#define WRITE_ANY(writer, ...)                            \
    write_any(writer, (const char *const[]){__VA_ARGS__}, \
              sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static void write_space(struct writer *writer)
{
    WRITE_ANY(writer, "", "", "", " ", "\n", "\t", "\r\n", " \n  ");
}

/* A string that is unlike its siblings by its number. */
static void write_string(struct writer *writer, unsigned number)
{
    writer->length += (size_t)sprintf(writer->text + writer->length, "\"%u", number);
    for (uint64_t i = random_below(&writer->random, 6); i > 0; i--)
        WRITE_ANY(writer, "a", "/", "~", "\\/", "\\\\", "\\\"", "\\u0041", "\\u00e4", "\xc3\xa4",
                  "\\uD83D\\uDE00", "\xf0\x9f\x98\x80", "{", "]", ":", ",", "\\n", "~1", "\\u007e0");
    WRITE_ANY(writer, "\"");
}

static void write_value(struct writer *writer, unsigned depth);

static void write_list(struct writer *writer, unsigned depth, bool object)
{
    const unsigned count = (unsigned)random_below(&writer->random, 5);
    WRITE_ANY(writer, object ? "{" : "[");
    write_space(writer);
    for (unsigned i = 0; i < count; i++) {
        if (object) {
            write_string(writer, i);
            write_space(writer);
            WRITE_ANY(writer, ":");
            write_space(writer);
        }
        write_value(writer, depth + 1);
        write_space(writer);
        WRITE_ANY(writer, i + 1 < count ? "," : "");
        write_space(writer);
    }
    WRITE_ANY(writer, object ? "}" : "]");
}

static void write_value(struct writer *writer, unsigned depth)
{
    const uint64_t kind = random_below(&writer->random, depth < DEPTH_MAX ? 4 : 2);
    if (kind == 0)
        WRITE_ANY(writer, "0", "-1", "1.5", "1e6", "true", "false", "null", "12345");
    else if (kind == 1)
        write_string(writer, 0);
    else
        write_list(writer, depth, kind == 2);
}

TEST(agrees_on_random_texts)
{
    static struct writer writer;
    writer.random.state = 1;
    for (unsigned round = 0; round < ROUNDS; round++) {
        writer.length = 0;
        write_space(&writer);
        write_list(&writer, 0, round % 2);
        write_space(&writer);
        check_text(writer.text);
    }
}

TEST(pointers_that_lead_nowhere)
{
    static const char text[] = "{\"a\": [1, 2], \"b\": \"x\", \"0\": {}}";
    static const char *const pointers[] = {"a",     "/c",   "/a/2", "/a/-",   "/a/00",
                                           "/a/01", "/a/x", "/b/0", "/a/0/0", "/",
                                           "/0/a",  "/A",   "/aa",  "/a/",    "/a/18446744073709551616"};
    for (size_t i = 0; i < sizeof pointers / sizeof pointers[0]; i++) {
        struct location location;
        if (locate_pointer(text, sizeof text - 1, pointers[i], false, &location))
            fail_msg("%s leads to %u:%u", pointers[i], location.line, location.column);
    }
}

TEST(columns_count_bytes)
{
    static const char text[] = "{\n \"\xc3\xa4\": 1, \"b\":\n[2]}";
    struct location location;
    assert_true(locate_pointer(text, sizeof text - 1, "/b", true, &location));
    assert_int_equal(location.line, 2);
    assert_int_equal(location.column, 11);
    assert_true(locate_pointer(text, sizeof text - 1, "/b/0", false, &location));
    assert_int_equal(location.line, 3);
    assert_int_equal(location.column, 2);
}

/* No pointer and no cut text makes it read past the end, where a page stands that may not be read. */
TEST(cut_texts_are_survived)
{
    static const char text[] =
        "{\"a\\u00e9\\ud83d\\ude00\\n\": [1, {\"b\": \"\\\\\"}], \"c\": {\"d\": [[[]]]}}";
    static const char *const pointers[] = {"",   "/c", "/c/d/0/0", "/a\xc3\xa9\xf0\x9f\x98\x80\n/1/b",
                                           "/~", "/~2"};
    const struct buffer_shape shape = {
        .bytes = sizeof text, .align = 1, .placement = PLACE_BACK, .pages = PAGES_4K};
    struct buffer buffer;
    struct error error = {0};
    assert_true(buffer_map(&buffer, &shape, &error));
    for (size_t length = 0; length < sizeof text; length++) {
        char *const cut = (char *)buffer.data + buffer.bytes - length;
        memcpy(cut, text, length);
        for (size_t i = 0; i < sizeof pointers / sizeof pointers[0]; i++) {
            struct location location;
            locate_pointer(cut, length, pointers[i], i % 2, &location);
        }
        assert_true(locate_token(cut, length, length) <= length);
    }
    buffer_unmap(&buffer);
}

TEST(tokens_by_their_end)
{
    static const char text[] = "{ \"a\\\"b\" : tru,\n12x \"unclosed\n]";
    static const struct {
        size_t end, start;
    } cases[] = {{1, 0}, {8, 2}, {10, 9}, {14, 11}, {15, 14}, {19, 16}, {29, 20}, {31, 30}, {99, 30}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(locate_token(text, sizeof text - 1, cases[i].end), cases[i].start);
    assert_int_equal(locate_token("", 0, 0), 0);
}
