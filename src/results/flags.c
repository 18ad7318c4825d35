/* SPDX-License-Identifier: MIT */
/* Flags as text. */
#include "results/flags.h"

#include "base/text.h"

#include <string.h>

static const struct flag_row {
    const char *name;
    bool always;
    const char *advice;
} rows[FLAG_COUNT] = {
#define FLAG(name, text, always, advice) {text, always, advice},
    FLAGS(FLAG)
#undef FLAG
};

static const struct flag_row *row_of(unsigned flag)
{
    return &rows[__builtin_ctz(flag)];
}

const char *flag_advice(unsigned flag)
{
    return row_of(flag)->advice;
}

bool flag_matters_always(unsigned flag)
{
    return row_of(flag)->always;
}

char *flags_text(unsigned flags, char *buffer, size_t size)
{
    buffer[0] = '\0';
    for (unsigned i = 0; i < FLAG_COUNT; i++)
        if (flags >> i & 1)
            text_add(buffer, size, "%s%s", *buffer ? ";" : "", rows[i].name);
    return buffer;
}

bool flag_find(const char *name, unsigned *flag)
{
    for (unsigned i = 0; i < FLAG_COUNT; i++) {
        if (strcmp(name, rows[i].name) != 0)
            continue;
        *flag = 1u << i;
        return true;
    }
    return false;
}
