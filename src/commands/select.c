/* SPDX-License-Identifier: MIT */
/* Choosing implementations by the globs of a command line. */
#include "commands/commands.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/words.h"
#include "registry/registry.h"
#include "sweep/algorithm_words.h"

#include <string.h>

/* A glob of names, or the word of a primitive for all of its implementations. */
static bool is_match(const char *glob, const struct implementation *implementation)
{
    return text_glob(glob, implementation->name) ||
           strcmp(glob, primitive_names[implementation->primitive]) == 0;
}

static bool is_chosen(const struct options *options, const struct implementation *implementation)
{
    for (size_t i = 0; i < options->arguments.count; i++)
        if (is_match(options->arguments.all[i], implementation))
            return true;
    return options->arguments.count == 0;
}

static bool refuse(const char *glob, struct error *error)
{
    char meant[WORDS_TEXT];
    if (!*words_suggest(meant, glob, primitive_names, PRIMITIVE_COUNT))
        words_suggest_algorithm(meant, glob, ~0u);
    return error_set(error, EXIT_USAGE, "no implementation matches '%s'%s", glob,
                     *meant ? meant : "; see scanbench list");
}

static bool check_globs(const struct options *options, struct error *error)
{
    for (size_t i = 0; i < options->arguments.count; i++) {
        bool any = false;
        for (size_t k = 0; k < registry_count && !any; k++)
            any = is_match(options->arguments.all[i], registry[k]);
        if (!any)
            return refuse(options->arguments.all[i], error);
    }
    return true;
}

size_t select_implementations(const struct options *options, const struct implementation ***chosen,
                              struct error *error)
{
    *chosen = NULL;
    if (!check_globs(options, error))
        return 0;
    *chosen = memory_array(registry_count, sizeof **chosen);
    size_t count = 0;
    for (enum primitive primitive = 0; primitive < PRIMITIVE_COUNT; primitive++)
        for (size_t i = 0; i < registry_count; i++)
            if (registry[i]->primitive == primitive && is_chosen(options, registry[i]))
                (*chosen)[count++] = registry[i];
    return count;
}
