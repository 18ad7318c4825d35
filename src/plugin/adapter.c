/* SPDX-License-Identifier: MIT */
/* Calls between this program's types and those of the plugin interface. */
#include "plugin/plugin_state.h"

#include "base/memory.h"
#include "engine/engine.h"
#include "machine/isa.h"
#include "machine/workers/team.h"

#include <stdlib.h>

#define SAME(public, own) _Static_assert((int)(public) == (int)(own), "the interface numbers it differently")
#define SAME_DTYPE(NAME, ...) SAME(SCANBENCH_##NAME, DTYPE_##NAME);
#define SAME_OP(NAME, ...) SAME(SCANBENCH_##NAME, OP_##NAME);
FOR_EACH_DTYPE(SAME_DTYPE)
FOR_EACH_CONVERTED_DTYPE(SAME_DTYPE)
FOR_EACH_OPERATOR(SAME_OP)
SAME(SCANBENCH_EXCLUSIVE, MODE_EXCLUSIVE);
SAME(SCANBENCH_INCLUSIVE, MODE_INCLUSIVE);
SAME(SCANBENCH_FORWARD, DIRECTION_FORWARD);
SAME(SCANBENCH_REVERSE, DIRECTION_REVERSE);
SAME(sizeof(union scanbench_element), sizeof(union element));

/* What a plugin holds between prepare and finish of a point. */
struct prepared {
    const struct scanbench_implementation *declared;
    struct scanbench_point point;
    void *state;
    uint32_t *cpus;               /* owned; NULL: not bound */
    struct engine_device *device; /* NULL: in the host's memory */
};

static const struct scanbench_implementation *declared_of(const struct point *point)
{
    return &((const struct adapted *)point->implementation)->declared;
}

static struct scanbench_point public_point(const struct point *point)
{
    return (struct scanbench_point){
        .size = sizeof(struct scanbench_point),
        .n = point->n,
        .dtype = (uint32_t)point->dtype,
        .op = (uint32_t)point->op,
        .mode = (uint32_t)point->scan_mode,
        .unroll = (uint32_t)point->unroll,
        .threads_per_group = (uint32_t)point->threads_per_group,
        .values_per_thread = (uint32_t)point->values_per_thread,
        .groups = (uint32_t)point->groups,
        .workers = point->workers ? (uint32_t)point->workers : 1,
        .selectivity = (double)point->selectivity / SELECTIVITY_ONE,
        .isa = point->isa ? isa_names[point->isa] : NULL,
        .row_length = point->row_length,
        .direction = point_has(point, AXIS_DIRECTION) ? (uint32_t)point->direction : 0,
    };
}

static bool supports(const struct point *point, struct error *why)
{
    const struct scanbench_implementation *const declared = declared_of(point);
    const struct scanbench_point asked = public_point(point);
    if (declared->modes && !(declared->modes & SCANBENCH_BIT(point->scan_mode)))
        return error_set(why, EXIT_USAGE, "it does not take mode %s", mode_names[point->scan_mode]);
    const char *const refusal = declared->supports ? declared->supports(&asked) : NULL;
    return !refusal || error_set(why, EXIT_USAGE, "%s", refusal);
}

static size_t scratch_bytes(const struct point *point)
{
    const struct scanbench_point asked = public_point(point);
    return declared_of(point)->scratch_bytes(&asked);
}

/* Of n values and an initial one, no order of operations has a path with more. */
static size_t most_roundings(const struct point *point)
{
    return point->n + 1;
}

static size_t roundings(const struct point *point)
{
    const struct scanbench_point asked = public_point(point);
    return declared_of(point)->roundings(&asked);
}

static void barrier(const struct scanbench_run *run)
{
    if (run->host)
        team_barrier(run->host, run->worker);
}

static unsigned *list_cpus(const struct run *run)
{
    if (!run->places)
        return NULL;
    unsigned *const cpus = memory_array(run->workers, sizeof *cpus);
    for (unsigned w = 0; w < run->workers; w++)
        cpus[w] = run->places[w].cpu;
    return cpus;
}

/* The device that it gets with the next call, where it works on one. False when nothing may be called. */
static bool lend(const struct prepared *prepared, unsigned operations, struct scanbench_device *lent)
{
    struct engine_device *const device = prepared->device;
    struct engine_stream stream;
    if (!device->engine->lend(device, prepared->declared->name, operations, &stream))
        return false;
    *lent = (struct scanbench_device){
        .size = sizeof *lent,
        .number = stream.number,
        .multiprocessors = stream.multiprocessors,
        .context = stream.context,
        .stream = stream.stream,
    };
    return true;
}

static void finish(void *state)
{
    struct prepared *const prepared = state;
    struct scanbench_device device;
    if (prepared->device)
        lend(prepared, 0, &device); /* for its context: what was taken is given back even after a failure */
    if (prepared->declared->finish)
        prepared->declared->finish(prepared->state);
    free(prepared->cpus);
    free(prepared);
}

static const char *prepare_declared(struct prepared *prepared, const struct run *run)
{
    struct scanbench_device device;
    const struct scanbench_run asked = {
        .size = sizeof asked,
        .point = &prepared->point,
        .workers = run->workers,
        .cpus = prepared->cpus,
        .barrier = barrier,
        .device = run->device ? &device : NULL,
    };
    if (run->device && !lend(prepared, 0, &device))
        return "something has failed on its device before";
    return prepared->declared->prepare ? prepared->declared->prepare(&asked, &prepared->state) : NULL;
}

static bool prepare(const struct run *run, void **state, struct error *why)
{
    struct prepared *const prepared = memory_array(1, sizeof *prepared);
    *prepared = (struct prepared){
        .declared = declared_of(run->point),
        .point = public_point(run->point),
        .cpus = run->device ? NULL : list_cpus(run),
        .device = run->device,
    };
    const char *const refusal = prepare_declared(prepared, run);
    if (refusal) {
        free(prepared->cpus);
        free(prepared);
        return error_set(why, EXIT_USAGE, "%s", refusal);
    }
    *state = prepared;
    return true;
}

/* What a run of a plugin is given, but for who works and how they meet. */
static struct scanbench_run asked_of(const struct run *run, const struct prepared *prepared)
{
    return (struct scanbench_run){
        .size = sizeof(struct scanbench_run),
        .point = &prepared->point,
        .input = run->input,
        .second = run->second,
        .output = run->output,
        .count = run->count,
        .initial = {.u64 = run->initial.u64},
        .scratch = run->scratch,
        .state = prepared->state,
    };
}

static void run_declared(const struct run *run)
{
    const struct prepared *const prepared = run->state;
    struct scanbench_run asked = asked_of(run, prepared);
    asked.worker = run->worker;
    asked.workers = run->workers;
    asked.cpus = prepared->cpus;
    asked.barrier = barrier;
    asked.host = run->team;
    prepared->declared->run(&asked);
}

static void fail(const struct scanbench_run *asked, const char *why)
{
    const struct prepared *const prepared = asked->host;
    struct engine_device *const device = prepared->device;
    device->engine->blame(device, prepared->declared->name, why);
}

/* One thread enqueues all that the device does. */
static void no_barrier(const struct scanbench_run *run)
{
    (void)run;
}

static void enqueue_declared(const struct run *run)
{
    struct prepared *const prepared = run->state;
    struct scanbench_device device;
    struct scanbench_run asked = asked_of(run, prepared);
    asked.workers = 1;
    asked.barrier = no_barrier;
    asked.host = prepared;
    asked.device = &device;
    asked.fail = fail;
    if (lend(prepared, prepared->declared->operations, &device))
        prepared->declared->run(&asked);
}

/* What every implementation of a primitive has. */
static const struct {
    enum primitive own;
    unsigned axes;
} primitives[] = {
    [SCANBENCH_SCAN] = {PRIMITIVE_SCAN, AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_SCAN_MODE)},
    [SCANBENCH_TILED_SCAN] = {PRIMITIVE_TILED_SCAN,
                              AXIS_BIT(AXIS_THREADS_PER_GROUP) | AXIS_BIT(AXIS_VALUES_PER_THREAD)},
    [SCANBENCH_REDUCE] = {PRIMITIVE_REDUCE, AXIS_BIT(AXIS_OP)},
    [SCANBENCH_DOT] = {PRIMITIVE_DOT, 0},
    [SCANBENCH_COUNT] = {PRIMITIVE_TALLY, AXIS_BIT(AXIS_SELECTIVITY)},
    [SCANBENCH_COMPACT] = {PRIMITIVE_COMPACT, AXIS_BIT(AXIS_SELECTIVITY)},
    [SCANBENCH_RECURRENCE] = {PRIMITIVE_RECURRENCE, 0},
    [SCANBENCH_SEGMENTED_SCAN] = {PRIMITIVE_SEGMENTED_SCAN, 0},
};

static unsigned own_axes(const struct scanbench_implementation *declared)
{
    static const enum axis own[] = {
        [SCANBENCH_UNROLL] = AXIS_UNROLL,
        [SCANBENCH_WORKERS] = AXIS_WORKERS,
        [SCANBENCH_THREADS_PER_GROUP] = AXIS_THREADS_PER_GROUP,
        [SCANBENCH_VALUES_PER_THREAD] = AXIS_VALUES_PER_THREAD,
        [SCANBENCH_GROUPS] = AXIS_GROUPS,
        [SCANBENCH_ISA] = AXIS_ISA,
        [SCANBENCH_ROW_LENGTH] = AXIS_ROW_LENGTH,
    };
    unsigned axes = primitives[declared->primitive].axes;
    if (declared->memory == SCANBENCH_CUDA_MEMORY)
        axes |= AXIS_BIT(AXIS_DEVICE);
    for (unsigned i = SCANBENCH_UNROLL; i < sizeof own / sizeof own[0]; i++)
        axes |= declared->axes & SCANBENCH_BIT(i) ? AXIS_BIT(own[i]) : 0;
    return axes;
}

static bool has_flag(const struct scanbench_implementation *declared, enum scanbench_flag flag)
{
    return declared->flags & SCANBENCH_BIT(flag);
}

void adapter_fit(struct adapted *adapted)
{
    const struct scanbench_implementation *const declared = &adapted->declared;
    const bool on_device = declared->memory == SCANBENCH_CUDA_MEMORY;
    adapted->implementation = (struct implementation){
        .name = declared->name,
        .summary = declared->summary,
        .source = declared->source,
        .primitive = primitives[declared->primitive].own,
        .family = FAMILY_PLUGIN,
        .axes = own_axes(declared),
        .dtypes = declared->dtypes,
        .ops = declared->ops,
        .slack = declared->slack,
        .takes_initial = has_flag(declared, SCANBENCH_TAKES_INITIAL),
        .reverses = has_flag(declared, SCANBENCH_REVERSES),
        .unordered = has_flag(declared, SCANBENCH_UNORDERED),
        .subtracts = has_flag(declared, SCANBENCH_SUBTRACTS),
        .own_threads = has_flag(declared, SCANBENCH_OWN_THREADS),
        .engines = on_device ? ENGINE_BIT(ENGINE_CUDA) : 0,
        .supports = supports,
        .scratch_bytes = declared->scratch_bytes ? scratch_bytes : NULL,
        .roundings = declared->roundings ? roundings : most_roundings,
        .prepare = prepare,
        .finish = finish,
        .run = on_device ? enqueue_declared : run_declared,
    };
}
