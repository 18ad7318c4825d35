/* SPDX-License-Identifier: MIT */
/* Flags as text. */
#include "results/flags.h"

#include <stdio.h>

char *flags_text(unsigned flags, char *buffer, size_t size)
{
    static const char *const names[FLAG_COUNT] = {
#define FLAG(name, text) text,
        FLAGS(FLAG)
#undef FLAG
    };
    size_t length = 0;
    if (size > 0)
        buffer[0] = '\0';
    for (unsigned i = 0; i < FLAG_COUNT; i++) {
        if (!(flags >> i & 1) || length >= size)
            continue;
        length += (size_t)snprintf(buffer + length, size - length, "%s%s", length > 0 ? ";" : "", names[i]);
    }
    return buffer;
}
