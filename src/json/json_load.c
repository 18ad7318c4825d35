/* SPDX-License-Identifier: MIT */
/* JSON from text and to text, with an eye on its memory. jansson goes on after an allocation that failed: it
 * drops characters and keys, and may then run into an assertion. So it is left by a jump, and what it held is
 * freed. */
#include "json/json_load.h"

#include <setjmp.h>
#include <stdlib.h>

/* The calls of one function of jansson, and the blocks that it holds. */
static struct {
    json_malloc_t allocate;
    json_free_t release;
    void **blocks;
    size_t count, room;
    jmp_buf out;
} watch;

static bool make_room(void)
{
    if (watch.count < watch.room)
        return true;
    const size_t room = watch.room ? 2 * watch.room : 256;
    void **const blocks = realloc(watch.blocks, room * sizeof *blocks);
    if (!blocks)
        return false;
    watch.blocks = blocks;
    watch.room = room;
    return true;
}

static void *allocate(size_t bytes)
{
    void *const block = make_room() ? watch.allocate(bytes) : NULL;
    if (!block && bytes > 0)
        longjmp(watch.out, 1);
    watch.blocks[watch.count++] = block;
    return block;
}

/* Most blocks that go are recent ones. */
static void release(void *block)
{
    for (size_t i = watch.count; i > 0; i--)
        if (watch.blocks[i - 1] == block) {
            watch.blocks[i - 1] = watch.blocks[--watch.count];
            break;
        }
    watch.release(block);
}

static void watch_begin(void)
{
    json_get_alloc_funcs(&watch.allocate, &watch.release);
    json_set_alloc_funcs(allocate, release);
}

static void watch_end(void)
{
    json_set_alloc_funcs(watch.allocate, watch.release);
    free(watch.blocks);
    watch.blocks = NULL;
    watch.count = watch.room = 0;
}

static void abandon(void)
{
    for (size_t i = 0; i < watch.count; i++)
        watch.release(watch.blocks[i]);
    watch_end();
}

json_t *json_load(const char *text, size_t length, size_t flags, json_error_t *why, bool *refused)
{
    *refused = true;
    watch_begin();
    if (setjmp(watch.out) != 0) {
        abandon();
        return NULL;
    }
    json_t *const root = json_loadb(text, length, JSON_REJECT_DUPLICATES | flags, why);
    watch_end();
    *refused = false;
    return root;
}

json_t *json_load_string(const char *text, bool *refused)
{
    *refused = true;
    watch_begin();
    if (setjmp(watch.out) != 0) {
        abandon();
        return NULL;
    }
    json_t *const string = json_string(text);
    watch_end();
    *refused = false;
    return string;
}

char *json_dump_text(const json_t *value, size_t flags)
{
    watch_begin();
    if (setjmp(watch.out) != 0) {
        abandon();
        return NULL;
    }
    char *const text = json_dumps(value, flags);
    watch_end();
    return text;
}
