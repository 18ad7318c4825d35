/* SPDX-License-Identifier: MIT */
/* The inside of the OpenCL engine: a device that is open, and its programs. */
#ifndef SCANBENCH_OPENCL_STATE_H
#define SCANBENCH_OPENCL_STATE_H

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

/* Memory that the engine gave; base NULL: a free place. */
struct opencl_region {
    char *base;
    size_t bytes;
};

struct opencl {
    struct engine_device device;
    const struct opencl_api *api;
    cl_device id;
    cl_context context;
    cl_queue queue;
    char name[256];
    bool is_cpu;
    const char *options; /* beside those that kernels need */
    struct opencl_program *programs;
    struct opencl_region regions[OPENCL_REGIONS];
    void *loose; /* one element of those that are not in its memory */
    /* Of what is timed: what the queue waits for, and the markers before and after; NULL: nothing is. */
    cl_event gate, before, after;
    unsigned waiting; /* calls since the gate was closed */
    struct error failure;
};

#endif
