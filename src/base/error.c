/* SPDX-License-Identifier: MIT */
/* One error: the first one wins, on one line. */
#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A path may hold a newline or an escape sequence; a message may not. */
static void blank_controls(char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            *text = '?';
    }
}

static void record(struct error *error, enum exit_code code, size_t room, const char *format,
                   va_list arguments)
{
    error->code = code;
    vsnprintf(error->text, room, format, arguments);
    blank_controls(error->text);
}

bool error_set(struct error *error, enum exit_code code, const char *format, ...)
{
    if (error->code != EXIT_OK)
        return false;
    va_list arguments;
    va_start(arguments, format);
    record(error, code, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

bool error_set_errno(struct error *error, enum exit_code code, const char *format, ...)
{
    const char *const reason = strerror(errno);
    if (error->code != EXIT_OK)
        return false;
    /* A long path is cut, the reason never. */
    const size_t tail = strlen(reason) + strlen(": ");
    va_list arguments;
    va_start(arguments, format);
    record(error, code, sizeof error->text - tail, format, arguments);
    va_end(arguments);
    const size_t length = strlen(error->text);
    snprintf(error->text + length, sizeof error->text - length, ": %s", reason);
    return false;
}
