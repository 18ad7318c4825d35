/* SPDX-License-Identifier: MIT */
/* Texts with places to fill: @word@. */
#include "base/template.h"

#include <stdbool.h>
#include <string.h>

static const struct template_part *part_at(const char *text, const struct template_part *parts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(parts[i].word);
        if (text[0] == '@' && strncmp(text + 1, parts[i].word, length) == 0 && text[1 + length] == '@')
            return &parts[i];
    }
    return NULL;
}

void template_print(FILE *file, const char *text, const struct template_part *parts, size_t count,
                    const void *context)
{
    for (const char *at = text; *at != '\0';) {
        const struct template_part *const part = part_at(at, parts, count);
        if (part == NULL) {
            fputc(*at++, file);
            continue;
        }
        const char *const end = at + strlen(part->word) + 2;
        const bool whole_line = (at == text || at[-1] == '\n') && *end == '\n';
        part->print(file, context);
        at = end + whole_line;
    }
}
