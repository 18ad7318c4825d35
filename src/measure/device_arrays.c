/* SPDX-License-Identifier: MIT */
/* Arrays in the memory of a device: the same data as on the host. */
#include "measure/device_arrays.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { INPUT, SECOND, OUTPUT, COUNT, SCRATCH, GUARD_BYTES = 4096, GUARD = 0xc3 };
static const char *const names[DEVICE_ARRAYS] = {"input", "second input", "output", "count", "scratch"};

static void **address_of(struct device_arrays *arrays, unsigned array)
{
    void **const all[DEVICE_ARRAYS] = {&arrays->input[0], &arrays->input[1], &arrays->output, &arrays->count,
                                       &arrays->scratch};
    return all[array];
}

/* An array that begins so many bytes after an aligned address, guards aside. */
static bool take(struct device_arrays *arrays, unsigned array, size_t bytes, size_t offset, struct error *why)
{
    const size_t guard = arrays->guarded ? GUARD_BYTES : 0, before = guard + offset;
    const size_t all = before + bytes + guard;
    char *const memory = arrays->opened->engine->allocate(arrays->opened, names[array], all ? all : 1, why);
    arrays->array[array] = (struct device_array){memory, before, bytes};
    *address_of(arrays, array) = memory ? memory + before : NULL;
    return memory != NULL;
}

static void release(struct device_arrays *arrays, unsigned array)
{
    if (arrays->array[array].memory)
        arrays->opened->engine->release(arrays->opened, arrays->array[array].memory);
    arrays->array[array] = (struct device_array){NULL, 0, 0};
    *address_of(arrays, array) = NULL;
}

static bool take_all(struct device_arrays *arrays, const struct device_bytes *bytes, struct error *why)
{
    const size_t wanted[DEVICE_ARRAYS] = {bytes->input, bytes->second, bytes->output, sizeof(uint64_t),
                                          bytes->scratch};
    for (unsigned array = 0; array < DEVICE_ARRAYS; array++) {
        const bool odd = bytes->guarded && array != SCRATCH && (array == INPUT) == bytes->odd_input;
        if ((array != SECOND || bytes->inputs > 1) &&
            !take(arrays, array, wanted[array], odd ? -wanted[array] % CACHE_LINE : 0, why))
            return false;
    }
    return true;
}

bool device_arrays_map(struct device_arrays *arrays, struct engine_device *opened,
                       const struct device_bytes *bytes, struct error *why)
{
    *arrays = (struct device_arrays){.opened = opened, .guarded = bytes->guarded};
    if (take_all(arrays, bytes, why))
        return true;
    device_arrays_unmap(arrays);
    return false;
}

void device_arrays_unmap(struct device_arrays *arrays)
{
    for (unsigned array = 0; array < DEVICE_ARRAYS; array++)
        release(arrays, array);
    *arrays = (struct device_arrays){0};
}

bool device_arrays_hold_scratch(struct device_arrays *arrays, size_t bytes, struct error *why)
{
    if (arrays->array[SCRATCH].memory && arrays->array[SCRATCH].bytes >= bytes &&
        (!arrays->guarded || arrays->array[SCRATCH].bytes == bytes))
        return true;
    release(arrays, SCRATCH);
    return take(arrays, SCRATCH, bytes, 0, why);
}

void device_arrays_fill(const struct device_arrays *arrays, const struct buffer *inputs)
{
    for (unsigned stream = 0; stream < PROBLEM_INPUTS; stream++)
        if (arrays->input[stream])
            arrays->opened->engine->copy_in(arrays->opened, arrays->input[stream], inputs[stream].data,
                                            inputs[stream].bytes);
}

void device_arrays_guard(const struct device_arrays *arrays)
{
    for (const struct device_array *array = arrays->array; array < arrays->array + DEVICE_ARRAYS; array++) {
        if (!array->memory)
            continue;
        char *const end = array->memory + array->before + array->bytes;
        arrays->opened->engine->fill(arrays->opened, array->memory, GUARD, array->before);
        arrays->opened->engine->fill(arrays->opened, end, GUARD, GUARD_BYTES);
    }
}

/* Whether all around an array is as it was; `image` is of its memory. */
static bool is_guarded(const struct device_array *array, const unsigned char *image, const char *name,
                       struct error *why)
{
    const size_t end = array->before + array->bytes;
    for (size_t at = 0; at < array->before; at++)
        if (image[at] != GUARD)
            return error_set(why, EXIT_FINDING, "written outside: %zu bytes before the %s",
                             array->before - at, name);
    for (size_t past = 0; past < GUARD_BYTES; past++)
        if (image[end + past] != GUARD)
            return error_set(why, EXIT_FINDING, "written outside: %zu bytes after the %s", past, name);
    return true;
}

bool device_arrays_check(const struct device_arrays *arrays, const struct buffer *inputs, struct error *why)
{
    bool whole = true;
    for (unsigned i = 0; whole && i < DEVICE_ARRAYS; i++) {
        const struct device_array *const array = &arrays->array[i];
        const size_t bytes = array->before + array->bytes + GUARD_BYTES;
        if (!array->memory)
            continue;
        unsigned char *const image = memory_block(bytes);
        arrays->opened->engine->copy_out(arrays->opened, image, array->memory, bytes);
        whole = is_guarded(array, image, names[i], why);
        if (whole && i <= SECOND && memcmp(inputs[i].data, image + array->before, array->bytes) != 0)
            whole = error_set(why, EXIT_FINDING, "the %s was written", names[i]);
        free(image);
    }
    return whole;
}
