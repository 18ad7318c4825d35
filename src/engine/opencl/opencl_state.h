/* SPDX-License-Identifier: MIT */
/* The inside of the OpenCL engine: a device that is open, and its programs. */
#pragma once

#include "engine/opencl/opencl.h"
#include "engine/opencl/opencl_api.h"
#include "kernels/launch.h"

enum { OPENCL_OPTIONS = 1024, OPENCL_REGIONS = 32 };

/* A program that is built for one set of options. */
struct opencl_program {
    struct opencl_program *next;
    cl_program program;
    char options[OPENCL_OPTIONS];
};

/* Memory that the engine gave: a buffer, and the addresses from base on that stand for its bytes. Base NULL:
 * a free place. */
struct opencl_region {
    char *base;
    size_t bytes;
    cl_mem buffer;
};

struct opencl {
    struct engine_device device;
    const struct opencl_api *api;
    cl_device id;
    cl_context context;
    cl_queue queue;
    char name[256];
    bool is_cpu;
    bool exchanges;      /* groups may read what others write in the same launch */
    unsigned language;   /* of kernels: 30, 20 or 12 for OpenCL C 3.0, 2.0 and 1.2 */
    uint64_t atomics;    /* bits of CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES */
    uint64_t most_bytes; /* of a buffer */
    const char *options; /* beside those that kernels need */
    struct opencl_program *programs;
    struct opencl_region regions[OPENCL_REGIONS];
    /* Elements that are not in its memory, one for each parameter of a kernel, and what was copied there. */
    char *loose;
    uint64_t copied[LAUNCH_ARGUMENTS];
    /* Of what is timed: what the queue waits for, and the markers before and after; NULL: nothing is. */
    cl_event gate, before, after;
    unsigned waiting; /* calls since the gate was closed */
    struct error failure;
};
