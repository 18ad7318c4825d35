/* SPDX-License-Identifier: MIT */
/* The kernels of an implementation, built for a run. */
#include "engine/engine.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "implementation/implementation.h"
#include "kernels/lanes.h"

#include <stdlib.h>
#include <string.h>

/* The runs that a worker has begun, in a line of its own. */
struct run_turns {
    uint32_t turn;
    char line[CACHE_LINE - sizeof(uint32_t)];
};

struct program {
    const struct engine *engine;
    struct engine_device *device;
    void *kept;
    struct run_turns *turns; /* of each worker */
    unsigned count;
    struct built *kernels[];
};

unsigned engine_ring_helpers(const struct point *point)
{
    if (point->stages == 0)
        return 0;
    return point->reducer_subgroups ? (unsigned)point->reducer_subgroups : RING_STORERS;
}

unsigned engine_ring_teams(const struct point *point)
{
    const uint64_t others = LANES * (engine_ring_helpers(point) + RING_OTHER_ROLES);
    if (point->stages == 0)
        return 0;
    return 2 * point->threads_per_group + others <= MAX_THREADS ? 2 : 1;
}

unsigned engine_beside_bytes(const struct point *point)
{
    const enum primitive primitive = point->implementation->primitive;
    if (primitive != PRIMITIVE_RECURRENCE && primitive != PRIMITIVE_SEGMENTED_SCAN)
        return 0;
    return (unsigned)primitive_input_size(primitive, (enum dtype)point->dtype, 1);
}

static struct build build_of(const struct point *point)
{
    return (struct build){
        .dtype = (enum dtype)point->dtype,
        .op = (enum op)point->op,
        .threads = (unsigned)point->threads_per_group,
        .values = (unsigned)point->values_per_thread,
        .network = (enum network)point->lane_scan,
        .ring = (unsigned)point->stages,
        .helpers = engine_ring_helpers(point),
        .beside = engine_beside_bytes(point),
        .teams = engine_ring_teams(point),
        .reversed = point_reversed(point),
    };
}

/* On the bits of elements, unless `written`, what each of them is written as, has another width. */
static void set_shape(struct build *build, struct kernel_shape shape, enum dtype written)
{
    enum { ACCESS_BYTES = 16 };
    static const enum dtype of_size[] = {[1] = DTYPE_U8, [2] = DTYPE_U16, [4] = DTYPE_U32, [8] = DTYPE_U64};
    const size_t size = dtype_size(written);
    if (size == dtype_size(build->dtype))
        build->dtype = of_size[size];
    build->op = OP_SUM;
    build->threads = shape.threads;
    build->values = shape.accesses * (unsigned)(ACCESS_BYTES / size);
}

struct build program_build(const struct point *point, const struct kernel_use *use)
{
    const struct primitive_info *const info = primitive_info(point->implementation->primitive);
    struct build build = build_of(point);
    build.local = use->local;
    if (use->shape.threads)
        set_shape(&build, use->shape, primitive_output_dtype(info, build.dtype));
    if (use->choose)
        use->choose(point, &build);
    return build;
}

static bool build_next(struct program *program, const struct run *run, struct error *why)
{
    const struct kernel_use *const use = &run->point->implementation->kernels[program->count];
    const struct build build = program_build(run->point, use);
    if ((!use->needed || use->needed(run->point)) &&
        !run->engine->build(run, use->kernel, &build, &program->kernels[program->count], why))
        return false;
    program->count++;
    return true;
}

/* Zeros in memory that kernels reach. */
static void *allocate_kept(const struct run *run, size_t bytes, struct error *why)
{
    const struct engine *const engine = run->engine;
    void *memory;
    if (engine->allocate) {
        memory = engine->allocate(run->device, "kept", bytes, why);
        if (memory)
            engine->fill(run->device, memory, 0, bytes);
        return memory;
    }
    memory = aligned_alloc(CACHE_LINE, (bytes / CACHE_LINE + 1) * CACHE_LINE);
    if (memory)
        memset(memory, 0, bytes);
    else
        error_set(why, EXIT_SYSTEM, "out of memory: %zu bytes that launches leave each other", bytes);
    return memory;
}

static bool keep(struct program *program, const struct run *run, struct error *why)
{
    const struct implementation *const implementation = run->point->implementation;
    if (!implementation->kept_bytes)
        return true;
    program->turns = memory_array(run->workers ? run->workers : 1, sizeof *program->turns);
    /* One line more: what begins where a run keeps nothing is memory of the device too. */
    program->kept = allocate_kept(run, implementation->kept_bytes(run->point) + CACHE_LINE, why);
    return program->kept != NULL;
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
    program->device = run->device;
    if (!keep(program, run, why)) {
        program_finish(program);
        return false;
    }
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
        if (program->kernels[i])
            program->engine->discard(program->kernels[i]);
    if (program->engine->release && program->kept)
        program->engine->release(program->device, program->kept);
    else
        free(program->kept);
    free(program->turns);
    free(program);
}

const struct built *program_kernel(const struct run *run, unsigned index)
{
    const struct program *const program = run->state;
    return program->kernels[index];
}

void *program_kept(const struct run *run)
{
    return ((const struct program *)run->state)->kept;
}

uint32_t program_turn(const struct run *run)
{
    struct run_turns *const own = &((const struct program *)run->state)->turns[run->worker];
    if (++own->turn == 0)
        own->turn = 1;
    return own->turn;
}

void program_launch(const struct run *run, unsigned index, const void *arguments, size_t groups)
{
    run->engine->launch(run, program_kernel(run, index), arguments, groups);
}

void program_clear_count(const struct run *run)
{
    const uint64_t none = 0;
    if (run->worker == 0)
        run->engine->copy_in(run->device, run->count, &none, sizeof none);
}
