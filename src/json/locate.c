/* SPDX-License-Identifier: MIT */
/* Where in a JSON text the value of a JSON pointer is. */
#include "json/locate.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* A place in the text; reading never passes its end, whatever the text. */
struct cursor {
    const char *text;
    size_t length, at;
};

/* One token of a pointer, escapes (~0, ~1) still in it. */
struct token {
    const char *text;
    size_t length;
};

static char peek(const struct cursor *cursor)
{
    return cursor->at < cursor->length ? cursor->text[cursor->at] : '\0';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_punctuation(char c)
{
    return c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':';
}

static void skip_space(struct cursor *cursor)
{
    while (cursor->at < cursor->length && is_space(cursor->text[cursor->at]))
        cursor->at++;
}

/* From the opening quote to after the closing one; an unclosed string ends with its line. */
static void skip_string(struct cursor *cursor)
{
    for (cursor->at++; cursor->at < cursor->length; cursor->at++) {
        const char c = cursor->text[cursor->at];
        if (c == '\n')
            return;
        if (c == '"') {
            cursor->at++;
            return;
        }
        if (c == '\\' && cursor->at + 1 < cursor->length)
            cursor->at++;
    }
}

static void skip_word(struct cursor *cursor)
{
    while (cursor->at < cursor->length) {
        const char c = cursor->text[cursor->at];
        if (is_space(c) || is_punctuation(c) || c == '"')
            return;
        cursor->at++;
    }
}

static void skip_token(struct cursor *cursor)
{
    const char c = peek(cursor);
    if (c == '"')
        skip_string(cursor);
    else if (is_punctuation(c))
        cursor->at++;
    else
        skip_word(cursor);
}

/* A whole value, however deep, and the space after it. */
static void skip_value(struct cursor *cursor)
{
    size_t depth = 0;
    do {
        const char c = peek(cursor);
        depth += c == '{' || c == '[';
        depth -= depth > 0 && (c == '}' || c == ']');
        skip_token(cursor);
        skip_space(cursor);
    } while (depth > 0 && cursor->at < cursor->length);
}

static char read_token_byte(const struct token *token, size_t *at)
{
    const char c = token->text[(*at)++];
    if (c != '~' || *at == token->length)
        return c;
    return token->text[(*at)++] == '1' ? '/' : '~';
}

/* Whether the string from start to end, quotes included, spells the token. */
static bool string_is(const char *start, const char *end, const struct token *token)
{
    json_t *const string = json_loadb(start, (size_t)(end - start), JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    const char *const text = json_string_value(string);
    const size_t length = json_string_length(string);
    size_t at = 0, same = 0;
    while (text && same < length && at < token->length && read_token_byte(token, &at) == text[same])
        same++;
    const bool is = text && same == length && at == token->length;
    json_decref(string);
    return is;
}

/* From an object or a list to what the token names: a member's key, or its value; an item. */
static bool enter(struct cursor *cursor, const struct token *token, bool key)
{
    const bool is_object = peek(cursor) == '{';
    size_t index = 0;
    do {
        cursor->at++;
        skip_space(cursor);
        const struct cursor start = *cursor;
        char quoted[32];
        sprintf(quoted, "\"%zu\"", index++);
        if (is_object ? peek(cursor) != '"' : peek(cursor) == ']')
            return false;
        if (is_object)
            skip_string(cursor);
        const bool found = is_object ? string_is(start.text + start.at, cursor->text + cursor->at, token)
                                     : string_is(quoted, quoted + strlen(quoted), token);
        skip_space(cursor);
        if (is_object && peek(cursor) != ':')
            return false;
        cursor->at += is_object;
        skip_space(cursor);
        if (found) {
            *cursor = key && is_object ? start : *cursor;
            return cursor->at < cursor->length;
        }
        skip_value(cursor);
    } while (peek(cursor) == ',');
    return false;
}

static struct token next_token(const char **pointer)
{
    struct token token = {.text = *pointer + 1};
    token.length = strcspn(token.text, "/");
    *pointer = token.text + token.length;
    return token;
}

bool locate_pointer(const char *text, size_t length, const char *pointer, bool key, struct location *location)
{
    struct cursor cursor = {text, length, 0};
    skip_space(&cursor);
    if (cursor.at == length)
        return false;
    while (*pointer != '\0') {
        if (*pointer != '/')
            return false;
        const struct token token = next_token(&pointer);
        const char c = peek(&cursor);
        if ((c != '{' && c != '[') || !enter(&cursor, &token, key && *pointer == '\0'))
            return false;
    }
    *location = locate_offset(text, length, cursor.at);
    return true;
}

struct location locate_offset(const char *text, size_t length, size_t offset)
{
    const size_t end = offset < length ? offset : length;
    struct location location = {1, 1};
    for (size_t i = 0; i < end; i++) {
        location.column++;
        if (text[i] == '\n')
            location = (struct location){location.line + 1, 1};
    }
    return location;
}

size_t locate_token(const char *text, size_t length, size_t offset)
{
    struct cursor cursor = {text, length, 0};
    size_t start = 0;
    skip_space(&cursor);
    while (cursor.at < length && cursor.at < offset) {
        start = cursor.at;
        skip_token(&cursor);
        skip_space(&cursor);
    }
    return start;
}
