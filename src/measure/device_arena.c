/* SPDX-License-Identifier: MIT */
/* The memory of a block on devices: the same data as on the host, and what comes back from there. */
#include "measure/device_arena.h"

#include "base/memory.h"
#include "measure/arena.h"
#include "measure/bench_device.h"
#include "problem/verify.h"

#include <stdlib.h>

static bool allocate(const struct device_set *set, const char *name, size_t bytes, void **memory,
                     struct error *why)
{
    struct engine_device *const opened = set->opened;
    *memory = opened->engine->allocate(opened, name, bytes ? bytes : 1, why);
    return *memory != NULL;
}

static bool map_set(struct device_set *set, const struct block *block, struct error *why)
{
    static const char *const names[PROBLEM_INPUTS] = {"input", "second"};
    for (unsigned stream = 0; stream < primitive_inputs(block->key.primitive); stream++)
        if (!allocate(set, names[stream], problem_input_bytes(&block->key), &set->input[stream], why))
            return false;
    return allocate(set, "output", arena_output_bytes(block), &set->output, why) &&
           allocate(set, "count", sizeof(uint64_t), &set->count, why) &&
           allocate(set, "scratch", block->scratch_bytes, &set->scratch, why);
}

static void unmap_set(const struct device_set *set)
{
    void *const all[] = {set->input[0], set->input[1], set->output, set->count, set->scratch};
    struct engine_device *const opened = set->opened;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i])
            opened->engine->release(opened, all[i]);
}

/* Take an entry out, and with it all of the same device, which would be told the same. */
static void refuse(struct block *block, const struct point *like, const struct error *why)
{
    const enum status status = why->code == EXIT_SYSTEM ? STATUS_SKIPPED : STATUS_UNSUPPORTED;
    for (size_t i = 0; i < block->entry_count; i++) {
        struct entry *const entry = &block->entries[i];
        if (entry->active && points_of_one_device(&entry->record->point, like))
            entry_fail(entry, status, why->text);
    }
}

static void map_device(struct block *block, struct bench *bench, const struct point *point)
{
    struct error why = {0};
    const struct bench_device *const device = bench_device_open(bench, point, &why);
    if (!device) {
        refuse(block, point, &why);
        return;
    }
    struct device_set set = {.engine = point->engine, .name = point->device, .opened = device->opened};
    if (map_set(&set, block, &why)) {
        block->devices[block->device_count++] = set;
        return;
    }
    unmap_set(&set);
    refuse(block, point, &why);
}

void device_arena_map(struct block *block, struct bench *bench)
{
    block->devices = memory_array(block->entry_count, sizeof *block->devices);
    for (size_t i = 0; i < block->entry_count; i++) {
        const struct entry *const entry = &block->entries[i];
        const struct point *const point = &entry->record->point;
        if (!entry->active || !point_on_device(point) || block_device(block, point))
            continue;
        watch_note(bench->options->watch, WATCH_POINT, point);
        map_device(block, bench, point);
    }
}

void device_arena_unmap(struct block *block)
{
    for (size_t i = 0; i < block->device_count; i++)
        unmap_set(&block->devices[i]);
    free(block->devices);
    block->devices = NULL;
    block->device_count = 0;
}

void device_arena_fill(struct block *block)
{
    const struct buffer *const input = block->sets[0].input;
    for (size_t i = 0; i < block->device_count; i++) {
        const struct device_set *const set = &block->devices[i];
        struct engine_device *const opened = set->opened;
        for (unsigned stream = 0; stream < primitive_inputs(block->key.primitive); stream++)
            opened->engine->copy_in(opened, set->input[stream], input[stream].data, input[stream].bytes);
    }
}

void device_arena_poison(struct block *block, const struct entry *entry, bool complement)
{
    const struct device_set *const set = block_device(block, &entry->record->point);
    struct engine_device *const opened = set->opened;
    unsigned char poison;
    verify_poison(&poison, sizeof poison, complement);
    opened->engine->fill(opened, set->output, poison, arena_output_bytes(block));
    opened->engine->fill(opened, set->count, poison, sizeof(uint64_t));
}

/* What is copied back, part by part. */
struct fetch {
    struct engine_device *device;
    char *to;
    const char *from;
};

static void fetch_part(const struct fetch *fetch, size_t first, size_t bytes)
{
    fetch->device->engine->copy_out(fetch->device, fetch->to + first, fetch->from + first, bytes);
}

void device_arena_poison_lines(const struct block *block, const struct entry *entry,
                               const struct window *windows, size_t count, bool complement)
{
    const struct device_set *const set = block_device(block, &entry->record->point);
    struct engine_device *const opened = set->opened;
    unsigned char poison;
    verify_poison(&poison, sizeof poison, complement);
    for (size_t i = 0; i < count; i++)
        opened->engine->fill(opened, (char *)set->output + windows[i].line, poison, windows[i].line_bytes);
    opened->engine->fill(opened, set->count, poison, sizeof(uint64_t));
}

void device_arena_fetch(const struct block *block, const struct entry *entry, const struct window *windows,
                        size_t count)
{
    const struct point *const point = &entry->record->point;
    const struct device_set *const device = block_device(block, point);
    struct buffer_set *const set = block_set(block, point);
    struct fetch fetch = {device->opened, (char *)set->output.data, device->output};
    if (primitive_counts(point->implementation->primitive))
        fetch.device->engine->copy_out(fetch.device, &set->count, device->count, sizeof set->count);
    if (!windows)
        fetch_part(&fetch, 0, arena_output_bytes(block));
    for (size_t i = 0; windows && i < count; i++)
        fetch_part(&fetch, windows[i].first, windows[i].bytes);
}

bool device_arena_good(const struct block *block, const struct bench *bench, struct entry *entry)
{
    const struct point *const point = &entry->record->point;
    struct error why = {0};
    if (!point_on_device(point))
        return true;
    struct engine_device *const opened = block_device(block, point)->opened;
    if (!opened->engine->failed(opened, &why))
        return true;
    if (bench->options->lost)
        bench->options->lost(bench->options->context, why.text);
    entry_fail(entry, STATUS_CRASHED, why.text);
    return false;
}
