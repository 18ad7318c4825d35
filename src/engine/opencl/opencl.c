/* SPDX-License-Identifier: MIT */
/* The OpenCL engine: a device from when it is opened until it is closed. */
#include "engine/opencl/opencl.h"

#include "base/memory.h"

#include <stdlib.h>

static void close_device(struct engine_device *device)
{
    struct opencl *const opencl = (struct opencl *)device;
    opencl_open_gate(opencl);
    opencl_programs_release(opencl);
    opencl_release(device, opencl->loose);
    if (opencl->queue)
        opencl->api->clReleaseCommandQueue(opencl->queue);
    if (opencl->context)
        opencl->api->clReleaseContext(opencl->context);
    free(opencl);
}

static bool open_context(struct opencl *opencl, struct error *error)
{
    int32_t status;
    opencl->context = opencl->api->clCreateContext(NULL, 1, &opencl->id, NULL, NULL, &status);
    if (status == CL_SUCCESS)
        opencl->queue = opencl->api->clCreateCommandQueue(opencl->context, opencl->id,
                                                          CL_QUEUE_PROFILING_ENABLE, &status);
    if (status == CL_SUCCESS)
        opencl->loose = opencl_allocate(&opencl->device, "loose", sizeof opencl->copied, error);
    if (opencl->loose)
        opencl_fill(&opencl->device, opencl->loose, 0, sizeof opencl->copied);
    return opencl->loose || error_set(error, EXIT_SYSTEM, "%s has no context or queue: OpenCL error %d%s",
                                      opencl->name, (int)status, opencl_status_text(status));
}

static bool open_device(const char *name, struct engine_device **device, struct error *error)
{
    const struct opencl_api *const api = opencl_load(error);
    if (!api)
        return false;
    struct opencl *const opencl = memory_array(1, sizeof *opencl);
    *opencl = (struct opencl){.device.engine = &opencl_engine, .api = api, .options = ""};
    *device = &opencl->device;
    if (opencl_device_find(opencl, name, error) && opencl_device_describe(opencl, error) &&
        open_context(opencl, error))
        return true;
    close_device(&opencl->device);
    return false;
}

/* OpenCL promises no group that another one goes on running. */
static size_t resident(const struct run *run)
{
    (void)run;
    return 1;
}

static void clear(const struct run *run, void *words, size_t bytes)
{
    opencl_fill(run->device, words, 0, bytes);
}

/* One thread of the host gives all launches, which follow each other. */
static void join(const struct run *run)
{
    (void)run;
}

static void wait_for_all(struct engine_device *device)
{
    opencl_wait_for_all((struct opencl *)device);
}

const struct engine opencl_engine = {
    .name = "opencl",
    .open = open_device,
    .close = close_device,
    .facts = opencl_device_facts,
    .allocate = opencl_allocate,
    .release = opencl_release,
    .fill = opencl_fill,
    .copy = opencl_copy,
    .copy_in = opencl_copy_in,
    .copy_out = opencl_copy_out,
    .wait = wait_for_all,
    .supports = opencl_device_supports,
    .build = opencl_build,
    .discard = opencl_discard,
    .launch = opencl_launch,
    .resident = resident,
    .clear = clear,
    .join = join,
    .begin = opencl_begin,
    .end = opencl_end,
    .failed = opencl_failed,
};
