/* SPDX-License-Identifier: MIT */
/* A text that grows at its end, and the words of C in a text. */
#include "export/export_state.h"

#include "base/memory.h"

#include <ctype.h>
#include <string.h>

void piece_add_part(struct piece *piece, const char *text, size_t length)
{
    if (piece->length + length + 1 > piece->capacity) {
        piece->capacity = 2 * (piece->length + length + 1);
        piece->text = memory_resize(piece->text, piece->capacity, 1);
    }
    memcpy(piece->text + piece->length, text, length);
    piece->length += length;
    piece->text[piece->length] = '\0';
}

void piece_add(struct piece *piece, const char *text)
{
    piece_add_part(piece, text, strlen(text));
}

void piece_trim(struct piece *piece)
{
    while (piece->length > 0 && isspace((unsigned char)piece->text[piece->length - 1]))
        piece->text[--piece->length] = '\0';
}

static size_t quoted_length(const char *text)
{
    size_t length = 1;
    while (text[length] && text[length] != *text)
        length += text[length] == '\\' && text[length + 1] ? 2 : 1;
    return length + (text[length] != '\0');
}

bool word_is_name(const char *text)
{
    return isalpha((unsigned char)*text) || *text == '_';
}

size_t word_length(const char *text)
{
    size_t length = 1;
    if (!*text)
        return 0;
    if (*text == '"' || *text == '\'')
        return quoted_length(text);
    if (strncmp(text, "/*", 2) == 0) {
        const char *const end = strstr(text + 2, "*/");
        return end ? (size_t)(end - text) + 2 : strlen(text);
    }
    if (isalnum((unsigned char)*text) || *text == '_')
        while (isalnum((unsigned char)text[length]) || text[length] == '_')
            length++;
    return length;
}

const char *next_name(const char *text, size_t *length)
{
    for (; (*length = word_length(text)) > 0; text += *length)
        if (word_is_name(text))
            return text;
    return NULL;
}

bool is_name(const char *text, size_t length, const char *name)
{
    return strncmp(text, name, length) == 0 && name[length] == '\0';
}

char *replace_all(const char *text, const char *from, const char *to)
{
    struct piece result = {0};
    const char *found;
    for (; (found = strstr(text, from)); text = found + strlen(from)) {
        piece_add_part(&result, text, (size_t)(found - text));
        piece_add(&result, to);
    }
    piece_add(&result, text);
    return result.text;
}
