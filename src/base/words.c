/* SPDX-License-Identifier: MIT */
/* Lists of known words within messages: what was expected, and what was probably meant. */
#include "base/words.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* The next name that is none of those before it; count where there is none. */
static size_t next_new(const char *const *names, size_t count, size_t at)
{
    while (at < count && words_have(names, at, names[at]))
        at++;
    return at;
}

static size_t count_new(const char *const *names, size_t count, size_t at)
{
    size_t found = 0;
    for (at = next_new(names, count, at); at < count; at = next_new(names, count, at + 1))
        found++;
    return found;
}

char *words_list(char *text, const char *const *names, size_t count)
{
    enum { MORE = sizeof " or 18446744073709551615 more" };
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = next_new(names, count, 0), next; i < count; i = next) {
        next = next_new(names, count, i + 1);
        const char *const before = length == 0 ? "" : next == count ? " or " : ", ";
        if (length + strlen(before) + strlen(names[i]) + MORE > WORDS_TEXT) {
            snprintf(text + length, WORDS_TEXT - length, " or %zu more", count_new(names, count, i));
            return text;
        }
        length += (size_t)snprintf(text + length, WORDS_TEXT - length, "%s%s", before, names[i]);
    }
    return text;
}

struct spelling {
    const char *word, *ours;
};

/* What other programs and languages call it. */
static const struct spelling synonyms[] = {
#define SYNONYM(theirs, ours) {theirs, ours},
#define FORMER(former, now)
#include "base/synonyms.def"
#undef SYNONYM
#undef FORMER
};

/* What we called it. */
static const struct spelling formers[] = {
#define SYNONYM(theirs, ours)
#define FORMER(former, now) {former, now},
#include "base/synonyms.def"
#undef SYNONYM
#undef FORMER
};

static const char *synonym_of(const char *word, const char *const *names, size_t count)
{
    for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++)
        if (strcmp(word, synonyms[i].word) == 0 && words_have(names, count, synonyms[i].ours))
            return synonyms[i].ours;
    return NULL;
}

const char *words_meant(const char *word, const char *const *names, size_t count)
{
    const char *const synonym = synonym_of(word, names, count);
    return synonym ? synonym : text_nearest(word, names, count);
}

char *words_suggest(char *text, const char *word, const char *const *names, size_t count)
{
    const char *const meant = words_meant(word, names, count);
    text[0] = '\0';
    if (meant)
        snprintf(text, WORDS_TEXT, "; did you mean '%s'?", meant);
    return text;
}

const char *words_former(const char *word)
{
    for (size_t i = 0; i < sizeof formers / sizeof formers[0]; i++)
        if (strcmp(word, formers[i].word) == 0)
            return formers[i].ours;
    return NULL;
}

bool words_have(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

bool words_hold(const char *text, const char *word)
{
    const size_t length = strlen(word);
    size_t own = 0;
    for (const char *at = text + strspn(text, " "); *at; at += own + strspn(at + own, " ")) {
        own = strcspn(at, " ");
        if (own == length && strncmp(at, word, length) == 0)
            return true;
    }
    return false;
}
