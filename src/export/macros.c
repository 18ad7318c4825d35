/* SPDX-License-Identifier: MIT */
/* The macros of a text, by name. */
#include "export/macros.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool list_has(const char *list, const char *name, size_t length)
{
    for (const char *word = list; word && *word; word += strspn(word, " ")) {
        const size_t all = strcspn(word, " ");
        const bool begins = all > 0 && word[all - 1] == '*';
        if (begins ? length >= all - 1 && strncmp(word, name, all - 1) == 0
                   : all == length && strncmp(word, name, all) == 0)
            return true;
        word += all;
    }
    return false;
}

struct macro *macros_find(const struct macros *macros, const char *name, size_t length)
{
    for (size_t i = macros->count; i-- > 0;)
        if (is_name(name, length, macros->all[i].name))
            return &macros->all[i];
    return NULL;
}

/* Without backslashes at line ends, and one level to the left. */
static char *body_of(const char *text)
{
    struct piece body = {0};
    piece_add(&body, "");
    while (*text) {
        const size_t line = strcspn(text, "\n");
        size_t end = line;
        if (end > 0 && text[end - 1] == '\\')
            end--;
        piece_add_part(&body, text, end);
        piece_trim(&body);
        text += line + (text[line] != '\0');
        if (*text)
            piece_add(&body, "\n");
        for (int i = 0; body.length > 0 && i < 4 && *text == ' '; i++)
            text++;
    }
    return body.text;
}

void macros_define(struct macros *macros, const char *line)
{
    const char *const name = line + strcspn(line, " ") + 1;
    const size_t length = word_length(name);
    const char *rest = name + length;
    struct macro made = {.name = memory_text_part(name, length), .defined = true};
    if (*rest == '(') {
        const size_t parameters = strcspn(rest, ")");
        made.parameters = memory_text_part(rest + 1, parameters - 1);
        rest += parameters + 1;
    }
    while (*rest == ' ' || *rest == '\t' || *rest == '\\' || *rest == '\n')
        rest++;
    made.body = body_of(rest);
    macros->all = memory_resize(macros->all, macros->count + 1, sizeof *macros->all);
    macros->all[macros->count++] = made;
}

void macros_undefine(struct macros *macros, const char *name)
{
    struct macro *const found = macros_find(macros, name, word_length(name));
    if (found)
        found->defined = false;
}

void macros_close(struct macros *macros)
{
    for (size_t i = 0; i < macros->count; i++) {
        free(macros->all[i].name);
        free(macros->all[i].parameters);
        free(macros->all[i].body);
    }
    free(macros->all);
    free(macros->open);
    free(macros->inlined);
}
