/* SPDX-License-Identifier: MIT */
/* Text that is wrapped between words. */
#include "report/wrapped.h"

#include <string.h>

/* How much of a text stands on a line: up to the last blank that fits, or to the end of a word that does not.
 */
static size_t part_of(const char *text, size_t room)
{
    const size_t length = strlen(text);
    size_t part = room < length ? room : length;
    if (part == length)
        return part;
    while (part > 0 && text[part] != ' ')
        part--;
    while (part > 0 && text[part - 1] == ' ')
        part--;
    return part > 0 ? part : strspn(text, " ") + strcspn(text + strspn(text, " "), " ");
}

void wrapped_print(FILE *stream, const char *text, unsigned indent, unsigned width)
{
    size_t room = width > 0 ? width : strlen(text), used = 0;
    while (*text) {
        const size_t part = part_of(text, room);
        fprintf(stream, "%*s%.*s\n", (int)used, "", (int)part, text);
        text += part;
        text += strspn(text, " ");
        used = indent;
        room = width > indent ? width - indent : 1;
    }
}
