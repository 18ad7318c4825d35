/* SPDX-License-Identifier: MIT */
/* JSON from text and to text. Where there is no memory for it, the program ends, as base/memory.h says. */
#include "json/json_load.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void json_use_memory(void)
{
    json_set_alloc_funcs(memory_block, free);
}

json_t *json_load(const char *text, size_t length, size_t flags, json_error_t *why)
{
    return json_loadb(text, length, JSON_REJECT_DUPLICATES | flags, why);
}

bool json_refuse(struct error *error, const char *path, const json_error_t *why, const char *expected)
{
    const struct error_place place = {path, why->line > 0 ? (unsigned)why->line : 1,
                                      why->column > 0 ? (unsigned)why->column : 1};
    return error_set_at(error, &place, expected, "%s", why->text);
}

char *json_dump_text(const json_t *value, size_t flags)
{
    char *const text = json_dumps(value, flags);
    if (!text)
        memory_end(0);
    return text;
}

char *json_dump_line(json_t *value, size_t flags)
{
    char *const text = json_dump_text(value, flags);
    const size_t length = strlen(text);
    char *const line = memory_resize(text, length + 2, 1);
    strcpy(line + length, "\n");
    json_decref(value);
    return line;
}
