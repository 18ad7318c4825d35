/* SPDX-License-Identifier: MIT */
/* Text that is wrapped between words. */
#include "report/report.h"

#include <limits.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

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
    for (unsigned used = 0; *text; used = indent) {
        const size_t blanks = strspn(text, " "), word = blanks + strcspn(text + blanks, " ");
        size_t part = wrapped_part(text, width == 0 ? UINT_MAX : width > used ? width - used : 1, " ");
        while (part > word && text[part - 1] == ' ')
            part--;
        part = part > word ? part : word;
        fprintf(stream, "%*s%.*s\n", (int)used, "", (int)part, text);
        text += part + strspn(text + part, " ");
    }
}
