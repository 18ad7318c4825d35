/* SPDX-License-Identifier: MIT */
/* Where in a JSON text the value of a JSON pointer is. */
#include "json/locate.h"

#include <string.h>

enum { UNIT_BYTES = 4 };

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

static unsigned hex_value(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : ((unsigned)(c | 0x20) - 'a' + 10) & 15;
}

/* The four digits after \u; 0 when the text ends within them. */
static unsigned read_hex(struct cursor *cursor)
{
    if (cursor->length - cursor->at < 4)
        return 0;
    unsigned code = 0;
    for (unsigned i = 0; i < 4; i++)
        code = code << 4 | hex_value(cursor->text[cursor->at++]);
    return code;
}

static bool is_high_surrogate(unsigned code)
{
    return code >= 0xd800 && code < 0xdc00;
}

static unsigned read_code_point(struct cursor *cursor)
{
    const unsigned code = read_hex(cursor);
    if (!is_high_surrogate(code) || cursor->length - cursor->at < 6)
        return code;
    cursor->at += 2;
    return 0x10000 + ((code - 0xd800) << 10 | (read_hex(cursor) & 0x3ff));
}

static size_t encode_utf8(unsigned code, char unit[UNIT_BYTES])
{
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    if (code < 0x80) {
        unit[0] = (char)code;
        return 1;
    }
    const size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--, code >>= 6)
        unit[i] = (char)(0x80 | (code & 0x3f));
    unit[0] = (char)(first[length] | code);
    return length;
}

static size_t read_escape(struct cursor *cursor, char unit[UNIT_BYTES])
{
    static const char letters[] = "bfnrt", controls[] = "\b\f\n\r\t";
    const char c = peek(cursor);
    cursor->at++;
    if (c == 'u')
        return encode_utf8(read_code_point(cursor), unit);
    const char *const letter = c ? strchr(letters, c) : NULL;
    unit[0] = letter ? controls[letter - letters] : c;
    return 1;
}

/* The bytes that the next character, or part of one, stands for; 0 at the end of the string. */
static size_t read_unit(struct cursor *cursor, char unit[UNIT_BYTES])
{
    if (cursor->at >= cursor->length || cursor->text[cursor->at] == '"')
        return 0;
    const char c = cursor->text[cursor->at++];
    if (c == '\\')
        return read_escape(cursor, unit);
    unit[0] = c;
    return 1;
}

static char read_token_byte(const struct token *token, size_t *at)
{
    const char c = token->text[(*at)++];
    if (c != '~' || *at == token->length)
        return c;
    return token->text[(*at)++] == '1' ? '/' : '~';
}

/* Whether the string that starts at the cursor spells the token. */
static bool string_is(struct cursor cursor, const struct token *token)
{
    size_t at = 0;
    char unit[UNIT_BYTES];
    cursor.at++;
    for (size_t count; (count = read_unit(&cursor, unit)) > 0;) {
        for (size_t i = 0; i < count; i++)
            if (at == token->length || read_token_byte(token, &at) != unit[i])
                return false;
    }
    return at == token->length;
}

/* From an object to the member that the token names: its key, or its value. */
static bool enter_object(struct cursor *cursor, const struct token *token, bool key)
{
    cursor->at++;
    skip_space(cursor);
    while (peek(cursor) == '"') {
        const struct cursor start = *cursor;
        skip_string(cursor);
        skip_space(cursor);
        if (peek(cursor) != ':')
            return false;
        cursor->at++;
        skip_space(cursor);
        if (string_is(start, token)) {
            *cursor = key ? start : *cursor;
            return true;
        }
        skip_value(cursor);
        if (peek(cursor) != ',')
            return false;
        cursor->at++;
        skip_space(cursor);
    }
    return false;
}

static bool array_index(const struct token *token, size_t *index)
{
    if (token->length == 0 || (token->length > 1 && token->text[0] == '0'))
        return false;
    *index = 0;
    for (size_t i = 0; i < token->length; i++) {
        const char c = token->text[i];
        if (c < '0' || c > '9' || __builtin_mul_overflow(*index, 10, index) ||
            __builtin_add_overflow(*index, (size_t)(c - '0'), index))
            return false;
    }
    return true;
}

static bool enter_array(struct cursor *cursor, const struct token *token)
{
    size_t index;
    if (!array_index(token, &index))
        return false;
    cursor->at++;
    skip_space(cursor);
    for (; index > 0; index--) {
        skip_value(cursor);
        if (peek(cursor) != ',')
            return false;
        cursor->at++;
        skip_space(cursor);
    }
    return cursor->at < cursor->length && peek(cursor) != ']';
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
        const bool found = c == '{'   ? enter_object(&cursor, &token, key && *pointer == '\0')
                           : c == '[' ? enter_array(&cursor, &token)
                                      : false;
        if (!found)
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
