/* SPDX-License-Identifier: MIT */
/* The emulate engine: the groups of a kernel spread over the workers, with timing. */
#include "engine/emulate/emulate.h"

#include "cpu/tuning.h"
#include "engine/model/model.h"
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

/* Whether the output, which is stored once, goes past caches that will not hold it. */
static bool is_streamed(const struct run *run)
{
    const struct point *const point = run->point;
    const double bytes = primitive_bytes(point->implementation->primitive, point->dtype, point->n, point->n);
    return (uintptr_t)run->output % CACHE_LINE == 0 && stream_pays((size_t)bytes, run->workers);
}

struct launch emulate_start(const struct run *run)
{
    const bool streamed = is_streamed(run);
    return (struct launch){
        .threads = (unsigned)run->point->threads_per_group,
        .values = (unsigned)run->point->values_per_thread,
        .dtype = (unsigned)run->point->dtype,
        .op = (unsigned)run->point->op,
        .streamed = streamed,
        .ahead = streamed ? STREAM_AHEAD : 0,
        .place = private_place(run),
        .network = (enum network)run->point->network,
    };
}

void emulate_launch(const struct run *run, launch_kernel *kernel, struct launch *launch, size_t groups)
{
    if (run->model) {
        model_launch(run->model, kernel, launch, groups);
        return;
    }
    team_part(groups, 1, run->worker, run->workers, &launch->first_group, &launch->last_group);
    kernel(launch);
    if (launch->streamed)
        stream_fence();
    team_barrier(run->team, run->worker);
}

void emulate_join(const struct run *run)
{
    if (!run->model)
        team_barrier(run->team, run->worker);
}

void emulate_clear(const struct run *run, void *words, size_t bytes)
{
    size_t first, last;
    team_part(bytes, CACHE_LINE, run->worker, run->workers, &first, &last);
    memset((char *)words + first, 0, last - first);
    emulate_join(run);
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

bool emulate_supports_width(const struct point *point, struct error *why)
{
    if (point->load_width > point->values_per_thread)
        return error_set(why, EXIT_USAGE, "load_width is at most values_per_thread");
    return emulate_supports(point, why);
}

bool emulate_supports_halving(const struct point *point, struct error *why)
{
    const uint64_t threads = point->threads_per_group;
    if ((threads & (threads - 1)) != 0)
        return error_set(why, EXIT_USAGE, "threads_per_group is a power of two from 32 to 1024");
    return emulate_supports(point, why);
}
