/* SPDX-License-Identifier: MIT */
/* Text that is wrapped between words. */
#include "report/report.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* How much of a text goes on a line: up to the last blank that fits, or to the end of a word that does not.
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

unsigned wrapped_width(int descriptor)
{
    struct winsize size;
    if (!isatty(descriptor))
        return 0;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
}

unsigned wrapped_columns(const char *text)
{
    unsigned width = 0;
    for (; *text != '\0'; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

/* The text after so many characters, of which it has at least as many. */
static const char *skip(const char *text, unsigned count)
{
    for (; count > 0; count--)
        do
            text++;
        while (((unsigned char)*text & 0xc0) == 0x80);
    return text;
}

size_t wrapped_part(const char *text, unsigned width, const char *breaks)
{
    if (wrapped_columns(text) <= width)
        return strlen(text);
    const size_t room = (size_t)(skip(text, width) - text);
    size_t part = room + (text[room] == ' ');
    while (part > 0 && !strchr(breaks, text[part - 1]))
        part--;
    return part > 0 ? part : room;
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
