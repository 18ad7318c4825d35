/* SPDX-License-Identifier: MIT */
/* Lists of words within messages: each name once and whole, however many there are. */
#include "base/file.h"
#include "base/words.h"

#include "test.h"

TEST(a_list_names_each_once)
{
    static const char *const names[] = {"a", "b", "a", "c", "b"};
    char text[WORDS_TEXT];
    assert_string_equal(words_list(text, names, 0), "");
    assert_string_equal(words_list(text, names, 1), "a");
    assert_string_equal(words_list(text, names, 3), "a or b");
    assert_string_equal(words_list(text, names, 5), "a, b or c");
}

/* As many as fit, and how many more there are, without what is named twice. */
TEST(a_long_list_ends_with_a_whole_name)
{
    enum { MANY = 120 };
    static char room[MANY][16];
    const char *names[MANY];
    char text[WORDS_TEXT];
    for (size_t i = 0; i < MANY; i++) {
        snprintf(room[i], sizeof room[i], "family/%03zu", i % 100);
        names[i] = room[i];
    }
    words_list(text, names, MANY);
    size_t named = 1, more;
    for (const char *at = text; (at = strstr(at, ", ")); at += 2)
        named++;
    const char *const end = strstr(text, " or ");
    assert_non_null(end);
    assert_int_equal(sscanf(end, " or %zu more", &more), 1);
    assert_int_equal(named + more, 100);
    assert_in_range(strlen(text), WORDS_TEXT / 2, WORDS_TEXT - 1);
    char last[16];
    snprintf(last, sizeof last, "family/%03zu", named - 1);
    assert_memory_equal(end - strlen(last), last, strlen(last));
}

TEST(what_was_meant)
{
    static const char *const names[] = {"serial", "simd"};
    char text[WORDS_TEXT];
    assert_string_equal(words_suggest(text, "serail", names, 2), "; did you mean 'serial'?");
    assert_string_equal(words_suggest(text, "elephant", names, 2), "");
    static const char *const axes[] = {"dtype", "n", "workers"}, *const types[] = {"u32", "f32"};
    assert_string_equal(words_suggest(text, "size", axes, 3), "; did you mean 'n'?");
    assert_string_equal(words_suggest(text, "threads", axes, 3), "; did you mean 'workers'?");
    assert_string_equal(words_suggest(text, "float", types, 2), "; did you mean 'f32'?");
    assert_string_equal(words_suggest(text, "double", types, 2), ""); /* none that is there */
}

/* A synonym of a word that is gone would never be said. */
TEST(synonyms_are_of_words_that_there_are)
{
    static const char *const ours[] = {
#define SYNONYM(theirs, ours) ours,
#define FORMER(former, now)
#include "base/synonyms.def"
#undef FORMER
#undef SYNONYM
    };
    char *schema, quoted[64];
    size_t length;
    struct error error = {0};
    assert_true(file_read("configs/sweep.schema.json", 1 << 20, &schema, &length, &error));
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++) {
        snprintf(quoted, sizeof quoted, "\"%s\"", ours[i]);
        if (!strstr(schema, quoted))
            fail_msg("%s is no word of the schema", quoted);
    }
    free(schema);
}
