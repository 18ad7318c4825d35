/* SPDX-License-Identifier: MIT */
/* The engine of machines without OpenCL: there is none. */
#include "opencl_engine.h"

#include "engine/model/model.h"

#include <stdio.h>
#include <stdlib.h>

struct opencl_engine *opencl_create(bool optimised, char *why, size_t size)
{
    (void)optimised;
    snprintf(why, size, "no OpenCL headers or library (packages pocl-opencl-icd, ocl-icd-opencl-dev)");
    return NULL;
}

void opencl_destroy(struct opencl_engine *engine)
{
    (void)engine;
}

const char *opencl_device(const struct opencl_engine *engine)
{
    (void)engine;
    return "none";
}

void *opencl_allocate(struct opencl_engine *engine, size_t bytes)
{
    (void)engine;
    (void)bytes;
    return NULL;
}

void opencl_free(struct opencl_engine *engine, void *memory)
{
    (void)engine;
    (void)memory;
}

void opencl_start(struct opencl_engine *engine)
{
    (void)engine;
}

const char *opencl_failure(const struct opencl_engine *engine)
{
    (void)engine;
    return "no OpenCL";
}

void __wrap_model_launch(struct model *model, launch_kernel *kernel, const struct launch *launch,
                         size_t groups);
void __wrap_model_launch(struct model *model, launch_kernel *kernel, const struct launch *launch,
                         size_t groups)
{
    (void)model;
    (void)kernel;
    (void)launch;
    (void)groups;
    abort();
}
