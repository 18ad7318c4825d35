/* SPDX-License-Identifier: MIT */
/* The device of a rank, and a block in its memory: the same data as in the rank's own, and what comes back
 * from there. */
#include "measure/rank_device.h"

static bool open_number(enum engines engine, unsigned number, struct engine_device **opened,
                        struct error *why)
{
    const struct point point = {.engine = engine};
    return engine_of(&point)->open(device_names[device_first(engine) + number], opened, why);
}

bool rank_device_open(enum engines engine, const struct seat *seat, struct engine_device **opened,
                      struct error *why)
{
    struct engine_facts facts = {.devices = 1};
    unsigned most = 0; /* that have a name */
    while (device_engine(device_first(engine) + most) == engine)
        most++;
    if (!open_number(engine, 0, opened, why))
        return false;
    (*opened)->engine->facts(*opened, &facts);
    const unsigned devices = facts.devices < most ? facts.devices : most;
    const unsigned own = devices ? seat->local % devices : 0;
    if (own == 0)
        return true;
    (*opened)->engine->close(*opened);
    *opened = NULL;
    return open_number(engine, own, opened, why);
}

bool rank_device_map(struct rank_device_memory *memory, struct engine_device *opened,
                     const struct rank_arrays *arrays, struct error *why)
{
    static const char *const names[PROBLEM_INPUTS] = {"input", "second"};
    const struct engine *const engine = opened->engine;
    if (memory->output)
        return true;
    memory->opened = opened;
    for (unsigned i = 0; i < arrays->inputs; i++)
        if (!memory->input[i] &&
            !(memory->input[i] = engine->allocate(opened, names[i], arrays->input[i].bytes + 1, why)))
            return false;
    memory->output = engine->allocate(opened, "output", arrays->output->bytes + 1, why);
    return memory->output != NULL;
}

void rank_device_unmap(struct rank_device_memory *memory)
{
    for (unsigned i = 0; i < PROBLEM_INPUTS; i++)
        if (memory->input[i])
            memory->opened->engine->release(memory->opened, memory->input[i]);
    if (memory->output)
        memory->opened->engine->release(memory->opened, memory->output);
    *memory = (struct rank_device_memory){0};
}

void rank_device_fill(const struct rank_device_memory *memory, const struct rank_arrays *arrays)
{
    for (unsigned i = 0; memory->output && i < arrays->inputs; i++)
        memory->opened->engine->copy_in(memory->opened, memory->input[i], arrays->input[i].data,
                                        arrays->input[i].bytes);
}

void rank_device_poison(const struct rank_device_memory *memory, const struct buffer *output)
{
    if (output->bytes > 0)
        memory->opened->engine->fill(memory->opened, memory->output, *output->data, output->bytes);
}

void rank_device_fetch(const struct rank_device_memory *memory, const struct buffer *output, size_t bytes)
{
    memory->opened->engine->copy_out(memory->opened, output->data, memory->output, bytes);
}
