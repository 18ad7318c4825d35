/* SPDX-License-Identifier: MIT */
/* One error: the first one wins, on one line. */
#include "base/error.h"

#include "base/inert.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Whether it is the first. */
static bool record(struct error *error, enum exit_code code, size_t room, const char *format,
                   va_list arguments)
{
    if (error->code != EXIT_OK)
        return false;
    error->code = code;
    vsnprintf(error->text, room, format, arguments);
    text_inert(error->text);
    return true;
}

bool error_set(struct error *error, enum exit_code code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    record(error, code, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

static void append(struct error *error, const char *text)
{
    const size_t length = strlen(error->text);
    snprintf(error->text + length, sizeof error->text - length, "%s", text);
}

static const char separator[] = "; expected ";

static void append_expected(struct error *error, const char *expected)
{
    if (!expected)
        return;
    append(error, separator);
    error->expected = strlen(error->text);
    append(error, expected);
    text_inert(error->text);
}

bool error_set_expected(struct error *error, enum exit_code code, const char *expected, const char *format,
                        ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (record(error, code, sizeof error->text, format, arguments))
        append_expected(error, expected);
    va_end(arguments);
    return false;
}

bool error_set_at(struct error *error, const struct error_place *place, const char *expected,
                  const char *format, ...)
{
    char what[sizeof error->text];
    if (error->code != EXIT_OK)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    error_set(error, EXIT_USAGE, "%.480s:%u:%u: error: %s", place->path, place->line, place->column, what);
    append_expected(error, expected);
    error->located = true;
    return false;
}

const char *error_expected(const struct error *error, const char *otherwise)
{
    return error->expected > 0 ? error->text + error->expected : otherwise;
}

int error_what_length(const struct error *error)
{
    return (int)(error->expected > 0 ? error->expected - strlen(separator) : strlen(error->text));
}

bool error_set_errno(struct error *error, enum exit_code code, const char *format, ...)
{
    const char *const reason = strerror(errno);
    /* A long path is cut, the reason never. */
    const size_t tail = strlen(reason) + strlen(": ");
    va_list arguments;
    va_start(arguments, format);
    if (record(error, code, sizeof error->text - tail, format, arguments)) {
        append(error, ": ");
        append(error, reason);
    }
    va_end(arguments);
    return false;
}
