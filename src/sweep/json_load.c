/* SPDX-License-Identifier: MIT */
/* Parsing JSON with an eye on its memory. */
#include "sweep/json_load.h"

static json_malloc_t allocate_quietly;
static bool was_refused;

static void *allocate(size_t bytes)
{
    void *const block = allocate_quietly(bytes);
    was_refused |= !block && bytes > 0;
    return block;
}

json_t *json_load(const char *text, size_t length, size_t flags, json_error_t *why, bool *refused)
{
    json_free_t release;
    json_get_alloc_funcs(&allocate_quietly, &release);
    json_set_alloc_funcs(allocate, release);
    was_refused = false;
    json_t *const root = json_loadb(text, length, JSON_REJECT_DUPLICATES | flags, why);
    json_set_alloc_funcs(allocate_quietly, release);
    *refused = was_refused;
    if (!was_refused)
        return root;
    json_decref(root);
    return NULL;
}
