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
