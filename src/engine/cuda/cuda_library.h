/* SPDX-License-Identifier: MIT */
/* NVIDIA's driver and compiler as libraries that are loaded when somebody asks for a device: the few types
 * and functions that are used, declared here, so that nothing of CUDA is needed to build. Names and numbers
 * are those of the CUDA Driver API and of NVRTC. */
#pragma once

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* What the driver returns; those that are told apart. */
enum cuda_status {
    CUDA_OK = 0,
    CUDA_OUT_OF_MEMORY = 2,
    CUDA_UNAVAILABLE = 46,
    CUDA_NO_DEVICE = 100,
    CUDA_INVALID_IMAGE = 200,
    CUDA_NO_BINARY = 209,
    CUDA_ECC = 214,
    CUDA_NOT_FOUND = 500,
    CUDA_ILLEGAL_ADDRESS = 700,
    CUDA_LAUNCH_RESOURCES = 701,
    CUDA_LAUNCH_TIMEOUT = 702,
    CUDA_LAUNCH_FAILED = 719,
    CUDA_NOT_SUPPORTED = 801,
    CUDA_DRIVER_MISMATCH = 803,
    CUDA_UNKNOWN = 999,
};

/* Of a device. */
enum cuda_attribute {
    CUDA_MULTIPROCESSORS = 16,
    CUDA_MEMORY_BUS_BITS = 37,
    CUDA_CACHE_BYTES = 38, /* of the last cache */
    CUDA_CAPABILITY_MAJOR = 75,
    CUDA_CAPABILITY_MINOR = 76,
    CUDA_MULTIPROCESSOR_SHARED_BYTES = 81,
    CUDA_SHARED_BYTES = 97,           /* that a group may have, when its kernel asks for it */
    CUDA_RESERVED_SHARED_BYTES = 111, /* which each group takes beside its own */
};

/* Of a kernel: the first is read, the others are set before it is launched. */
enum cuda_function_attribute {
    CUDA_STATIC_SHARED_BYTES = 1,
    CUDA_DYNAMIC_SHARED_BYTES = 8,
    CUDA_SHARED_PERCENT = 9, /* of a multiprocessor's memory, which its first cache has the rest of */
};

typedef uint64_t cuda_address; /* in device memory */
struct cuda_context;
struct cuda_stream;
struct cuda_event;
struct cuda_module;
struct cuda_function;
struct nvrtc_program;

/* DO(member, symbol, result, parameters) for every function; all are required. A versioned symbol is what the
 * driver's header makes of the plain name. */
#define FOR_EACH_DRIVER_FUNCTION(DO)                                                                        \
    DO(init, cuInit, enum cuda_status, (unsigned flags))                                                    \
    DO(driver_version, cuDriverGetVersion, enum cuda_status, (int *version))                                \
    DO(error_name, cuGetErrorName, enum cuda_status, (enum cuda_status, const char **text))                 \
    DO(error_string, cuGetErrorString, enum cuda_status, (enum cuda_status, const char **text))             \
    DO(device_count, cuDeviceGetCount, enum cuda_status, (int *count))                                      \
    DO(device_get, cuDeviceGet, enum cuda_status, (int *device, int index))                                 \
    DO(device_name, cuDeviceGetName, enum cuda_status, (char *name, int bytes, int device))                 \
    DO(device_bus_id, cuDeviceGetPCIBusId, enum cuda_status, (char *text, int bytes, int device))           \
    DO(device_attribute, cuDeviceGetAttribute, enum cuda_status,                                            \
       (int *value, enum cuda_attribute, int device))                                                       \
    DO(context_retain, cuDevicePrimaryCtxRetain, enum cuda_status, (struct cuda_context **, int device))    \
    DO(context_release, cuDevicePrimaryCtxRelease_v2, enum cuda_status, (int device))                       \
    DO(context_set, cuCtxSetCurrent, enum cuda_status, (struct cuda_context *))                             \
    DO(stream_create, cuStreamCreate, enum cuda_status, (struct cuda_stream **, unsigned flags))            \
    DO(stream_destroy, cuStreamDestroy_v2, enum cuda_status, (struct cuda_stream *))                        \
    DO(stream_synchronize, cuStreamSynchronize, enum cuda_status, (struct cuda_stream *))                   \
    DO(event_create, cuEventCreate, enum cuda_status, (struct cuda_event **, unsigned flags))               \
    DO(event_destroy, cuEventDestroy_v2, enum cuda_status, (struct cuda_event *))                           \
    DO(event_record, cuEventRecord, enum cuda_status, (struct cuda_event *, struct cuda_stream *))          \
    DO(event_elapsed, cuEventElapsedTime, enum cuda_status,                                                 \
       (float *milliseconds, struct cuda_event *begin, struct cuda_event *end))                             \
    DO(memory_info, cuMemGetInfo_v2, enum cuda_status, (size_t * unused, size_t * all))                     \
    DO(memory_allocate, cuMemAlloc_v2, enum cuda_status, (cuda_address *, size_t bytes))                    \
    DO(memory_free, cuMemFree_v2, enum cuda_status, (cuda_address))                                         \
    DO(host_allocate, cuMemHostAlloc, enum cuda_status, (void **, size_t bytes, unsigned flags))            \
    DO(host_free, cuMemFreeHost, enum cuda_status, (void *))                                                \
    DO(host_register, cuMemHostRegister_v2, enum cuda_status, (void *, size_t bytes, unsigned flags))       \
    DO(host_unregister, cuMemHostUnregister, enum cuda_status, (void *))                                    \
    DO(stream_wait, cuStreamWaitValue32_v2, enum cuda_status,                                               \
       (struct cuda_stream *, cuda_address, uint32_t value, unsigned flags))                                \
    DO(copy, cuMemcpyDtoDAsync_v2, enum cuda_status,                                                        \
       (cuda_address to, cuda_address from, size_t bytes, struct cuda_stream *))                            \
    DO(fill_words, cuMemsetD32Async, enum cuda_status,                                                      \
       (cuda_address, uint32_t word, size_t words, struct cuda_stream *))                                   \
    DO(copy_in, cuMemcpyHtoDAsync_v2, enum cuda_status,                                                     \
       (cuda_address, const void *from, size_t bytes, struct cuda_stream *))                                \
    DO(copy_out, cuMemcpyDtoHAsync_v2, enum cuda_status,                                                    \
       (void *to, cuda_address, size_t bytes, struct cuda_stream *))                                        \
    DO(fill, cuMemsetD8Async, enum cuda_status,                                                             \
       (cuda_address, unsigned char byte, size_t bytes, struct cuda_stream *))                              \
    DO(module_load, cuModuleLoadData, enum cuda_status, (struct cuda_module **, const void *image))         \
    DO(module_unload, cuModuleUnload, enum cuda_status, (struct cuda_module *))                             \
    DO(module_function, cuModuleGetFunction, enum cuda_status,                                              \
       (struct cuda_function **, struct cuda_module *, const char *name))                                   \
    DO(function_get, cuFuncGetAttribute, enum cuda_status,                                                  \
       (int *value, enum cuda_function_attribute, struct cuda_function *))                                  \
    DO(function_groups, cuOccupancyMaxActiveBlocksPerMultiprocessor, enum cuda_status,                      \
       (int *groups, struct cuda_function *, int threads, size_t shared_bytes))                             \
    DO(function_set, cuFuncSetAttribute, enum cuda_status,                                                  \
       (struct cuda_function *, enum cuda_function_attribute, int value))                                   \
    DO(launch, cuLaunchKernel, enum cuda_status,                                                            \
       (struct cuda_function *, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,        \
        unsigned block_y, unsigned block_z, unsigned shared_bytes, struct cuda_stream *, void **parameters, \
        void **extra))

/* How a kernel is launched that may begin before what comes before it in its stream has ended: the driver's
 * CUlaunchConfig with one CUlaunchAttribute. */
enum cuda_launch_attribute_kind { CUDA_LAUNCH_BESIDE = 6 };
struct cuda_launch_attribute {
    enum cuda_launch_attribute_kind kind;
    int unused;
    union {
        int allowed;
        char bytes[64];
    };
};
struct cuda_launch_config {
    unsigned grid[3], block[3], shared_bytes;
    struct cuda_stream *stream;
    struct cuda_launch_attribute *attributes;
    unsigned attribute_count;
};
typedef enum cuda_status cuda_launch_beside(const struct cuda_launch_config *, struct cuda_function *,
                                            void **parameters, void **extra);

/* Results are 0 or a number that error_string names. */
#define FOR_EACH_NVRTC_FUNCTION(DO)                                                                        \
    DO(version, nvrtcVersion, int, (int *major, int *minor))                                               \
    DO(error_string, nvrtcGetErrorString, const char *, (int result))                                      \
    DO(create, nvrtcCreateProgram, int,                                                                    \
       (struct nvrtc_program **, const char *source, const char *name, int headers,                        \
        const char *const *texts, const char *const *names))                                               \
    DO(destroy, nvrtcDestroyProgram, int, (struct nvrtc_program **))                                       \
    DO(compile, nvrtcCompileProgram, int, (struct nvrtc_program *, int count, const char *const *options)) \
    DO(log_size, nvrtcGetProgramLogSize, int, (struct nvrtc_program *, size_t * bytes))                    \
    DO(log, nvrtcGetProgramLog, int, (struct nvrtc_program *, char *text))                                 \
    DO(image_size, nvrtcGetCUBINSize, int, (struct nvrtc_program *, size_t * bytes))                       \
    DO(image, nvrtcGetCUBIN, int, (struct nvrtc_program *, char *image))

#define CUDA_MEMBER(member, symbol, result, parameters) result(*member) parameters;
struct cuda_driver {
    FOR_EACH_DRIVER_FUNCTION(CUDA_MEMBER)
    cuda_launch_beside *launch_beside; /* cuLaunchKernelEx, which CUDA 11.8 brought; NULL: it lacks it */
    int version;                       /* 1000 · major + 10 · minor of the CUDA that it speaks */
};
struct nvrtc {
    FOR_EACH_NVRTC_FUNCTION(CUDA_MEMBER)
    int major, minor; /* of its toolkit */
};
#undef CUDA_MEMBER

/* Load the driver: the library that SCANBENCH_LIBCUDA names, else libcuda.so.1, and start it. EXIT_SYSTEM
 * with what is missing and what to do: no library, a function that it lacks, a driver too old, no device.
 * What is loaded stays loaded. */
bool cuda_driver_load(struct cuda_driver *driver, struct error *error);

/* Load the compiler: the library that SCANBENCH_LIBNVRTC names, else the newest that the linker finds or that
 * lies in CUDA_HOME or the usual folder, of no newer CUDA than `driver_version` (0: any), whose images the
 * driver could not load. Its libnvrtc-builtins is taken from beside it. EXIT_SYSTEM as above. */
bool nvrtc_load(struct nvrtc *nvrtc, int driver_version, struct error *error);

/* What a message of a device that is not there ends with: that the environment hides some, else "". */
const char *cuda_hiding(void);
