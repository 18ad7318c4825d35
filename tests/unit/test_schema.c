/* SPDX-License-Identifier: MIT */
/* The schema for editors has the keys and words that the program expects, no more and no less. The parser is
 * asked for them: its errors list what it takes. SCHEMA_WRITE=1 writes the words into the schema; keys are
 * written by hand. */
#include "implementation/axis.h"
#include "sweep/config.h"
#include "json/json_load.h"

#include "test.h"

#define SCHEMA "configs/sweep.schema.json"
#define SWEEP "{\"name\":\"x\",\"sweeps\":[{\"primitive\":\"scan\",\"algorithm\":\"*\",\"sizes\":[1]%s}]%s}"

enum { LINE = 110, WORDS = 64 };

struct words {
    char text[1024]; /* the words, a NUL after each */
    const char *all[WORDS];
    size_t count;
};

/* What the parser expects where the config has a '?': "a, b or c; did you mean …". */
static void ask(const char *sweep_member, const char *member, struct words *words)
{
    char text[512];
    struct config config;
    struct error error = {0};
    snprintf(text, sizeof text, SWEEP, sweep_member, member);
    const struct config_text from = {.path = "asked", .text = text, .length = strlen(text)};
    if (config_parse(&config, &from, NULL, 0, &error) || !error.expected)
        fail_msg("%s gives no list: %s", text, error.text);
    snprintf(words->text, sizeof words->text, "%s", error.text + error.expected);
    words->text[strcspn(words->text, ";")] = '\0';
    words->count = 0;
    for (char *word = words->text; word;) {
        char *const comma = strstr(word, ", "), *const or = strstr(word, " or ");
        char *const end = comma ? comma : or ;
        assert_true(words->count < WORDS);
        words->all[words->count++] = word;
        word = end ? end + (comma ? 2 : 4) : NULL;
        if (end)
            *end = '\0';
    }
}

static bool has_word(const struct words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->all[i], word) == 0)
            return true;
    return false;
}

/* A value of the schema by its pointer, "definitions/dtype_value/enum". */
static json_t *schema_at(json_t *schema, const char *pointer)
{
    char key[64];
    json_t *value = schema;
    for (const char *rest = pointer; *rest;) {
        const size_t length = strcspn(rest, "/");
        snprintf(key, sizeof key, "%.*s", (int)length, rest);
        value = json_object_get(value, key);
        rest += length + (rest[length] == '/');
    }
    if (!value)
        fail_msg(SCHEMA " has no %s", pointer);
    return value;
}

/* The words of a list are those of `"key": { … "enum": [ … ] }`, the only place with that key. */
struct enumeration {
    char key[64];
    struct words words;
};

/* The list as it is written: on the line where it fits, else on lines of its own. */
static void write_words(FILE *out, const struct words *words, int indent, size_t before)
{
    size_t length = 0;
    for (size_t i = 0; i < words->count; i++)
        length += strlen(words->all[i]) + 4;
    const bool fits = before + length + 4 <= LINE;
    size_t column = 0;
    for (size_t i = 0; i < words->count; i++) {
        const size_t wide = strlen(words->all[i]) + 4;
        if (!fits && (i == 0 || column + wide > LINE)) {
            fprintf(out, "%s\n%*s", i ? "," : "", indent + 2, "");
            column = (size_t)indent + 2;
        } else if (i > 0) {
            fputs(", ", out);
        }
        column += wide;
        fprintf(out, "\"%s\"", words->all[i]);
    }
    if (!fits)
        fprintf(out, "\n%*s", indent, "");
}

/* The schema with the list of one key put where its list is; text is freed. */
static char *put_enumeration(char *text, const struct enumeration *enumeration)
{
    char head[80], *made = NULL;
    size_t bytes = 0;
    snprintf(head, sizeof head, "\"%s\": {", enumeration->key);
    const char *const place = strstr(text, head);
    const char *const list = place ? strstr(place, "\"enum\": [") : NULL;
    if (!list || strstr(place + 1, head))
        fail_msg(SCHEMA " has not one %s with a list", head);
    const char *line = list;
    while (line[-1] != '\n')
        line--;
    const char *const begin = strchr(list, '[') + 1;
    FILE *const out = open_memstream(&made, &bytes);
    fwrite(text, 1, (size_t)(begin - text), out);
    write_words(out, &enumeration->words, (int)strspn(line, " "), (size_t)(begin - line));
    fputs(strchr(begin, ']'), out);
    assert_int_equal(fclose(out), 0);
    free(text);
    return made;
}

static void enumeration_of_axis(enum axis axis, struct enumeration *enumeration)
{
    char member[64];
    snprintf(enumeration->key, sizeof enumeration->key, "%s_value", axis_info[axis].name);
    snprintf(member, sizeof member, ",\"%s\":\"?\"", axis_info[axis].name);
    ask(member, "", &enumeration->words);
}

static char *put_all(char *text)
{
    static const struct {
        const char *key, *member;
    } others[] = {
        {"pin", ",\"machine\":{\"pin\":\"?\"}"},
        {"kind", ",\"plots\":[{\"kind\":\"?\"}]"},
        {"unit", ",\"plots\":[{\"kind\":\"ladder\",\"unit\":\"?\"}]"},
        {"on_value", ",\"expect\":[{\"name\":\"a\",\"faster\":{},\"on\":\"?\"}]"},
        {"counts", ",\"expect\":[{\"name\":\"a\",\"counts\":\"?\",\"of\":{\"n\":1}}]"},
        {"phase", ",\"expect\":[{\"name\":\"a\",\"counts\":\"adds\",\"of\":{\"n\":1},\"phase\":\"?\"}]"},
        {"verdict", ",\"expect\":[{\"name\":\"a\",\"verdict\":\"?\",\"of\":{\"n\":1}}]"},
    };
    struct enumeration enumeration = {.key = "primitive_value"};
    ask("},{\"primitive\":\"?\"", "", &enumeration.words);
    text = put_enumeration(text, &enumeration);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (axis_info[axis].kind == AXIS_IS_CHOICE) {
            enumeration_of_axis(axis, &enumeration);
            text = put_enumeration(text, &enumeration);
        }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        snprintf(enumeration.key, sizeof enumeration.key, "%s", others[i].key);
        ask("", others[i].member, &enumeration.words);
        text = put_enumeration(text, &enumeration);
    }
    return text;
}

static char *read_schema(void)
{
    char *const text = calloc(1, 1 << 20);
    FILE *const file = fopen(SCHEMA, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

TEST(every_word_is_the_parsers)
{
    char *const expected = put_all(read_schema()), *const text = read_schema();
    if (getenv("SCHEMA_WRITE")) {
        FILE *const file = fopen(SCHEMA, "w");
        assert_non_null(file);
        fputs(expected, file);
        assert_int_equal(fclose(file), 0);
    } else if (strcmp(text, expected) != 0) {
        size_t at = 0;
        while (text[at] == expected[at])
            at++;
        fail_msg(SCHEMA " is not what `make schema` writes: %.60s\ninstead of %.60s", text + at,
                 expected + at);
    }
    free(expected);
    free(text);
}

static void compare_keys(json_t *schema, const char *pointer, const struct words *words)
{
    const char *key;
    json_t *value, *const object = schema_at(schema, pointer);
    json_object_foreach(object, key, value)
    {
        if (!has_word(words, key))
            fail_msg(SCHEMA ": %s has the key %s, which no config has", pointer, key);
    }
    for (size_t i = 0; i < words->count; i++)
        if (!json_object_get(object, words->all[i]))
            fail_msg(SCHEMA ": %s lacks the key %s", pointer, words->all[i]);
}

TEST(every_key_is_the_parsers)
{
    static const struct {
        const char *pointer, *sweep_member, *member;
    } objects[] = {
        {"properties", "", ",\"?\":1"},
        {"definitions/measure/properties", "", ",\"measure\":{\"?\":1}"},
        {"definitions/machine/properties", "", ",\"machine\":{\"?\":1}"},
        {"definitions/sweep/properties", ",\"?\":1", ""},
        {"definitions/sweep/properties/zip/properties", ",\"zip\":{\"?\":1}", ""},
        {"definitions/conditions/properties", ",\"exclude\":[{\"?\":1}]", ""},
        {"definitions/plot/properties", "", ",\"plots\":[{\"?\":1}]"},
    };
    json_t *const schema = json_load_file(SCHEMA, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(schema);
    for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++) {
        struct words words;
        ask(objects[i].sweep_member, objects[i].member, &words);
        compare_keys(schema, objects[i].pointer, &words);
    }
    json_decref(schema);
}

/* A claim has one of six forms, each with keys of its own. */
TEST(every_key_of_a_claim_is_the_parsers)
{
    static const char *const forms[] = {"faster", "same", "reaches", "crossover", "counts", "verdict"};
    json_t *const schema = json_load_file(SCHEMA, JSON_REJECT_DUPLICATES, NULL);
    const char *key;
    json_t *value;
    json_object_foreach(schema_at(schema, "definitions/claim/properties"), key, value)
    {
        bool found = false;
        for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
            char member[128];
            struct words words;
            snprintf(member, sizeof member, ",\"expect\":[{\"name\":\"a\",\"%s\":{},\"?\":1}]", forms[i]);
            ask("", member, &words);
            found |= has_word(&words, key);
            for (size_t k = 0; k < words.count; k++)
                if (!json_object_get(schema_at(schema, "definitions/claim/properties"), words.all[k]))
                    fail_msg(SCHEMA ": a claim lacks the key %s", words.all[k]);
        }
        if (!found)
            fail_msg(SCHEMA ": a claim has the key %s, which no config has", key);
    }
    json_decref(schema);
}

/* What is a number has the limits of its axis; a number of a few is listed. */
TEST(every_range_is_that_of_its_axis)
{
    json_t *const schema = json_load_file(SCHEMA, JSON_REJECT_DUPLICATES, NULL);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        const struct axis_info *const info = &axis_info[axis];
        char pointer[128];
        size_t at = 0;
        json_t *number = NULL, *item;
        if (info->kind != AXIS_IS_COUNT || info->power_of_two)
            continue;
        snprintf(pointer, sizeof pointer, "definitions/%s%s/anyOf", axis == AXIS_N ? "size" : info->name,
                 axis == AXIS_N ? "" : "_value");
        json_array_foreach(schema_at(schema, pointer), at, item)
        {
            const char *const type = json_string_value(json_object_get(item, "type"));
            if (type && strcmp(type, "integer") == 0)
                number = item;
        }
        assert_non_null(number);
        assert_int_equal(json_integer_value(json_object_get(number, "minimum")), info->minimum);
        assert_int_equal(json_integer_value(json_object_get(number, "maximum")), info->maximum);
    }
    json_decref(schema);
}

TEST(every_power_of_two_is_listed)
{
    json_t *const schema = json_load_file(SCHEMA, JSON_REJECT_DUPLICATES, NULL);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        char pointer[128];
        if (!axis_info[axis].power_of_two)
            continue;
        snprintf(pointer, sizeof pointer, "definitions/%s_value/enum", axis_info[axis].name);
        json_t *const list = schema_at(schema, pointer);
        size_t at = 0;
        for (uint64_t value = axis_info[axis].minimum; value <= axis_info[axis].maximum; value *= 2)
            assert_int_equal(json_integer_value(json_array_get(list, at++)), value);
        assert_int_equal(json_array_size(list), 2 * at); /* numbers, then texts */
    }
    json_decref(schema);
}
