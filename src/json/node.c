/* SPDX-License-Identifier: MIT */
/* Values on the way from JSON: where each is, and errors that say so. */
#include "json/node.h"

#include "base/text.h"
#include "base/words.h"
#include "json/locate.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_BYTES = 256, SHOWN_BYTES = 64 };

/* From here on a double no longer has every whole number. */
static const double exact_reals = 9007199254740992.0; /* 2^53 */

struct json_node node_member(const struct json_node *parent, const char *key)
{
    struct json_node node = *parent;
    node.parent = parent;
    node.key = key;
    node.value = json_object_get(parent->value, key);
    return node;
}

bool node_absent(const struct json_node *node)
{
    return node->value == NULL || json_is_null(node->value);
}

struct json_node node_item(const struct json_node *parent, size_t index)
{
    struct json_node node = *parent;
    node.parent = parent;
    node.key = NULL;
    node.index = index;
    node.value = json_array_get(parent->value, index);
    return node;
}

void pointer_append(char pointer[POINTER_BYTES], const char *step)
{
    size_t length = strlen(pointer);
    if (length + 1 < POINTER_BYTES)
        pointer[length++] = '/';
    for (; *step && length + 2 < POINTER_BYTES; step++) {
        const bool escaped = *step == '~' || *step == '/';
        pointer[length++] = escaped ? '~' : *step;
        if (escaped)
            pointer[length++] = *step == '~' ? '0' : '1';
    }
    pointer[length] = '\0';
}

/* The RFC 6901 pointer of the node into pointer (POINTER_BYTES; cut when longer). Returns pointer. */
static char *node_pointer(const struct json_node *node, char *pointer)
{
    char index[24];
    pointer[0] = '\0';
    if (!node->parent)
        return pointer;
    node_pointer(node->parent, pointer);
    snprintf(index, sizeof index, "%zu", node->index);
    pointer_append(pointer, node->key ? node->key : index);
    return pointer;
}

/* Whether one pointer leads to, or through, the place of the other. */
static bool leads_through(const char *pointer, const char *through)
{
    const size_t length = strlen(through);
    return strncmp(pointer, through, length) == 0 && (pointer[length] == '\0' || pointer[length] == '/');
}

/* The setting that made this value, or (below) some of it; the last one wins, as it did when they were
 * applied. */
static const struct setting *find_setting(const struct json_source *source, const char *pointer, bool below)
{
    for (size_t i = source->setting_count; i > 0; i--) {
        const struct setting *const setting = &source->settings[i - 1];
        if (below ? leads_through(setting->pointer, pointer) : leads_through(pointer, setting->pointer))
            return setting;
    }
    return NULL;
}

/* The setting that the error is in; NULL, with the place, where it is in the file. */
static const struct setting *find_place(const struct json_node *node, bool key, struct error_place *place)
{
    const struct json_source *const source = node->source;
    char pointer[POINTER_BYTES];
    struct location location = {1, 1};
    const struct setting *setting = find_setting(source, node_pointer(node, pointer), false);
    bool found = locate_pointer(source->text, source->length, pointer, key, &location);
    if (!setting && !found)
        setting = find_setting(source, pointer, true);
    if (setting)
        return setting;
    while (!found && pointer[0] != '\0') {
        *strrchr(pointer, '/') = '\0';
        found = locate_pointer(source->text, source->length, pointer, false, &location);
    }
    *place =
        (struct error_place){source->path, (unsigned)source->lines_before + location.line, location.column};
    return NULL;
}

enum { OPTION_BYTES = 64 };

/* "dtype", "threads-per-group", "n": what the option is called that made the member of a sweep in which the
 * node is. False: it is in none. */
static bool find_option(const struct json_node *node, char option[OPTION_BYTES])
{
    char pointer[POINTER_BYTES];
    if (sscanf(node_pointer(node, pointer), "/sweeps/%*u/%63[^/]", option) != 1)
        return false;
    if (strcmp(option, "sizes") == 0)
        strcpy(option, "n");
    for (char *at = option; (at = strchr(at, '_')) != NULL;)
        *at = '-';
    return true;
}

__attribute__((format(printf, 4, 0))) static bool
fail(const struct json_node *node, bool key, const char *expected, const char *format, va_list arguments)
{
    char pointer[POINTER_BYTES], what[MESSAGE_BYTES], within[POINTER_BYTES + 4] = "";
    struct error_place place;
    vsnprintf(what, sizeof what, format, arguments);
    const struct setting *const setting = find_place(node, key, &place);
    if (node->source->of_options && !setting && find_option(node, within))
        return error_set_expected(node->error, EXIT_USAGE, expected, "--%s: %s", within, what);
    if (node->parent)
        snprintf(within, sizeof within, " (%s)", node_pointer(node, pointer));
    if (setting)
        return error_set_expected(node->error, EXIT_USAGE, expected, "--set %s: %s%s", setting->text, what,
                                  within);
    return error_set_at(node->error, &place, expected, "%s%s", what, within);
}

bool node_fail(const struct json_node *node, const char *expected, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(node, false, expected, format, arguments);
    va_end(arguments);
    return false;
}

bool node_fail_key(const struct json_node *node, const char *expected, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(node, true, expected, format, arguments);
    va_end(arguments);
    return false;
}

/* At most SHOWN_BYTES of a text, cut between characters. */
static int shown_length(const char *text)
{
    size_t length = strnlen(text, SHOWN_BYTES);
    if (text[length] != '\0')
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
    return (int)length;
}

/* The value as messages show it. */
static const char *value_text(const json_t *value, char text[NODE_TEXT])
{
    const char *const string = json_string_value(value);
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return json_array_size(value) ? "a list" : "an empty list";
    case JSON_STRING:
        snprintf(text, NODE_TEXT, "'%.*s'", shown_length(string), string);
        return text;
    case JSON_INTEGER:
        snprintf(text, NODE_TEXT, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        return text;
    case JSON_REAL:
        snprintf(text, NODE_TEXT, "%.16g", json_real_value(value));
        return text;
    case JSON_TRUE:
        return "true";
    case JSON_FALSE:
        return "false";
    case JSON_NULL:
        return "null";
    }
    return "nothing";
}

bool node_unexpected(const struct json_node *node, const char *expected)
{
    char text[NODE_TEXT];
    if (!node->value)
        return node_fail(node, expected, "missing '%s'", node->key);
    return node_fail(node, expected, "got %s", value_text(node->value, text));
}

/* node_fail for a word that is none of the names: with all of them, and "did you mean". */
static bool node_unknown(const struct json_node *node, const char *what, const char *const *names,
                         size_t count)
{
    char list[WORDS_TEXT], meant[WORDS_TEXT], expected[2 * WORDS_TEXT];
    const char *const word = json_string_value(node->value);
    snprintf(expected, sizeof expected, "%s%s", words_list(list, names, count),
             words_suggest(meant, word, names, count));
    return node_fail(node, expected, "unknown %s '%.*s'", what, shown_length(word), word);
}

bool node_object(const struct json_node *node)
{
    return json_is_object(node->value) || node_unexpected(node, "an object");
}

bool node_list(const struct json_node *node, size_t maximum)
{
    char expected[64];
    snprintf(expected, sizeof expected, "a list of at most %zu items", maximum);
    if (!json_array_size(node->value))
        return node_unexpected(node, "a list that is not empty");
    if (json_array_size(node->value) > maximum)
        return node_fail(node, expected, "%zu items", json_array_size(node->value));
    return true;
}

bool node_string(const struct json_node *node, const char **text)
{
    *text = json_string_value(node->value);
    return *text || node_unexpected(node, "a text");
}

static bool whole_number(const json_t *value, uint64_t *count)
{
    struct error ignored = {0};
    if (json_is_string(value))
        return text_parse_count(json_string_value(value), count, &ignored);
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        *count = (uint64_t)json_integer_value(value);
        return true;
    }
    const double real = json_real_value(value);
    if (!json_is_real(value) || !(real >= 0 && real < exact_reals))
        return false;
    *count = (uint64_t)real;
    return (double)*count == real;
}

bool node_count(const struct json_node *node, uint64_t minimum, uint64_t maximum, uint64_t *count)
{
    if (node->value && whole_number(node->value, count) && *count >= minimum && *count <= maximum)
        return true;
    if (json_real_value(node->value) >= exact_reals)
        return node_fail(
            node, "an integer or a text: not every real from 2^53 on can be distinguished from the next",
            "got %g", json_real_value(node->value));
    char expected[128 + TEXT_HINT], hint[TEXT_HINT] = "";
    snprintf(expected, sizeof expected,
             "a whole number from %" PRIu64 " to %" PRIu64 ", such as 1000, 1e6 or \"4Ki\"%s", minimum,
             maximum,
             json_is_string(node->value) ? text_count_hint(json_string_value(node->value), hint) : "");
    return node_unexpected(node, expected);
}

bool node_word(const struct json_node *node, const char *what, const char *const *names, size_t count,
               size_t *index)
{
    const char *word;
    char expected[WORDS_TEXT];
    if (!json_is_string(node->value))
        return node_unexpected(node, words_list(expected, names, count));
    word = json_string_value(node->value);
    for (*index = 0; *index < count; (*index)++)
        if (strcmp(word, names[*index]) == 0)
            return true;
    return node_unknown(node, what, names, count);
}

bool node_keys(const struct json_node *node, const char *const *keys, size_t count)
{
    const char *key;
    json_t *value;
    json_object_foreach(node->value, key, value)
    {
        if (words_have(keys, count, key))
            continue;
        const struct json_node member = node_member(node, key);
        char list[WORDS_TEXT], meant[WORDS_TEXT], expected[2 * WORDS_TEXT];
        const char *const now = words_former(key);
        snprintf(expected, sizeof expected, "%s%s", now ? now : words_list(list, keys, count),
                 now ? "" : words_suggest(meant, key, keys, count));
        return node_fail_key(&member, expected, "unknown key '%.*s'", shown_length(key), key);
    }
    return true;
}
