/* SPDX-License-Identifier: MIT */
/* Flags as text. */
#include "results/flags.h"

#include <stdio.h>
#include <string.h>

static const char *const names[FLAG_COUNT] = {
#define FLAG(name, text) text,
    FLAGS(FLAG)
#undef FLAG
};

char *flags_text(unsigned flags, char *buffer, size_t size)
{
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

bool flag_find(const char *name, unsigned *flag)
{
    for (unsigned i = 0; i < FLAG_COUNT; i++) {
        if (strcmp(name, names[i]) != 0)
            continue;
        *flag = 1u << i;
        return true;
    }
    return false;
}
