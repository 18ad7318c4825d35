/* SPDX-License-Identifier: MIT */
/* Lists of known words within messages: what was expected, and what was probably meant. */
#include "base/words.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

char *words_list(char *text, const char *const *names, size_t count)
{
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && length < WORDS_TEXT; i++) {
        const char *const before = i == 0 ? "" : i + 1 == count ? " or " : ", ";
        length += (size_t)snprintf(text + length, WORDS_TEXT - length, "%s%s", before, names[i]);
    }
    return text;
}

char *words_suggest(char *text, const char *word, const char *const *names, size_t count)
{
    const char *const nearest = text_nearest(word, names, count);
    text[0] = '\0';
    if (nearest)
        snprintf(text, WORDS_TEXT, "; did you mean '%s'?", nearest);
    return text;
}

bool words_have(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}
