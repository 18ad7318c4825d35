/* SPDX-License-Identifier: MIT */
/* JSON from text and to text. Where there is no memory for it, the program ends, as base/memory.h says. */
#include "json/json_load.h"

#include "base/inert.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void json_use_memory(void)
{
    json_set_alloc_funcs(memory_block, free);
}

json_t *json_load(const char *text, size_t length, size_t flags, json_error_t *why)
{
    return json_loadb(text, length, JSON_REJECT_DUPLICATES | flags, why);
}

bool json_refuse(struct error *error, const char *path, const json_error_t *why, const char *expected)
{
    const struct error_place place = {path, why->line > 0 ? (unsigned)why->line : 1,
                                      why->column > 0 ? (unsigned)why->column : 1};
    return error_set_at(error, &place, expected, "%s", why->text);
}

/* jansson leaves characters from DEL on as they are; those that a terminal obeys stand in strings alone. */
static bool is_to_be_escaped(uint32_t code)
{
    return code >= 0x7f && inert_is_control(code);
}

static size_t count_escapes(const char *text)
{
    size_t count = 0;
    uint32_t code;
    for (unsigned length; *text && (length = inert_decode(text, &code)) > 0; text += length)
        count += is_to_be_escaped(code);
    return count;
}

static char *escape_controls(char *text)
{
    static const size_t escape_bytes = sizeof "\\u0000" - 1;
    const size_t count = count_escapes(text);
    if (!count)
        return text;
    char *const escaped = memory_array(strlen(text) + count * escape_bytes + 1, 1);
    char *to = escaped;
    uint32_t code;
    const char *from = text;
    for (unsigned length; *from && (length = inert_decode(from, &code)) > 0; from += length)
        if (is_to_be_escaped(code))
            to += sprintf(to, "\\u%04X", (unsigned)code);
        else
            to = mempcpy(to, from, length);
    *to = '\0';
    free(text);
    return escaped;
}

char *json_dump_text(const json_t *value, size_t flags)
{
    char *const text = json_dumps(value, flags);
    if (!text)
        memory_end(0);
    return escape_controls(text);
}

char *json_dump_line(json_t *value, size_t flags)
{
    char *const text = json_dump_text(value, flags);
    char *const line = memory_format("%s\n", text);
    free(text);
    json_decref(value);
    return line;
}

const char *member_text(const json_t *object, const char *key)
{
    const char *const text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

json_t *text_json(const char *text)
{
    if (text == NULL || text[0] == '\0')
        return json_null();
    json_t *const whole = json_string(text);
    if (whole != NULL)
        return whole;
    char *const ascii = memory_text(text);
    for (char *c = ascii; *c != '\0'; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    json_t *const plain = json_string(ascii);
    free(ascii);
    return plain;
}

json_t *number_json(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

json_t *texts_json(const char *const *texts, size_t count)
{
    json_t *const array = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, text_json(texts[i]));
    return array;
}
