/* SPDX-License-Identifier: MIT */
/* The OpenCL library, loaded by name. */
#include "engine/opencl/opencl_api.h"

#include <dlfcn.h>
#include <string.h>

#define LIBRARY "libOpenCL.so.1"

static bool load(struct opencl_api *api, void *library, struct error *error)
{
#define LOAD_(result, function, parameters)                                                              \
    {                                                                                                    \
        void *const address = dlsym(library, #function);                                                 \
        if (!address)                                                                                    \
            return error_set(error, EXIT_SYSTEM, "%s has no %s: OpenCL 2.0 or later is needed", LIBRARY, \
                             #function);                                                                 \
        memcpy(&api->function, &address, sizeof address);                                                \
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
    void *const opened = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!opened) {
        error_set(error, EXIT_SYSTEM,
                  "no OpenCL: %s (packages ocl-icd-libopencl1, and pocl-opencl-icd for a CPU)", dlerror());
        return NULL;
    }
    if (!load(&api, opened, error)) {
        dlclose(opened);
        return NULL;
    }
    library = opened;
    return &api;
}
