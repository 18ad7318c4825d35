/* SPDX-License-Identifier: MIT */
/* Text from outside the program, made inert before a person's terminal gets it. */
#include "base/inert.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a character by its first; 0: none starts so. */
static unsigned promised(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first < 0xc2 || first > 0xf4)
        return 0;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

unsigned inert_decode(const char *text, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *const bytes = (const unsigned char *)text;
    const unsigned length = promised(bytes[0]);
    *code = length < 2 ? bytes[0] : bytes[0] & (0xffu >> (length + 1));
    for (unsigned i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (bytes[i] & 0x3f);
    }
    if (length > 0 && (*code < least[length] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000)))
        return 0;
    return length;
}

bool inert_is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

bool text_is_inert(const char *text)
{
    unsigned length;
    for (uint32_t code; *text != '\0'; text += length) {
        length = inert_decode(text, &code);
        if (length == 0 || inert_is_control(code))
            return false;
    }
    return true;
}

char *text_inert(char *text)
{
    char *to = text;
    unsigned length;
    for (const char *from = text; *from != '\0'; from += length) {
        uint32_t code;
        length = inert_decode(from, &code);
        if (length == 0 || inert_is_control(code)) {
            *to++ = '?';
            length += length == 0;
            continue;
        }
        memmove(to, from, length);
        to += length;
    }
    *to = '\0';
    return text;
}

void print_line(FILE *stream, const char *format, ...)
{
    char *line;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&line, format, arguments) < 0)
        memory_end(0);
    va_end(arguments);
    fprintf(stream, "%s\n", text_inert(line));
    free(line);
}
