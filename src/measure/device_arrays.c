/* SPDX-License-Identifier: MIT */
/* Arrays in the memory of a device: the same data as on the host. */
#include "measure/device_arrays.h"

static bool take(const struct device_arrays *arrays, const char *name, size_t bytes, void **memory,
                 struct error *why)
{
    *memory = arrays->opened->engine->allocate(arrays->opened, name, bytes ? bytes : 1, why);
    return *memory != NULL;
}

static bool take_all(struct device_arrays *arrays, const struct device_bytes *bytes, struct error *why)
{
    static const char *const names[PROBLEM_INPUTS] = {"input", "second"};
    for (unsigned stream = 0; stream < bytes->inputs; stream++)
        if (!take(arrays, names[stream], bytes->input, &arrays->input[stream], why))
            return false;
    return take(arrays, "output", bytes->output, &arrays->output, why) &&
           take(arrays, "count", sizeof(uint64_t), &arrays->count, why) &&
           take(arrays, "scratch", bytes->scratch, &arrays->scratch, why);
}

bool device_arrays_map(struct device_arrays *arrays, struct engine_device *opened,
                       const struct device_bytes *bytes, struct error *why)
{
    *arrays = (struct device_arrays){.opened = opened};
    if (take_all(arrays, bytes, why))
        return true;
    device_arrays_unmap(arrays);
    return false;
}

void device_arrays_unmap(struct device_arrays *arrays)
{
    void *const all[] = {arrays->input[0], arrays->input[1], arrays->output, arrays->count, arrays->scratch};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i])
            arrays->opened->engine->release(arrays->opened, all[i]);
    *arrays = (struct device_arrays){0};
}

void device_arrays_fill(const struct device_arrays *arrays, const struct buffer *inputs)
{
    for (unsigned stream = 0; stream < PROBLEM_INPUTS; stream++)
        if (arrays->input[stream])
            arrays->opened->engine->copy_in(arrays->opened, arrays->input[stream], inputs[stream].data,
                                            inputs[stream].bytes);
}
