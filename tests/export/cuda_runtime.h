/* SPDX-License-Identifier: MIT */
/* What an exported CUDA file asks of the runtime, on the stand-in for a device: groups run one after the
 * other on the CPU. For what on_cpu.py makes of such a file. */
#pragma once

#include "../cuda/cpu/cuda_on_cpu.h"
#include "../cuda/fake_machine.h"

#include <cstddef>
#include <functional>

static const bool on_cpu = (fake_device = &on_machine) != NULL;

#define __host__
#define __managed__
#define __nanosleep(time) fake_device->yield()
#define __fmul_rn(a, b) ((a) * (b))
#define __dmul_rn(a, b) ((a) * (b))

typedef int cudaError_t;
typedef void *cudaStream_t;
enum { cudaSuccess, cudaErrorInvalidValue };

struct ulonglong2 {
    unsigned long long x, y;
};

static inline const char *cudaGetErrorString(cudaError_t)
{
    return "an error";
}

static inline cudaError_t cudaGetLastError()
{
    return cudaSuccess;
}

static inline cudaError_t cudaDeviceSynchronize()
{
    return cudaSuccess;
}

/* Exactly so much, whatever is behind it: where the sanitizers look. */
static inline cudaError_t cudaMalloc(void **memory, size_t bytes)
{
    *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    memset(*memory, 0xa5, bytes);
    return cudaSuccess;
}

static inline cudaError_t cudaFree(void *memory)
{
    free(memory);
    return cudaSuccess;
}

static inline cudaError_t cudaMemsetAsync(void *memory, int value, size_t bytes, cudaStream_t)
{
    memset(memory, value, bytes);
    return cudaSuccess;
}

static inline cudaError_t cudaMemset(void *memory, int value, size_t bytes)
{
    return cudaMemsetAsync(memory, value, bytes, nullptr);
}

/* Whole subgroups: those who are too many do the same. */
static struct {
    unsigned x;
} gridDim;
static inline void fake_launch(unsigned groups, unsigned threads, std::function<void()> kernel)
{
    void *arguments[] = {&kernel};
    gridDim.x = groups;
    run_groups([](void **all) { (*static_cast<std::function<void()> *>(all[0]))(); }, groups,
               (threads + 31) / 32 * 32, arguments);
}

enum { cudaLaunchAttributeProgrammaticStreamSerialization, cudaLaunchAttributeCooperative };
#define __CUDA_ARCH_LIST__ 900

struct cudaLaunchAttribute {
    int id;
    struct {
        int programmaticStreamSerializationAllowed, cooperative;
    } val;
};

struct cudaLaunchConfig_t {
    unsigned groups, threads;
    size_t bytes;
    cudaStream_t stream;
    const cudaLaunchAttribute *attributes;
    unsigned count;
};

template <class... type, class... given>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(type...), given... values)
{
    fake_launch(config->groups, config->threads, [=] { kernel(values...); });
    return cudaSuccess;
}
