/* SPDX-License-Identifier: MIT */
/* Texts as HTML. */
#include "report/html_text.h"

#include "base/inert.h"
#include "base/memory.h"

#include <stdlib.h>

static const char *entity_of(char character)
{
    switch (character) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

void html_text(FILE *file, const char *raw)
{
    char *const inert = text_inert(memory_text(raw));
    for (const char *text = inert; *text != '\0'; text++) {
        const char *const entity = entity_of(*text);
        if (entity != NULL)
            fputs(entity, file);
        else
            fputc(*text, file);
    }
    free(inert);
}
