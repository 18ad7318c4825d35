/* SPDX-License-Identifier: MIT */
/* The model as an engine: what it counts and reports is asked for with model.h. */
#include "engine/model/model_kernels.h"
#include "engine/model/model_state.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

struct engine_device *model_device(struct model *model)
{
    model->device.engine = &model_engine;
    return &model->device;
}

static struct model *model_of(struct engine_device *device)
{
    return (struct model *)device;
}

static bool open_device(const char *name, struct engine_device **device, struct error *error)
{
    const bool any = !name || strcmp(name, "-") == 0;
    const struct model_options options = {.device = device_find(any ? device_models[0] : name), .workers = 1};
    if (!options.device)
        return error_set(error, EXIT_USAGE, "the model has no device %s", name);
    *device = model_device(model_create(&options));
    return true;
}

static void close_device(struct engine_device *device)
{
    model_destroy(model_of(device));
}

static void *allocate(struct engine_device *device, const char *name, size_t bytes, struct error *why)
{
    void *const memory = aligned_alloc(ALIGNMENT, (bytes / ALIGNMENT + 1) * ALIGNMENT);
    if (!memory)
        error_set(why, EXIT_SYSTEM, "out of memory for %zu bytes of a device model", bytes);
    else if (model_region(model_of(device), name, memory, bytes, why))
        return memory;
    free(memory);
    return NULL;
}

static void release(struct engine_device *device, void *memory)
{
    model_forget(model_of(device), memory);
    free(memory);
}

static void fill(struct engine_device *device, void *to, int byte, size_t bytes)
{
    (void)device;
    memset(to, byte, bytes);
}

static bool build(const struct run *run, const struct kernel *kernel, const struct build *build,
                  struct built **built, struct error *why)
{
    static const struct compiled_table *const tables[] = {&model_kernels, NULL};
    (void)run;
    return compiled_build(tables, kernel, build, built, why);
}

static void launch(const struct run *run, const struct built *built, const void *arguments, size_t groups)
{
    const struct compiled *const compiled = (const struct compiled *)built;
    const struct launch launch = compiled_launch(compiled, arguments);
    model_launch(model_of(run->device), compiled->function, &launch, groups);
}

/* Of the host, which the model is of: a group a worker. Whether the device promises as much, it finds. */
static size_t resident(const struct run *run)
{
    return point_workers(run->point);
}

static void clear(const struct run *run, void *words, size_t bytes)
{
    (void)run;
    memset(words, 0, bytes);
}

static void join(const struct run *run)
{
    (void)run;
}

static bool failed(struct engine_device *device, struct error *why)
{
    const struct model *const model = model_of(device);
    if (!model_finish(model, why))
        return true;
    return (model->report.starved || model->report.unsupported) &&
           !error_set(why, EXIT_USAGE, "%s", model->report.message);
}

const struct engine model_engine = {
    .name = "model",
    .open = open_device,
    .close = close_device,
    .allocate = allocate,
    .release = release,
    .fill = fill,
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
