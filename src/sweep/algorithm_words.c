/* SPDX-License-Identifier: MIT */
/* The names of algorithms within messages: what was expected, and what was probably meant. */
#include "sweep/algorithm_words.h"

#include "registry/registry.h"

#include <stdio.h>
#include <string.h>

enum { GLOBS = 64, GLOB_BYTES = 64 };

size_t words_algorithms(const char **names, unsigned primitives)
{
    size_t count = 0;
    for (size_t i = 0; i < registry_count && count < WORDS_ALGORITHMS; i++)
        if (primitives & 1u << registry[i]->primitive)
            names[count++] = registry[i]->name;
    return count;
}

/* The globs of all folders that the names are in, each once. Returns how many. */
static size_t folder_globs(char globs[GLOBS][GLOB_BYTES], const char **list, const char *const *names,
                           size_t count)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        for (const char *slash = strchr(names[i], '/'); slash && found < GLOBS;
             slash = strchr(slash + 1, '/')) {
            snprintf(globs[found], GLOB_BYTES, "%.*s/*", (int)(slash - names[i]), names[i]);
            list[found] = globs[found];
            found += !words_have(list, found, globs[found]);
        }
    }
    return found;
}

char *words_suggest_algorithm(char *text, const char *word, unsigned primitives)
{
    const char *names[WORDS_ALGORITHMS + GLOBS];
    char globs[GLOBS][GLOB_BYTES], folder[GLOB_BYTES];
    const size_t count = words_algorithms(names, primitives);
    const size_t folders = folder_globs(globs, names + count, names, count);
    if (strchr(word, '*'))
        return words_suggest(text, word, names, count + folders);
    if (*words_suggest(text, word, names, count) || *word == '\0')
        return text;
    snprintf(folder, sizeof folder, "%.48s/*", word);
    return words_suggest(text, folder, names + count, folders);
}
