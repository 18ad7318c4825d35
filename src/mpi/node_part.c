/* SPDX-License-Identifier: MIT */
/* What a rank computes its block with: an implementation of the CPU, or of groups by the engine of the rank's
 * device, ready for the block's size. */
#include "mpi/node_part.h"

#include "base/buffer.h"
#include "base/divide.h"
#include "base/memory.h"
#include "implementation/distribution.h"
#include "kernels/choices.h"
#include "machine/isa.h"

#include <stdlib.h>

/* Their descriptors, in the files of the CPU and of groups. */
#define NODE_ROW(NAME, spelling, engine, scan, part, reduce, dot, count, compact) \
    extern const struct implementation scan, reduce, dot, count, compact;
#include "implementation/node.def"
#undef NODE_ROW

enum { WIDE_BYTES = 16 };

/* What those of groups are built for, of an element of 4 bytes, half as many values where it has 8: on CUDA
 * as configs/bench-gpu.json finds them fast, on OpenCL as small as its devices take them. */
static const struct node_shape {
    unsigned threads, values, ring, reducers, groups;
} shapes[ENGINES][PRIMITIVE_COUNT] = {
    [ENGINE_CUDA] = {[PRIMITIVE_SCAN] = {.threads = 256, .values = 28, .ring = 7, .reducers = 2},
                     [PRIMITIVE_REDUCE] = {.threads = 256, .values = 16},
                     [PRIMITIVE_DOT] = {.threads = 512, .groups = 1056},
                     [PRIMITIVE_TALLY] = {.threads = 256, .values = 16},
                     [PRIMITIVE_COMPACT] = {.threads = 128, .values = 28, .ring = 14}},
    [ENGINE_OPENCL] = {[PRIMITIVE_SCAN] = {.threads = 256, .values = 8},
                       [PRIMITIVE_REDUCE] = {.threads = 256, .values = 16},
                       [PRIMITIVE_DOT] = {.threads = 256, .groups = 256},
                       [PRIMITIVE_TALLY] = {.threads = 256, .values = 16},
                       [PRIMITIVE_COMPACT] = {.threads = 256}},
};

static void take_shape(struct point *point)
{
    const struct node_shape *const shape =
        &shapes[device_engine(point->device)][point->implementation->primitive];
    const uint64_t most = shape->threads ? divide_up(point->n, shape->threads) : 1;
    const unsigned halves = dtype_size((enum dtype)point->dtype) / sizeof(uint32_t);
    const uint64_t values[AXIS_COUNT] = {
        [AXIS_THREADS_PER_GROUP] = shape->threads,
        [AXIS_VALUES_PER_THREAD] = shape->values / halves,
        [AXIS_STAGES] = shape->ring,
        [AXIS_REDUCER_SUBGROUPS] = shape->reducers,
        [AXIS_GROUPS] = most > shape->groups ? shape->groups
                        : most > 0           ? most
                                             : 1,
        [AXIS_ARRANGEMENT] = LAYOUT_STRIPED,
        [AXIS_VECTOR_WIDTH] = WIDE_BYTES / dtype_size((enum dtype)point->dtype),
    };
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (values[axis] && point_has(point, axis))
            point->axis[axis] = values[axis];
}

const struct implementation *node_implementation(uint64_t node, enum primitive primitive)
{
    static const struct implementation *const all[NODES][PRIMITIVE_COUNT] = {
#define NODE_ROW(NAME, spelling, engine, scan, part, reduce, dot, count, compact) \
    [NODE_##NAME] = {[PRIMITIVE_SCAN] = &scan,                                    \
                     [PRIMITIVE_REDUCE] = &reduce,                                \
                     [PRIMITIVE_DOT] = &dot,                                      \
                     [PRIMITIVE_TALLY] = &count,                                  \
                     [PRIMITIVE_COMPACT] = &compact},
#include "implementation/node.def"
#undef NODE_ROW
    };
    return node < NODES ? all[node][primitive] : NULL;
}

const struct implementation *node_cached_scan(uint64_t node)
{
    static const struct implementation *const all[NODES] = {
#define NODE_ROW(NAME, spelling, engine, scan, part, ...) [NODE_##NAME] = &part,
#include "implementation/node.def"
#undef NODE_ROW
    };
    return node < NODES ? all[node] : NULL;
}

/* The block of a distributed point on one rank, as a point of an implementation that the node has. */
static struct point node_point(const struct point *whole, const struct implementation *implementation,
                               size_t n)
{
    const enum engines engine = node_engine(whole->rank_algorithm);
    struct point point = {.implementation = implementation, .device = device_first(engine), .n = n};
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (axis != AXIS_DEVICE && axis != AXIS_N && point_has(&point, axis))
            point.axis[axis] = point_has(whole, axis) ? whole->axis[axis] : axis_info[axis].fallback;
    if (engine)
        take_shape(&point);
    if (point_has(&point, AXIS_ISA))
        point.isa = isa_best();
    return point;
}

static bool has_device(const struct point *whole, struct error *why)
{
    const enum engines engine = node_engine(whole->rank_algorithm);
    const struct engine_facts *facts;
    return !engine || engine_probe(device_first(engine), &facts, why);
}

bool node_gives_one(enum primitive primitive)
{
    return primitive_info(primitive)->output == OUTPUT_FIXED;
}

bool node_supports(const struct point *whole, enum primitive primitive, struct error *why)
{
    const struct implementation *const implementation = node_implementation(whole->rank_algorithm, primitive);
    if (!implementation)
        return error_set(why, EXIT_USAGE, "node %s has no %s", node_names[whole->rank_algorithm],
                         primitive_names[primitive]);
    const struct point point = node_point(whole, implementation, whole->n);
    if (point_has(&point, AXIS_ISA) && !isa_any(why))
        return false;
    if (!(implementation->dtypes & 1u << point.dtype))
        return error_set(why, EXIT_USAGE, "node %s does not take dtype %s", node_names[whole->rank_algorithm],
                         dtype_names[point.dtype]);
    if (!point_has(&point, AXIS_WORKERS) && whole->workers > 1)
        return error_set(why, EXIT_USAGE, "node %s works alone; expected workers 1",
                         node_names[whole->rank_algorithm]);
    return (!implementation->supports || implementation->supports(&point, why)) && has_device(whole, why);
}

/* A run of the part alone: by one worker where it is on a device. */
static struct run part_run(const struct node_part *part, const struct run *run)
{
    struct run own = *run;
    own.point = &part->point;
    own.scratch = part->scratch;
    own.state = part->state;
    own.ranks = NULL;
    if (part->device)
        own.workers = 1;
    return own;
}

static bool open_on_device(struct node_part *part, const struct run *run, size_t scratch_bytes,
                           struct error *why)
{
    const struct engine *const engine = part->device->engine;
    part->scratch = engine->allocate(part->device, "scratch", scratch_bytes + CACHE_LINE, why);
    if (!part->scratch)
        return false;
    part->word = engine->allocate(part->device, "result", sizeof(union element), why);
    const struct run own = part_run(part, run);
    return part->word && part->point.implementation->prepare(&own, &part->state, why);
}

bool node_open(struct node_part *part, const struct run *run, const struct implementation *implementation,
               size_t n, struct error *why)
{
    *part = (struct node_part){.point = node_point(run->point, implementation, n), .device = run->device};
    const size_t bytes = implementation->scratch_bytes ? implementation->scratch_bytes(&part->point) : 0;
    if (node_engine(run->point->rank_algorithm) && !run->device)
        return error_set(why, EXIT_USAGE, "node %s is for ranks of mpiexec, each with a device",
                         node_names[run->point->rank_algorithm]);
    if (part->device)
        return open_on_device(part, run, bytes, why);
    part->scratch = aligned_alloc(CACHE_LINE, round_up(bytes + 1, CACHE_LINE));
    if (!part->scratch)
        memory_end(bytes);
    return true;
}

void node_close(struct node_part *part)
{
    struct engine_device *const device = part->device;
    if (part->state)
        part->point.implementation->finish(part->state);
    if (device && part->word)
        device->engine->release(device, part->word);
    if (device && part->scratch)
        device->engine->release(device, part->scratch);
    if (!device)
        free(part->scratch);
    *part = (struct node_part){0};
}

void node_enqueue(const struct node_part *part, const struct run *run)
{
    const enum primitive primitive = part->point.implementation->primitive;
    struct run own = part_run(part, run);
    if (primitive_counts(primitive))
        own.count = part->word;
    else if (node_gives_one(primitive))
        own.output = part->word;
    part->point.implementation->run(&own);
}

/* What is one element comes to the host, which waits for the launches before it. */
static void run_on_device(const struct node_part *part, const struct run *run)
{
    const enum primitive primitive = part->point.implementation->primitive;
    const struct engine *const engine = part->device->engine;
    node_enqueue(part, run);
    if (primitive_counts(primitive))
        engine->copy_out(part->device, run->count, part->word, sizeof *run->count);
    else if (node_gives_one(primitive))
        engine->copy_out(part->device, run->output, part->word, dtype_size((enum dtype)part->point.dtype));
    else
        engine->wait(part->device);
}

void node_run(const struct node_part *part, const struct run *run)
{
    if (part->device && run->worker == 0) {
        run_on_device(part, run);
    } else if (run->worker == 0 || point_has(&part->point, AXIS_WORKERS)) {
        const struct run own = part_run(part, run);
        part->point.implementation->run(&own);
    }
    team_barrier(run->team, run->worker);
}

void node_scan_range(const struct node_part *part, const struct run *run, struct span range,
                     union element before)
{
    const size_t offset = range.first * dtype_size((enum dtype)part->point.dtype);
    struct node_part some = *part;
    struct run own = *run;
    some.point.n = range.last - range.first;
    own.input = (const char *)run->input + offset;
    own.output = (char *)run->output + offset;
    own.initial = before;
    node_run(&some, &own);
}
