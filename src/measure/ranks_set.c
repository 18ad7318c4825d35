/* SPDX-License-Identifier: MIT */
/* The blocks of an array on a rank, one set for each number of ranks that it is on. */
#include "measure/ranks.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SLACK = 256 };

static bool take(struct buffer *buffer, size_t bytes, enum pages pages, struct error *why)
{
    const struct buffer_shape shape = {.bytes = bytes, .placement = PLACE_OFFSET, .pages = pages};
    return buffer_map(buffer, &shape, why);
}

static size_t input_bytes(const struct rank_set *set)
{
    return problem_part_elements(&set->part) * dtype_size(set->part.key.dtype);
}

/* Before any page is touched, with what the other ranks of this host take beside it. */
static bool has_room(const struct rank_set *set, unsigned locals, struct error *why)
{
    char which[128], need_text[32], have_text[32];
    const struct problem_key *const key = &set->part.key;
    const size_t have = environment_memory("", which, sizeof which);
    const size_t buffers = primitive_inputs(key->primitive) + 3;
    const size_t need = buffers * (input_bytes(set) + SLACK * dtype_size(key->dtype));
    if (have == SIZE_MAX || need <= have / locals)
        return true;
    return error_set(why, EXIT_SYSTEM, "needs %s, %s allows %s for %u ranks",
                     text_format_bytes(need_text, sizeof need_text, (double)need), which,
                     text_format_bytes(have_text, sizeof have_text, (double)have), locals);
}

static bool take_all(struct rank_set *set, enum pages pages, struct error *why)
{
    const enum primitive primitive = set->part.key.primitive;
    const size_t bytes = input_bytes(set), room = bytes + SLACK * sizeof(union element);
    for (unsigned stream = 0; stream < primitive_inputs(primitive); stream++)
        if (!take(&set->input[stream], bytes, pages, why))
            return false;
    return take(&set->output, room, pages, why) && take(&set->expected, room, pages, why) &&
           (primitive != PRIMITIVE_COMPACT || take(&set->moved, room, pages, why));
}

bool rank_set_map(struct rank_set *set, const struct problem_key *whole, enum pages pages, unsigned locals,
                  struct error *why)
{
    set->part = problem_part_of(whole, set->ranks.rank, set->ranks.size);
    return !set->ranks.comm || (has_room(set, locals, why) && take_all(set, pages, why));
}

static bool open_number(enum engines engine, unsigned number, struct engine_device **opened,
                        struct error *why)
{
    const struct point point = {.device = device_first(engine) + number};
    return engine_of(&point)->open(device_names[point.device], opened, why);
}

/* How many devices of an engine have a name with their number alone: a device of OpenCL has another one too,
 * with its platform's. */
static unsigned numbered(enum engines engine)
{
    char name[32];
    for (unsigned number = 0;; number++) {
        const unsigned device = device_first(engine) + number;
        snprintf(name, sizeof name, "%s:%u", engine_names[engine], number);
        if (device == DEVICE_COUNT || strcmp(device_names[device], name) != 0)
            return number;
    }
}

bool rank_device_open(enum engines engine, const struct seat *seat, struct engine_device **opened,
                      struct error *why)
{
    struct engine_facts facts = {.devices = 1};
    const unsigned most = numbered(engine);
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

bool rank_set_map_device(struct rank_set *set, enum engines engine, struct engine_device *opened,
                         struct error *why)
{
    struct device_arrays *const arrays = &set->devices[engine];
    const struct device_bytes bytes = {
        .inputs = primitive_inputs(set->part.key.primitive),
        .input = set->input[0].bytes,
        .second = set->input[1].bytes,
        .output = set->output.bytes,
    };
    if (arrays->output)
        return true;
    if (!device_arrays_map(arrays, opened, &bytes, why))
        return false;
    if (set->filled)
        device_arrays_fill(arrays, set->input);
    return true;
}

void rank_set_unmap(struct rank_set *set)
{
    for (enum engines engine = 0; engine < ENGINES; engine++)
        device_arrays_unmap(&set->devices[engine]);
    for (unsigned stream = 0; stream < PROBLEM_INPUTS; stream++)
        buffer_unmap(&set->input[stream]);
    buffer_unmap(&set->output);
    buffer_unmap(&set->expected);
    buffer_unmap(&set->moved);
    set->ranks.glue->release(set->ranks.comm);
}

/* Filling, each worker the pages that it will use. */
struct fill_job {
    struct rank_set *set;
    unsigned workers;
};

static void fill_part(void *argument, unsigned worker)
{
    const struct fill_job *const job = argument;
    const struct problem_part *const part = &job->set->part;
    const struct span own =
        team_part(problem_part_elements(part), PAGE / dtype_size(part->key.dtype), worker, job->workers);
    for (unsigned stream = 0; stream < primitive_inputs(part->key.primitive); stream++)
        problem_part_fill(part, stream, job->set->input[stream].data, own);
}

void rank_set_fill(struct rank_set *set, const struct problem_key *whole, struct team *team, unsigned workers)
{
    struct fill_job job = {set, workers};
    set->part = problem_part_of(whole, set->ranks.rank, set->ranks.size);
    for (unsigned stream = 0; stream < PROBLEM_INPUTS; stream++)
        set->part.input[stream] = set->input[stream].data;
    set->part.expected = set->expected.data;
    set->part.moved = set->moved.data;
    team_run(team, workers, fill_part, &job);
    set->filled = true;
    for (enum engines engine = 0; engine < ENGINES; engine++)
        if (set->devices[engine].output)
            device_arrays_fill(&set->devices[engine], set->input);
    problem_part_solve(&set->part);
}

void rank_set_poison(struct rank_set *set, bool complement)
{
    verify_poison(set->output.data, set->output.bytes, complement);
    for (enum engines engine = 0; engine < ENGINES; engine++) {
        const struct device_arrays *const arrays = &set->devices[engine];
        if (arrays->output)
            arrays->opened->engine->fill(arrays->opened, arrays->output, *set->output.data,
                                         set->output.bytes);
    }
    set->count[0] = set->count[1] = verify_poison_count(complement);
}

double rank_set_huge_fraction(const struct rank_set *set)
{
    return set->input[0].bytes >= HUGE_PAGE_MEASURED ? buffer_huge_fraction(&set->input[0]) : NAN;
}
