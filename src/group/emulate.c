/* SPDX-License-Identifier: MIT */
/* The emulate engine: the groups of a kernel spread over the workers, with timing. */
#include "group/emulate.h"

#include "machine/team.h"

#include <string.h>

enum { SIMDGROUP_LANES = 32, CACHE_LINE = 64, PAGE = 4096 };

/* Where private arrays stand in a page: a core takes a load for one of a recent store when the lowest 12 bits
 * of their addresses agree, so half way from the output to the input, each a good distance ahead of what is
 * stored. */
static unsigned private_place(const struct run *run)
{
    const uintptr_t input = (uintptr_t)run->input, output = (uintptr_t)run->output;
    const uintptr_t apart = (input - output) % PAGE;
    return (unsigned)((output + apart / 2) % PAGE / CACHE_LINE * CACHE_LINE);
}

struct launch emulate_start(const struct run *run)
{
    return (struct launch){
        .threads = (unsigned)run->point->threads_per_group,
        .values = (unsigned)run->point->values_per_thread,
        .place = private_place(run),
        .network = (enum network)run->point->network,
    };
}

void emulate_launch(const struct run *run, launch_kernel *kernel, struct launch *launch, size_t groups)
{
    team_part(groups, 1, run->worker, run->workers, &launch->first_group, &launch->last_group);
    kernel(launch);
    team_barrier(run->team, run->worker);
}

void emulate_clear(const struct run *run, void *words, size_t bytes)
{
    size_t first, last;
    team_part(bytes, CACHE_LINE, run->worker, run->workers, &first, &last);
    memset((char *)words + first, 0, last - first);
    team_barrier(run->team, run->worker);
}

bool emulate_values_index(uint64_t values, unsigned *index)
{
    if (values == 0 || values > MAX_VALUES_PER_THREAD || (values & (values - 1)) != 0)
        return false;
    *index = (unsigned)__builtin_ctzll(values);
    return true;
}

bool emulate_supports(const struct point *point, struct error *why)
{
    const uint64_t threads = point->threads_per_group;
    unsigned index;
    if (threads == 0 || threads > MAX_THREADS_PER_GROUP || threads % SIMDGROUP_LANES != 0)
        return error_set(why, EXIT_USAGE, "threads_per_group is a multiple of 32 up to 1024");
    if (!emulate_values_index(point->values_per_thread, &index))
        return error_set(why, EXIT_USAGE, "values_per_thread is a power of two from 1 to 32");
    return true;
}

bool emulate_supports_halving(const struct point *point, struct error *why)
{
    const uint64_t threads = point->threads_per_group;
    if ((threads & (threads - 1)) != 0)
        return error_set(why, EXIT_USAGE, "threads_per_group is a power of two from 32 to 1024");
    return emulate_supports(point, why);
}
