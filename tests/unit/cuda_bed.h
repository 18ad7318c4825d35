/* SPDX-License-Identifier: MIT */
/* A CUDA device whose driver and compiler are stand-ins, and a kernel for it. */
#pragma once

#include "engine/cuda/cuda.h"

#include "test.h"

#include <unistd.h>

static const struct cuda_program program = {
    .kernel = "scan_tile",
    .dtype = DTYPE_U32,
    .op = OP_SUM,
    .local = "scan_raking",
    .network = "kogge_stone",
    .threads = 64,
    .values = 4,
};

static char cache[] = "/tmp/test-cuda-XXXXXX";

/* The stand-ins as they are when nothing is planted, and no compiled kernel. */
static inline int start(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s/scanbench'", cache);
    setenv("SCANBENCH_LIBCUDA", STAND_INS "/libcuda.so", 1);
    setenv("SCANBENCH_LIBNVRTC", STAND_INS "/libnvrtc.so", 1);
    setenv("XDG_CACHE_HOME", cache, 1);
    unsetenv("CUDA_HOME");
    unsetenv("CUDA_VISIBLE_DEVICES");
    unsetenv("FAKE_CUDA");
    return system(command);
}

static inline struct engine_device *open_device(void)
{
    struct engine_device *device;
    struct error error = {0};
    assert_done(cuda_open("cuda:0", &device, &error), &error);
    return device;
}

static inline struct cuda_kernel *load_kernel(struct engine_device *device)
{
    struct cuda_kernel *kernel;
    struct error error = {0};
    assert_done(cuda_load(device, &program, &kernel, &error), &error);
    return kernel;
}

/* Around all tests of a program. */
static inline int make_cache(void **state)
{
    (void)state;
    return mkdtemp(cache) == NULL;
}

static inline int remove_cache(void **state)
{
    start(state);
    return rmdir(cache);
}
