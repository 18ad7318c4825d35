/* SPDX-License-Identifier: MIT */
/* Names that were, before `local` and `broadcast` became axes, and how they are spelled now. */
#include "sweep/former.h"

#include "base/text.h"
#include "registry/registry.h"

#include <stdio.h>
#include <string.h>

enum { NAME_BYTES = 128 };

/* What a pattern selected of the first implementation that it selected anything of. */
struct former {
    const struct implementation *implementation;
    unsigned locals, broadcasts; /* bits 1 << enum local, 1 << enum broadcast */
};

static void add_local(struct former *former, const char *pattern, const struct implementation *implementation,
                      enum local local)
{
    const unsigned last = implementation->axes & AXIS_BIT(AXIS_BROADCAST) ? BROADCAST_YES : BROADCAST_NO;
    for (unsigned broadcast = BROADCAST_NO; broadcast <= last; broadcast++) {
        char name[NAME_BYTES];
        snprintf(name, sizeof name, "%s/%s%s", implementation->name, local_names[local],
                 broadcast == BROADCAST_YES ? "+broadcast" : "");
        if (!text_glob(pattern, name))
            continue;
        former->implementation = implementation;
        former->locals |= 1u << local;
        former->broadcasts |= 1u << broadcast;
    }
}

static struct former find(const char *pattern, unsigned primitives)
{
    struct former former = {0};
    for (size_t i = 0; i < registry_count && !former.implementation; i++)
        for (enum local local = LOCAL_NONE + 1; local < LOCAL_COUNT; local++)
            if ((primitives & 1u << registry[i]->primitive) && implementation_local(registry[i], local))
                add_local(&former, pattern, registry[i], local);
    return former;
}

/* The pattern without its last part, where that selects the implementation and not simply all. */
static void algorithm_text(const char *pattern, const struct implementation *implementation,
                           char text[NAME_BYTES])
{
    const char *const slash = strrchr(pattern, '/');
    snprintf(text, NAME_BYTES, "%.*s", slash ? (int)(slash - pattern) : 0, pattern);
    if (strcmp(text, "*") == 0 || !text_glob(text, implementation->name))
        snprintf(text, NAME_BYTES, "%s", implementation->name);
}

/* One name, or the glob that is the last part of the pattern. */
static void local_text(const char *pattern, unsigned locals, char text[NAME_BYTES])
{
    const char *const slash = strrchr(pattern, '/'), *const last = slash ? slash + 1 : pattern;
    if ((locals & (locals - 1)) == 0)
        snprintf(text, NAME_BYTES, "%s", local_names[__builtin_ctz(locals)]);
    else
        snprintf(text, NAME_BYTES, "%.*s", (int)strcspn(last, "+"), last);
}

/* ["raking", "cooperative"] */
static void list_text(unsigned locals, char text[FORMER_TEXT])
{
    size_t used = 0;
    for (enum local local = LOCAL_NONE + 1; local < LOCAL_COUNT; local++)
        if (locals & 1u << local)
            used += (size_t)snprintf(text + used, FORMER_TEXT - used, "%s\"%s\"", used ? ", " : "[",
                                     local_names[local]);
    snprintf(text + used, FORMER_TEXT - used, "]");
}

bool former_spelling(const char *pattern, unsigned primitives, enum former_place place,
                     char text[FORMER_TEXT])
{
    const struct former former = find(pattern, primitives);
    char algorithm[NAME_BYTES], local[NAME_BYTES], list[FORMER_TEXT];
    if (!former.implementation)
        return false;
    const bool broadcast = former.broadcasts == 1u << BROADCAST_YES;
    algorithm_text(pattern, former.implementation, algorithm);
    local_text(pattern, former.locals, local);
    list_text(former.locals, list);
    if (place == FORMER_ALONE)
        snprintf(text, FORMER_TEXT, "%s, where local=%s is an axis", algorithm, local);
    else if (place == FORMER_IN_FILTER)
        snprintf(text, FORMER_TEXT, "algorithm=%s,local=%s%s", algorithm, local,
                 broadcast ? ",broadcast=yes" : "");
    else if (place == FORMER_IN_SWEEP && (former.locals & (former.locals - 1)) != 0)
        snprintf(text, FORMER_TEXT, "\"algorithm\": \"%s\", \"local\": %.256s", algorithm, list);
    else
        snprintf(text, FORMER_TEXT, "\"algorithm\": \"%s\", \"local\": \"%s\"%s", algorithm, local,
                 broadcast ? ", \"broadcast\": \"yes\"" : "");
    return true;
}
