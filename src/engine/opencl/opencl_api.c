/* SPDX-License-Identifier: MIT */
/* The OpenCL library, loaded by name. */
#include "engine/opencl/opencl_api.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static bool load(struct opencl_api *api, void *library, const char *name, struct error *error)
{
#define LOAD_(result, function, parameters)                                                           \
    {                                                                                                 \
        void *const address = dlsym(library, #function);                                              \
        if (!address)                                                                                 \
            return error_set(error, EXIT_SYSTEM, "%s has no %s: OpenCL 1.2 or later is needed", name, \
                             #function);                                                              \
        memcpy(&api->function, &address, sizeof address);                                             \
    }
    FOR_EACH_OPENCL_FUNCTION(LOAD_)
    return true;
}

const struct opencl_api *opencl_load(struct error *error)
{
    static struct opencl_api api;
    static void *library;
    if (library)
        return &api;
    const char *const named = getenv("SCANBENCH_LIBOPENCL"), *const name =
                                                                 named && *named ? named : "libOpenCL.so.1";
    void *const opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!opened) {
        error_set(error, EXIT_SYSTEM,
                  "no OpenCL: %s (packages ocl-icd-libopencl1, and pocl-opencl-icd for a CPU), or name its "
                  "loader in SCANBENCH_LIBOPENCL",
                  dlerror());
        return NULL;
    }
    if (!load(&api, opened, name, error)) {
        dlclose(opened);
        return NULL;
    }
    library = opened;
    return &api;
}

const char *opencl_status_text(int32_t status)
{
    static const struct {
        int32_t status;
        const char *text;
    } texts[] = {
        {-2, " (CL_DEVICE_NOT_AVAILABLE); another process may have the device for itself"},
        {-4, " (CL_MEM_OBJECT_ALLOCATION_FAILURE); smaller n, or end what else uses the device"},
        {-5, " (CL_OUT_OF_RESOURCES); fewer threads_per_group or values_per_thread"},
        {-6, " (CL_OUT_OF_HOST_MEMORY); smaller n, or end what else uses memory"},
        {-14, " (CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST); scanbench check --device opencl:0 shows "
              "which kernels are wrong there"},
        {-36, " (CL_INVALID_COMMAND_QUEUE); the device may be lost, scanbench check --device opencl:0 shows "
              "which kernels are wrong there"},
        {-54, " (CL_INVALID_WORK_GROUP_SIZE); fewer threads_per_group"},
        {-61, " (CL_INVALID_BUFFER_SIZE); smaller n"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (texts[i].status == status)
            return texts[i].text;
    return "";
}
