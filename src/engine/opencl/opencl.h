/* SPDX-License-Identifier: MIT */
/* The inside of the OpenCL engine, the kernels as OpenCL C on the first device that will do or one that is
 * named: a device that is open, its memory and its programs. */
#pragma once

#include "engine/engine.h"
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

/* ---- The devices of OpenCL: which one a name means, what it is, and what it can do (opencl_device.c) */

/* The id of the device of a name: EXIT_USAGE when it is none, EXIT_SYSTEM when there is no such device. */
bool opencl_device_find(struct opencl *opencl, const char *name, struct error *error);

/* A number that describes the device, as CL_DEVICE_LOCAL_MEM_SIZE; 0 where it knows of no such thing. */
uint64_t opencl_device_number(const struct opencl *opencl, uint32_t what);

/* Ask once what does not change. EXIT_SYSTEM when it is too old for the engine. */
bool opencl_device_describe(struct opencl *opencl, struct error *error);

/* facts and supports of the engine. What a device lacks for a point is said by its name in the specification.
 */
void opencl_device_facts(const struct engine_device *device, struct engine_facts *facts);
bool opencl_device_supports(struct engine_device *device, const struct point *point, struct error *why);

/* ---- The queue of a device, in which all happens in order, and its memory: buffers, each with a span of
 * this process's addresses that stand for it (opencl_memory.c) */

/* What a kernel is given for an address. */
struct opencl_place {
    cl_mem buffer;
    uint64_t offset; /* bytes */
};

/* The place of an address; false: it is of none of its arrays. */
bool opencl_memory_find(struct opencl *opencl, const void *address, struct opencl_place *place);

/* allocate, release, copy, copy_in, copy_out and fill of the engine. */
void *opencl_allocate(struct engine_device *device, const char *name, size_t bytes, struct error *why);
void opencl_release(struct engine_device *device, void *memory);
void opencl_copy(struct engine_device *device, void *to, const void *from, size_t bytes);
void opencl_copy_in(struct engine_device *device, void *to, const void *from, size_t bytes);
void opencl_copy_out(struct engine_device *device, void *to, const void *from, size_t bytes);
void opencl_fill(struct engine_device *device, void *to, int byte, size_t bytes);

/* True when a call has succeeded, else the first failure is kept for opencl_failed. */
bool opencl_succeeds(struct opencl *opencl, const char *call, int32_t status);

/* Let what waits for the gate begin. */
void opencl_open_gate(struct opencl *opencl);
/* Before something is queued: the gate opens when too much waits for it. */
void opencl_count_waiting(struct opencl *opencl);
/* All that is queued has happened. */
void opencl_wait_for_all(struct opencl *opencl);

/* begin, end and failed of the engine. */
void opencl_begin(struct engine_device *device);
double opencl_end(struct engine_device *device);
bool opencl_failed(struct engine_device *device, struct error *why);

/* ---- The programs, each built once for its options; kernels of them, and their launches (opencl_program.c)
 */

void opencl_programs_release(struct opencl *opencl);

/* The text of all kernels. */
extern const char opencl_source[];

/* build, discard and launch of the engine. */
bool opencl_build(const struct run *run, const struct kernel *kernel, const struct build *build,
                  struct built **built, struct error *why);
void opencl_discard(struct built *built);
void opencl_launch(const struct run *run, const struct built *built, const void *arguments, size_t groups);
