/* SPDX-License-Identifier: MIT */
/* A run in the memory of a device, between bytes that are looked at again after it. */
#include "check/device_run.h"

#include "base/memory.h"
#include "engine/engine.h"
#include "implementation/implementation.h"

#include <stdlib.h>
#include <string.h>

enum { GUARD_BYTES = 4096, ALIGNMENT = 64, GUARD = 0xc3 };
enum array_name { ARRAY_INPUT, ARRAY_SECOND, ARRAY_OUTPUT, ARRAY_COUNT, ARRAY_SCRATCH, ARRAYS };

/* An array of the host and where it lies on the device, from the start of all. from NULL: there is none. */
struct guarded_array {
    const char *name;
    const void *from; /* what is there before the run */
    void *to;         /* where it goes after it; NULL: it must be as it was */
    size_t bytes, at;
};

/* All arrays in one piece of memory, guards before, between and after them. */
struct guarded_arrays {
    struct guarded_array array[ARRAYS];
    size_t bytes;
};

static void place(struct guarded_arrays *all, enum array_name name, const void *from, void *to, size_t bytes)
{
    static const char *const names[ARRAYS] = {"input", "second input", "output", "count", "scratch"};
    const size_t first = (all->bytes + GUARD_BYTES + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct guarded_array *const placed = &all->array[name];
    if (!from)
        return;
    *placed = (struct guarded_array){names[name], from, to, bytes, first + (uintptr_t)from % ALIGNMENT};
    all->bytes = placed->at + bytes;
}

static struct guarded_arrays arrays_of(const struct run *run, const struct device_run_bytes *bytes)
{
    struct guarded_arrays all = {.bytes = 0};
    place(&all, ARRAY_INPUT, run->input == run->output ? NULL : run->input, NULL, bytes->input);
    place(&all, ARRAY_SECOND, run->second, NULL, bytes->input);
    place(&all, ARRAY_OUTPUT, run->output, run->output, bytes->output);
    place(&all, ARRAY_COUNT, run->count, run->count, sizeof *run->count);
    place(&all, ARRAY_SCRATCH, run->scratch, run->scratch, bytes->scratch);
    all.bytes += GUARD_BYTES;
    return all;
}

static void fill_image(const struct guarded_arrays *all, char *image)
{
    memset(image, GUARD, all->bytes);
    for (enum array_name name = 0; name < ARRAYS; name++)
        if (all->array[name].from)
            memcpy(image + all->array[name].at, all->array[name].from, all->array[name].bytes);
}

/* Whether the guards from `from` to `to` are as they were. */
static bool is_whole(const char *image, size_t from, size_t to, size_t *at)
{
    for (*at = from; *at < to; ++*at)
        if ((unsigned char)image[*at] != GUARD)
            return false;
    return true;
}

/* Say which array the byte at a place is next to: the one that ends before it, or the one that begins after.
 */
static bool refuse_place(size_t at, const struct guarded_array *before, const struct guarded_array *after,
                         struct error *why)
{
    const size_t past = before ? at - before->at - before->bytes : SIZE_MAX;
    const size_t ahead = after ? after->at - at : SIZE_MAX;
    if (past <= ahead)
        return error_set(why, EXIT_FINDING, "written outside: %zu bytes after the %s", past, before->name);
    return error_set(why, EXIT_FINDING, "written outside: %zu bytes before the %s", ahead, after->name);
}

/* Whether nothing was written but what may be. */
static bool check_image(const struct guarded_arrays *all, const char *image, struct error *why)
{
    const struct guarded_array *before = NULL;
    size_t end = 0, at;
    for (enum array_name name = 0; name < ARRAYS; name++) {
        const struct guarded_array *const array = &all->array[name];
        if (!array->from)
            continue;
        if (!is_whole(image, end, array->at, &at))
            return refuse_place(at, before, array, why);
        if (!array->to && memcmp(array->from, image + array->at, array->bytes) != 0)
            return error_set(why, EXIT_FINDING, "the %s was written", array->name);
        end = array->at + array->bytes;
        before = array;
    }
    return is_whole(image, end, all->bytes, &at) || refuse_place(at, before, NULL, why);
}

static void *address(const struct guarded_arrays *all, char *memory, enum array_name name)
{
    return all->array[name].from ? memory + all->array[name].at : NULL;
}

/* The same run with the arrays of the device. */
static struct run run_there(const struct run *run, const struct guarded_arrays *all, char *memory)
{
    struct run there = *run;
    there.output = address(all, memory, ARRAY_OUTPUT);
    there.input = run->input == run->output ? there.output : address(all, memory, ARRAY_INPUT);
    there.second = address(all, memory, ARRAY_SECOND);
    there.count = address(all, memory, ARRAY_COUNT);
    there.scratch = address(all, memory, ARRAY_SCRATCH);
    return there;
}

static void take_back(const struct guarded_arrays *all, const char *image)
{
    for (enum array_name name = 0; name < ARRAYS; name++)
        if (all->array[name].to)
            memcpy(all->array[name].to, image + all->array[name].at, all->array[name].bytes);
}

bool device_run(const struct run *run, const struct device_run_bytes *bytes, struct error *why)
{
    const struct engine *const engine = run->engine;
    const struct guarded_arrays all = arrays_of(run, bytes);
    char *const memory = engine->allocate(run->device, "arrays", all.bytes, why);
    if (!memory)
        return false;
    char *const image = memory_block(all.bytes);
    const struct run there = run_there(run, &all, memory);
    fill_image(&all, image);
    engine->copy_in(run->device, memory, image, all.bytes);
    run->point->implementation->run(&there);
    engine->copy_out(run->device, image, memory, all.bytes);
    const bool ok = !engine->failed(run->device, why) && check_image(&all, image, why);
    engine->release(run->device, memory);
    take_back(&all, image);
    free(image);
    return ok;
}
