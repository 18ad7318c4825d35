/* SPDX-License-Identifier: MIT */
/* The locator against jansson: at the place of every pointer of a valid text stands the value that jansson
 * has there. */
#include "fuzz.h"

#include "json/locate.h"

#include <jansson.h>
#include <string.h>

enum { POINTER_BYTES = 4096, DEPTH = 64 };

struct text {
    const char *bytes;
    size_t length;
    char pointer[POINTER_BYTES];
};

static size_t offset_of(const struct text *text, const struct location *location)
{
    size_t offset = 0;
    for (unsigned line = 1; line < location->line; line++) {
        const char *const end = memchr(text->bytes + offset, '\n', text->length - offset);
        CHECK(end != NULL);
        offset = (size_t)(end - text->bytes) + 1;
    }
    return offset + location->column - 1;
}

static void check_here(const struct text *text, const json_t *value)
{
    struct location location;
    json_error_t why;
    CHECK(locate_pointer(text->bytes, text->length, text->pointer, false, &location));
    const size_t offset = offset_of(text, &location);
    CHECK(offset < text->length);
    json_t *const there = json_loadb(text->bytes + offset, text->length - offset,
                                     JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &why);
    CHECK(there != NULL && json_equal(there, value));
    json_decref(there);
    const struct location again = locate_offset(text->bytes, text->length, offset);
    CHECK(again.line == location.line && again.column == location.column);
}

/* Extend the pointer by a step; false when it is full. */
static bool push(struct text *text, const char *step)
{
    size_t length = strlen(text->pointer);
    if (length + 2 * strlen(step) + 2 > sizeof text->pointer)
        return false;
    text->pointer[length++] = '/';
    for (; *step != '\0'; step++) {
        if (*step == '~' || *step == '/')
            text->pointer[length++] = '~';
        text->pointer[length++] = *step == '~' ? '0' : *step == '/' ? '1' : *step;
    }
    text->pointer[length] = '\0';
    return true;
}

static void walk(struct text *text, json_t *value, unsigned depth)
{
    const size_t length = strlen(text->pointer);
    const char *key;
    json_t *member;
    size_t index;
    check_here(text, value);
    if (depth == DEPTH)
        return;
    json_object_foreach(value, key, member)
    {
        struct location location;
        if (push(text, key)) {
            walk(text, member, depth + 1);
            CHECK(locate_pointer(text->bytes, text->length, text->pointer, true, &location));
            CHECK(text->bytes[offset_of(text, &location)] == '"');
        }
        text->pointer[length] = '\0';
    }
    json_array_foreach(value, index, member)
    {
        char step[32];
        snprintf(step, sizeof step, "%zu", index);
        if (push(text, step))
            walk(text, member, depth + 1);
        text->pointer[length] = '\0';
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text text = {.bytes = (const char *)data, .length = size};
    json_error_t why;
    json_t *const root = json_loadb(text.bytes, size, JSON_REJECT_DUPLICATES, &why);
    if (root != NULL)
        walk(&text, root, 0);
    json_decref(root);
    for (size_t offset = 0; offset <= size && offset < 256; offset++) {
        CHECK(locate_token(text.bytes, size, offset) <= offset);
        const struct location location = locate_offset(text.bytes, size, offset);
        CHECK(location.line >= 1 && location.column >= 1);
    }
    return 0;
}
