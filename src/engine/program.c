/* SPDX-License-Identifier: MIT */
/* The kernels of an implementation, built for a run. */
#include "engine/program.h"

#include "base/memory.h"
#include "implementation/implementation.h"

#include <stdlib.h>

struct program {
    const struct engine *engine;
    unsigned count;
    struct built *kernels[];
};

static struct build build_of(const struct point *point)
{
    return (struct build){
        .dtype = (enum dtype)point->dtype,
        .op = (enum op)point->op,
        .threads = (unsigned)point->threads_per_group,
        .values = (unsigned)point->values_per_thread,
        .network = (enum network)point->network,
    };
}

static bool build_next(struct program *program, const struct run *run, struct error *why)
{
    const struct kernel_use *const use = &run->point->implementation->kernels[program->count];
    struct build build = build_of(run->point);
    if (use->choose)
        use->choose(run->point, &build);
    if (!run->engine->build(run, use->kernel, &build, &program->kernels[program->count], why))
        return false;
    program->count++;
    return true;
}

bool program_prepare(const struct run *run, void **state, struct error *why)
{
    const struct kernel_use *const uses = run->point->implementation->kernels;
    const struct engine *const engine = run->engine;
    unsigned count = 0;
    if (engine->supports && !engine->supports(run->device, run->point, why))
        return false;
    while (uses[count].kernel)
        count++;
    struct program *const program = memory_array(1, sizeof *program + count * sizeof *program->kernels);
    program->engine = engine;
    while (program->count < count)
        if (!build_next(program, run, why)) {
            program_finish(program);
            return false;
        }
    *state = program;
    return true;
}

void program_finish(void *state)
{
    struct program *const program = state;
    for (unsigned i = 0; i < program->count; i++)
        program->engine->discard(program->kernels[i]);
    free(program);
}

const struct built *program_kernel(const struct run *run, unsigned index)
{
    const struct program *const program = run->state;
    return program->kernels[index];
}

void program_launch(const struct run *run, unsigned index, const void *arguments, size_t groups)
{
    run->engine->launch(run, program_kernel(run, index), arguments, groups);
}
