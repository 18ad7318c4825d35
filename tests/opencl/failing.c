/* SPDX-License-Identifier: MIT */
/* The loader of OpenCL, whose device fails in the kernel FAILS_IN once it has run 50 times: linked before it.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { INVALID_COMMAND_QUEUE = -36, RIGHT = 50 };

static void *failing;

static void *next(const char *name)
{
    return dlsym(dlopen("libOpenCL.so.1", RTLD_NOW), name);
}

void *clCreateKernel(void *program, const char *name, int32_t *status)
{
    static void *(*create)(void *, const char *, int32_t *);
    void *const address = next("clCreateKernel");
    memcpy(&create, &address, sizeof address);
    void *const kernel = create(program, name, status);
    if (strcmp(name, getenv("FAILS_IN")) == 0)
        failing = kernel;
    return kernel;
}

int32_t clEnqueueNDRangeKernel(void *queue, void *kernel, uint32_t dimensions, const size_t *offset,
                               const size_t *global, const size_t *local, uint32_t waits, const void *events,
                               void *event)
{
    static int32_t (*enqueue)(void *, void *, uint32_t, const size_t *, const size_t *, const size_t *,
                              uint32_t, const void *, void *);
    static int launches;
    void *const address = next("clEnqueueNDRangeKernel");
    memcpy(&enqueue, &address, sizeof address);
    if (kernel == failing && ++launches > RIGHT)
        return INVALID_COMMAND_QUEUE;
    return enqueue(queue, kernel, dimensions, offset, global, local, waits, events, event);
}
