/* SPDX-License-Identifier: MIT */
/* The emulate engine: the groups of a kernel spread over the workers, with timing. */
#include "base/buffer.h"
#include "cpu/tuning.h"
#include "engine/emulate/emulate_tables.h"
#include "implementation/implementation.h"
#include "machine/workers/team.h"

#include <string.h>

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
    const struct problem_key key = point_problem(run->point, 0);
    return stream_pays((size_t)problem_bytes(&key, key.n), run->workers);
}

static bool build(const struct run *run, const struct kernel *kernel, const struct build *build,
                  struct built **built, struct error *why)
{
    const struct compiled_table *tables[EMULATE_TABLES];
    emulate_tables((enum isa)run->point->isa, build->dtype, build->op, tables);
    if (!compiled_build(tables, kernel, build, built, why))
        return false;
    ((struct compiled *)*built)->launch.streamed = is_streamed(run);
    return true;
}

static void join(const struct run *run)
{
    team_barrier(run->team, run->worker);
}

static void launch(const struct run *run, const struct built *built, const void *arguments, size_t groups)
{
    const struct compiled *const compiled = (const struct compiled *)built;
    struct launch launch = compiled_launch(compiled, arguments);
    launch.streamed = launch.streamed && (uintptr_t)run->output % CACHE_LINE == 0;
    launch.ahead = launch.streamed && !launch.reversed ? STREAM_AHEAD : 0;
    launch.place = private_place(run);
    const struct span own = team_part(groups, 1, run->worker, run->workers);
    const bool in_turn = run->point->implementation->resident_groups;
    launch.first_group = in_turn ? run->worker : own.first;
    launch.last_group = in_turn ? groups : own.last;
    launch.group_step = in_turn ? run->workers : 1;
    compiled->function(&launch);
    if (launch.streamed)
        stream_fence();
    join(run);
}

/* A group a worker. */
static size_t resident(const struct run *run)
{
    return run->workers ? run->workers : 1;
}

static void clear(const struct run *run, void *words, size_t bytes)
{
    const struct span own = team_part(bytes, CACHE_LINE, run->worker, run->workers);
    const size_t first = own.first, last = own.last;
    memset((char *)words + first, 0, last - first);
    join(run);
}

static bool failed(struct engine_device *device, struct error *why)
{
    (void)device, (void)why;
    return false;
}

const struct engine emulate_engine = {
    .name = "emulate",
    .copy_in = compiled_copy,
    .copy_out = compiled_copy,
    .build = build,
    .discard = compiled_discard,
    .launch = launch,
    .resident = resident,
    .clear = clear,
    .join = join,
    .failed = failed,
};
