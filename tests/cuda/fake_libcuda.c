/* SPDX-License-Identifier: MIT */
/* A stand-in for NVIDIA's driver: device memory is memory, and modules are shared libraries made by the
 * stand-in for the compiler. */
#include "fake_machine.h"

#include <dlfcn.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct module {
    int file; /* open as long as the library is: two of one path would be one library */
    void *library;
    void (*call)(void **arguments);
};

static size_t memory_used;
static const size_t memory_all = (size_t)1 << 30;

/* A function that does no more than to succeed, or to fail as asked. */
#define TRIVIAL(symbol, parameters)    \
    FAKE_EXPORT int symbol parameters; \
    FAKE_EXPORT int symbol parameters  \
    {                                  \
        FAIL_AS_ASKED(symbol);         \
        return 0;                      \
    }
#define FUNCTION(symbol, parameters)   \
    FAKE_EXPORT int symbol parameters; \
    FAKE_EXPORT int symbol parameters

/* What the device does, a line each, into the file that FAKE_CUDA_LOG names. */
static void note(const char *what, size_t size)
{
    const char *const path = getenv("FAKE_CUDA_LOG");
    FILE *const file = path ? fopen(path, "a") : NULL;
    if (!file)
        return;
    fprintf(file, "%s %zu\n", what, size);
    fclose(file);
}

#pragma GCC diagnostic ignored "-Wunused-parameter"
TRIVIAL(cuDevicePrimaryCtxRelease_v2, (int device))
TRIVIAL(cuCtxSetCurrent, (void *context))
TRIVIAL(cuStreamDestroy_v2, (void *stream))
TRIVIAL(cuFuncSetAttribute, (void *function, int attribute, int value))

/* Bytes of shared memory that a kernel has without asking. */
FUNCTION(cuFuncGetAttribute, (int *value, int attribute, void *function))
{
    FAIL_AS_ASKED(cuFuncGetAttribute);
    *value = attribute == 1 ? (int)fake_number("static", 0) : 0;
    return 0;
}

FUNCTION(cuOccupancyMaxActiveBlocksPerMultiprocessor,
         (int *groups, void *function, int threads, size_t shared))
{
    FAIL_AS_ASKED(cuOccupancyMaxActiveBlocksPerMultiprocessor);
    *groups = (int)fake_number("fit", 1);
    return 0;
}

/* The word that the stream waits for, and its value. */
static const volatile uint32_t *gate;
static uint32_t opening;

static int gate_is_closed(void)
{
    return gate && (int32_t)(*gate - opening) < 0;
}

/* What is called happens at once, but a driver waits for what is in the stream: for ever where that waits for
 * a word which only the calling thread would write. */
static void wait_for_stream(const char *caller)
{
    if (!gate_is_closed())
        return;
    fprintf(stderr, "stand-in for a device: %s waits for ever, before a closed gate\n", caller);
    exit(3);
}

FUNCTION(cuStreamWaitValue32_v2, (void *stream, uint64_t word, uint32_t value, unsigned flags))
{
    FAIL_AS_ASKED(cuStreamWaitValue32_v2);
    gate = (const volatile uint32_t *)(uintptr_t)word;
    opening = value;
    note(gate_is_closed() ? "gate" : "open-gate", value);
    return 0;
}

/* Of what waits for a kernel that never ends. */
FUNCTION(cuStreamSynchronize, (void *stream))
{
    static long waits;
    const long stuck = fake_number("stuck", 0);
    FAIL_AS_ASKED(cuStreamSynchronize);
    wait_for_stream(__func__);
    while (stuck && waits >= stuck)
        pause();
    waits++;
    return 0;
}

FUNCTION(cuInit, (unsigned flags))
{
    FAIL_AS_ASKED(cuInit);
    note("process", (size_t)getpid());
    if (fake_number("crash", 0))
        kill(getpid(), SIGKILL);
    if (fake_number("exit", 0))
        _exit((int)fake_number("exit", 0));
    while (fake_number("hang", 0))
        pause();
    return 0;
}

FUNCTION(cuDriverGetVersion, (int *version))
{
    FAIL_AS_ASKED(cuDriverGetVersion);
    *version = (int)fake_number("driver", 13000);
    return 0;
}

FUNCTION(cuGetErrorName, (int status, const char **text))
{
    *text = "CUDA_ERROR_PLANTED";
    return 0;
}

FUNCTION(cuGetErrorString, (int status, const char **text))
{
    *text = "a planted error";
    return 0;
}

FUNCTION(cuDeviceGetCount, (int *count))
{
    FAIL_AS_ASKED(cuDeviceGetCount);
    *count = (int)fake_number("devices", 1);
    return 0;
}

FUNCTION(cuDeviceGet, (int *device, int index))
{
    FAIL_AS_ASKED(cuDeviceGet);
    *device = index;
    return 0;
}

FUNCTION(cuDeviceGetName, (char *name, int bytes, int device))
{
    FAIL_AS_ASKED(cuDeviceGetName);
    snprintf(name, (size_t)bytes, "Stand-in");
    return 0;
}

FUNCTION(cuDeviceGetPCIBusId, (char *text, int bytes, int device))
{
    const char *const domain = getenv("FAKE_CUDA_DOMAIN");
    FAIL_AS_ASKED(cuDeviceGetPCIBusId);
    snprintf(text, (size_t)bytes, "%.4s:%02x:00.0", domain ? domain : "0000", 7 + device);
    return 0;
}

FUNCTION(cuDeviceGetAttribute, (int *value, int attribute, int device))
{
    const int capability = (int)fake_number("capability", 90);
    FAIL_AS_ASKED(cuDeviceGetAttribute);
    *value = attribute == 75    ? capability / 10
             : attribute == 76  ? capability % 10
             : attribute == 16  ? (int)fake_number("multiprocessors", 1)
             : attribute == 37  ? (int)fake_number("bus", 6144)
             : attribute == 38  ? (int)fake_number("cache", 1)
             : attribute == 81  ? (int)fake_number("shared", 227 << 10) + (1 << 10)
             : attribute == 97  ? (int)fake_number("shared", 227 << 10)
             : attribute == 111 ? 1 << 10
                                : 1;
    return 0;
}

/* Handles that are only passed on. */
static int handle(void **made)
{
    static int thing;
    *made = &thing;
    return 0;
}

FUNCTION(cuDevicePrimaryCtxRetain, (void **context, int device))
{
    FAIL_AS_ASKED(cuDevicePrimaryCtxRetain);
    return handle(context);
}

FUNCTION(cuStreamCreate, (void **stream, unsigned flags))
{
    FAIL_AS_ASKED(cuStreamCreate);
    return handle(stream);
}

/* All happens where it is called, so that an event is the time of its call. */
FUNCTION(cuEventCreate, (void **event, unsigned flags))
{
    FAIL_AS_ASKED(cuEventCreate);
    *event = calloc(1, sizeof(struct timespec));
    return 0;
}

FUNCTION(cuEventDestroy_v2, (void *event))
{
    free(event);
    FAIL_AS_ASKED(cuEventDestroy_v2);
    return 0;
}

FUNCTION(cuEventRecord, (void *event, void *stream))
{
    FAIL_AS_ASKED(cuEventRecord);
    note("event", 0);
    clock_gettime(CLOCK_MONOTONIC, event);
    return 0;
}

FUNCTION(cuEventElapsedTime, (float *milliseconds, void *begin, void *end))
{
    const struct timespec *const first = begin, *const last = end;
    FAIL_AS_ASKED(cuEventElapsedTime);
    wait_for_stream(__func__);
    *milliseconds = (float)(1e3 * (double)(last->tv_sec - first->tv_sec) +
                            1e-6 * (double)(last->tv_nsec - first->tv_nsec));
    return 0;
}

FUNCTION(cuMemGetInfo_v2, (size_t * available, size_t *all))
{
    FAIL_AS_ASKED(cuMemGetInfo_v2);
    *all = (size_t)fake_number("memory", (long)memory_all);
    *available = *all - memory_used;
    return 0;
}

/* The bytes of an allocation stand before it. */
enum { HEAD = 256 };

FUNCTION(cuMemAlloc_v2, (uint64_t * memory, size_t bytes))
{
    FAIL_AS_ASKED(cuMemAlloc_v2);
    wait_for_stream(__func__);
    if (bytes + memory_used > (size_t)fake_number("memory", (long)memory_all))
        return 2;
    char *const head = aligned_alloc(HEAD, HEAD + (bytes + HEAD - 1) / HEAD * HEAD);
    memcpy(head, &bytes, sizeof bytes);
    memory_used += bytes;
    *memory = (uint64_t)(uintptr_t)(head + HEAD);
    return 0;
}

FUNCTION(cuMemFree_v2, (uint64_t memory))
{
    wait_for_stream(__func__);
    char *const head = (char *)(uintptr_t)memory - HEAD;
    size_t bytes;
    memcpy(&bytes, head, sizeof bytes);
    memory_used -= bytes;
    free(head);
    FAIL_AS_ASKED(cuMemFree_v2);
    return 0;
}

FUNCTION(cuMemHostAlloc, (void **memory, size_t bytes, unsigned flags))
{
    FAIL_AS_ASKED(cuMemHostAlloc);
    *memory = malloc(bytes);
    memset(*memory, 0x5a, bytes); /* what was there before */
    return 0;
}

FUNCTION(cuMemFreeHost, (void *memory))
{
    wait_for_stream(__func__);
    if (memory == (const volatile void *)gate)
        gate = NULL;
    free(memory);
    FAIL_AS_ASKED(cuMemFreeHost);
    return 0;
}

FUNCTION(cuMemHostRegister_v2, (void *memory, size_t bytes, unsigned flags))
{
    FAIL_AS_ASKED(cuMemHostRegister_v2);
    note("pin", bytes);
    return 0;
}

FUNCTION(cuMemHostUnregister, (void *memory))
{
    FAIL_AS_ASKED(cuMemHostUnregister);
    note("unpin", 0);
    return 0;
}

FUNCTION(cuMemcpyDtoDAsync_v2, (uint64_t to, uint64_t from, size_t bytes, void *stream))
{
    FAIL_AS_ASKED(cuMemcpyDtoDAsync_v2);
    memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes);
    return 0;
}

FUNCTION(cuMemsetD32Async, (uint64_t to, uint32_t word, size_t words, void *stream))
{
    FAIL_AS_ASKED(cuMemsetD32Async);
    for (size_t i = 0; i < words; i++)
        memcpy((char *)(uintptr_t)to + i * sizeof word, &word, sizeof word);
    return 0;
}

FUNCTION(cuMemcpyHtoDAsync_v2, (uint64_t to, const void *from, size_t bytes, void *stream))
{
    FAIL_AS_ASKED(cuMemcpyHtoDAsync_v2);
    wait_for_stream(__func__);
    memcpy((void *)(uintptr_t)to, from, bytes);
    return 0;
}

FUNCTION(cuMemcpyDtoHAsync_v2, (void *to, uint64_t from, size_t bytes, void *stream))
{
    FAIL_AS_ASKED(cuMemcpyDtoHAsync_v2);
    wait_for_stream(__func__);
    memcpy(to, (const void *)(uintptr_t)from, bytes);
    return 0;
}

FUNCTION(cuMemsetD8Async, (uint64_t to, unsigned char byte, size_t bytes, void *stream))
{
    FAIL_AS_ASKED(cuMemsetD8Async);
    note("fill", bytes);
    memset((void *)(uintptr_t)to, byte, bytes);
    return 0;
}

FUNCTION(cuModuleLoadData, (void **loaded, const void *image))
{
    FAIL_AS_ASKED(cuModuleLoadData);
    wait_for_stream(__func__);
    uint64_t bytes;
    char path[64];
    struct module *const module = calloc(1, sizeof *module);
    module->file = memfd_create("module", 0);
    memcpy(&bytes, image, sizeof bytes);
    if (write(module->file, (const char *)image + sizeof bytes, bytes) != (ssize_t)bytes)
        end("a module cannot be written");
    snprintf(path, sizeof path, "/proc/self/fd/%d", module->file);
    *loaded = module;
    module->library = bytes > 0 ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!module->library)
        return 0; /* one that never runs */
    *(const struct fake_device **)dlsym(module->library, "fake_device") = &on_machine;
    *(void **)&module->call = dlsym(module->library, "fake_call");
    return 0;
}

FUNCTION(cuModuleUnload, (void *loaded))
{
    wait_for_stream(__func__);
    struct module *const module = loaded;
    if (module->library)
        dlclose(module->library);
    close(module->file);
    free(module);
    FAIL_AS_ASKED(cuModuleUnload);
    return 0;
}

FUNCTION(cuModuleGetFunction, (void **function, void *module, const char *name))
{
    FAIL_AS_ASKED(cuModuleGetFunction);
    *function = module;
    return 0;
}

FUNCTION(cuLaunchKernel,
         (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
          unsigned block_y, unsigned block_z, unsigned shared, void *stream, void **parameters, void **extra))
{
    const struct module *const module = function;
    FAIL_AS_ASKED(cuLaunchKernel);
    note("launch", grid_x);
    note("shared", shared);
    if (fake_number("blocking", 0)) /* as under a profiler */
        wait_for_stream(__func__);
    if (!module->call)
        return 0;
    run_groups(module->call, grid_x, block_x, parameters);
    return 0;
}

/* Launches follow each other here whatever they ask for. */
struct launch_config {
    unsigned grid[3], block[3], shared;
    void *stream;
    void *attributes;
    unsigned attribute_count;
};
FUNCTION(cuLaunchKernelEx,
         (const struct launch_config *config, void *function, void **parameters, void **extra))
{
    if (config->attribute_count != 1)
        return 1;
    return cuLaunchKernel(function, config->grid[0], config->grid[1], config->grid[2], config->block[0],
                          config->block[1], config->block[2], config->shared, config->stream, parameters,
                          extra);
}
