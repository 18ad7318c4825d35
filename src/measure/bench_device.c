/* SPDX-License-Identifier: MIT */
/* The devices of a run: opened when a point first asks for one, what a launch costs on them, and how fast
 * their clock runs. */
#include "measure/bench_device.h"

#include "base/memory.h"
#include "machine/conditions/conditions.h"
#include "measure/measure.h"
#include "statistics/statistics.h"

#include <stdio.h>
#include <stdlib.h>

/* CHAIN_STEPS: 25 µs on an H200 at 1.98 GHz. */
enum { CHAIN_STEPS = 25000, EMPTY_BATCH = 64, EMPTY_SAMPLES = 9, LOOK_EVERY_NS = 50 * 1000 * 1000 };

static struct run probe_run(const struct bench_device *device, const struct point *point)
{
    return (struct run){.point = point, .engine = device->opened->engine, .device = device->opened};
}

static void launch(const struct bench_device *device, const struct built *built, unsigned times)
{
    const struct probe_chain_arguments arguments = {.out = device->word, .steps = CHAIN_STEPS};
    const struct run run = probe_run(device, NULL);
    for (unsigned i = 0; i < times; i++)
        run.engine->launch(&run, built, &arguments, 1); /* probe_nothing's are the first of them */
}

static double time_launches(const struct bench_device *device, const struct built *built, unsigned times)
{
    const struct engine *const engine = device->opened->engine;
    engine->begin(device->opened);
    launch(device, built, times);
    return engine->end(device->opened) / times;
}

double bench_device_core_s(const struct bench_device *device)
{
    return time_launches(device, device->chain, 1);
}

static double empty_s(const struct bench_device *device)
{
    double samples[EMPTY_SAMPLES];
    time_launches(device, device->nothing, EMPTY_BATCH);
    for (unsigned i = 0; i < EMPTY_SAMPLES; i++)
        samples[i] = time_launches(device, device->nothing, EMPTY_BATCH);
    return statistics_make(samples, EMPTY_SAMPLES).median;
}

static void take_facts(struct bench_device *device)
{
    struct engine_facts facts = {.cache_bytes = 0};
    device->opened->engine->facts(device->opened, &facts);
    device->cache_bytes = facts.cache_bytes;
    snprintf(device->address, sizeof device->address, "%s",
             *facts.address ? facts.address : device_names[device->name]);
    device->place = occupancy_enter(device->address);
}

/* What slows it down now, and what has since the state before. */
static unsigned slowed_between(const struct engine_condition *before, const struct engine_condition *now)
{
    unsigned slowed = before->slowed | now->slowed;
    for (enum slowdown slowdown = 0; slowdown < SLOWDOWN_COUNT; slowdown++)
        if (now->slowed_ns[slowdown] > before->slowed_ns[slowdown])
            slowed |= 1u << slowdown;
    return slowed;
}

void bench_device_look(const struct bench *bench, struct bench_device *device)
{
    const struct engine *const engine = device->opened->engine;
    const uint64_t now_ns = bench_now_ns(bench);
    const bool first = device->looked_ns == 0;
    struct engine_condition now = {.slowed = 0};
    if (!first && clock_between_ns(device->looked_ns, now_ns) < LOOK_EVERY_NS)
        return;
    if (engine->condition)
        engine->condition(device->opened, &now);
    device->slowed_since = slowed_between(first ? &now : &device->condition, &now);
    device->shared = now.others > 0 || occupancy_others(device->address, device->place) > 0;
    device->condition = now;
    device->looked_ns = now_ns;
}

static bool build_probes(struct bench_device *device, const struct point *point, struct error *why)
{
    const struct engine *const engine = device->opened->engine;
    const struct run run = probe_run(device, point);
    const struct build build = {.dtype = DTYPE_U32, .op = OP_SUM, .threads = 32, .values = 1};
    device->word = engine->allocate(device->opened, "probe", sizeof(uint64_t), why);
    if (!device->word || !engine->build(&run, &kernels.probe_nothing, &build, &device->nothing, why) ||
        !engine->build(&run, &kernels.probe_chain, &build, &device->chain, why))
        return false;
    device->empty_s = empty_s(device);
    take_facts(device);
    return !engine->failed(device->opened, why);
}

static void close_device(struct bench_device *device)
{
    const struct engine *const engine = device->opened->engine;
    if (device->nothing)
        engine->discard(device->nothing);
    if (device->chain)
        engine->discard(device->chain);
    if (device->evicting)
        engine->release(device->opened, device->evicting);
    if (device->word)
        engine->release(device->opened, device->word);
    engine->close(device->opened);
    occupancy_leave(device->place);
    free(device);
}

struct bench_device *bench_device_of(const struct bench *bench, const struct point *point)
{
    struct bench_device *device = bench->devices;
    while (device && device->name != point->device)
        device = device->next;
    return device;
}

struct bench_device *bench_device_open(struct bench *bench, const struct point *point, struct error *why)
{
    struct bench_device *device = bench_device_of(bench, point);
    if (device)
        return device;
    device = memory_array(1, sizeof *device);
    *device = (struct bench_device){.name = point->device, .place = -1};
    if (!engine_of(point)->open(axis_info[AXIS_DEVICE].names[point->device], &device->opened, why)) {
        free(device);
        return NULL;
    }
    if (!bench->untimed && !build_probes(device, point, why)) {
        close_device(device);
        return NULL;
    }
    device->next = bench->devices;
    bench->devices = device;
    return device;
}

bool bench_device_map_eviction(struct bench_device *device, struct error *why)
{
    if (device->evicting)
        return true;
    device->evicting_bytes = evict_bytes(device->cache_bytes);
    if (device->evicting_bytes == 0)
        return error_set(why, EXIT_USAGE, "%s", evict_unknown);
    device->evicting =
        device->opened->engine->allocate(device->opened, "eviction", device->evicting_bytes, why);
    return device->evicting != NULL;
}

void bench_devices_close(struct bench *bench)
{
    while (bench->devices) {
        struct bench_device *const first = bench->devices;
        bench->devices = first->next;
        close_device(first);
    }
}
