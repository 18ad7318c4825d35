/* SPDX-License-Identifier: MIT */
/* Kernels of OpenCL that are built, and their launches. */
#include "engine/opencl/opencl_launch.h"

#include "base/memory.h"
#include "engine/opencl/opencl_memory.h"
#include "engine/opencl/opencl_program.h"
#include "engine/opencl/opencl_queue.h"

#include <stdlib.h>
#include <string.h>

/* A kernel that is built, for groups of so many threads. */
struct opencl_built {
    struct built built;
    const struct opencl_api *api;
    cl_kernel kernel;
    size_t threads;
    size_t local_bytes; /* that a launch gives */
};

bool opencl_build(const struct run *run, const struct kernel *kernel, const struct build *build,
                  struct built **built, struct error *why)
{
    struct opencl *const opencl = (struct opencl *)run->device;
    int32_t status;
    const cl_program program = opencl_program_build(opencl, build, why);
    if (!program)
        return false;
    struct opencl_built *const made = memory_array(1, sizeof *made);
    made->built.kernel = kernel;
    made->api = opencl->api;
    made->threads = build->threads;
    made->local_bytes = build->threads * sizeof(uint64_t) * (build->ring ? 1 + build->values : 1);
    made->kernel = opencl->api->clCreateKernel(program, kernel->name, &status);
    *built = &made->built;
    if (status == CL_SUCCESS)
        return true;
    free(made);
    return error_set(why, EXIT_USAGE, "%s has no kernel %s for %s: OpenCL error %d", opencl->name,
                     kernel->name, dtype_names[build->dtype], (int)status);
}

void opencl_discard(struct built *built)
{
    struct opencl_built *const made = (struct opencl_built *)built;
    made->api->clReleaseKernel(made->kernel);
    free(made);
}

/* The place of what an address leads to: of one element of the host's, the loose one. */
static struct opencl_place place_of(struct opencl *opencl, const void *address)
{
    struct opencl_place place = {NULL, 0};
    if (!address || opencl_memory_find(opencl, address, &place))
        return place;
    opencl_copy_in(&opencl->device, opencl->loose, address, sizeof(uint64_t));
    opencl_memory_find(opencl, opencl->loose, &place);
    return place;
}

/* The arguments of OpenCL: local memory of an element a thread, and a tile where the kernel has a ring; then
 * each value, and each buffer and the bytes from its start on. */
static bool set_arguments(struct opencl *opencl, const struct opencl_built *built,
                          const union argument *arguments)
{
    const struct opencl_api *const api = opencl->api;
    const struct kernel *const kernel = built->built.kernel;
    int32_t status = api->clSetKernelArg(built->kernel, 0, built->local_bytes, NULL);
    for (uint32_t i = 0, at = 1; status == CL_SUCCESS && i < kernel->count; i++) {
        if (kernel->parameters[i].kind == PARAMETER_BY_VALUE) {
            status =
                api->clSetKernelArg(built->kernel, at++, kernel->parameters[i].bytes, &arguments[i].value);
            continue;
        }
        const struct opencl_place place = place_of(opencl, arguments[i].in);
        status = api->clSetKernelArg(built->kernel, at++, sizeof place.buffer, &place.buffer);
        if (status == CL_SUCCESS)
            status = api->clSetKernelArg(built->kernel, at++, sizeof place.offset, &place.offset);
    }
    return opencl_succeeds(opencl, kernel->name, status);
}

void opencl_launch(const struct run *run, const struct built *built, const void *arguments, size_t groups)
{
    struct opencl *const opencl = (struct opencl *)run->device;
    const struct opencl_built *const made = (const struct opencl_built *)built;
    const size_t all = groups * made->threads;
    union argument words[LAUNCH_ARGUMENTS];
    if (groups == 0 || opencl->failure.code != EXIT_OK)
        return;
    memcpy(words, arguments, built->kernel->count * sizeof *words);
    opencl_count_waiting(opencl);
    if (set_arguments(opencl, made, words))
        opencl_succeeds(opencl, "clEnqueueNDRangeKernel",
                        opencl->api->clEnqueueNDRangeKernel(opencl->queue, made->kernel, 1, NULL, &all,
                                                            &made->threads, 0, NULL, NULL));
}
