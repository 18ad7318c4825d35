/* SPDX-License-Identifier: MIT */
/* A CUDA device: its memory, its kernels, one stream in which all happens in order, and what failed on it. A
 * device is of the process that opened it; it does not outlive a fork. */
#pragma once

#include "base/error.h"
#include "engine/engine.h"
#include "problem/element.h"

#include <stddef.h>
#include <stdint.h>

/* ---- NVIDIA's driver and compiler as libraries that are loaded when somebody asks for a device: the few
 * types and functions that are used, declared here, so that nothing of CUDA is needed to build. Names and
 * numbers are those of the CUDA Driver API and of NVRTC (cuda_library.c) */

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
    CUDA_SHARED_BYTES = 97, /* that a group may have, when its kernel asks for it */
};

/* Of a kernel, set before it is launched. */
enum cuda_function_attribute {
    CUDA_DYNAMIC_SHARED_BYTES = 8,
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

/* Whether a function of the driver succeeded on the device of that number; else what it returned is recorded,
 * with what to do about it where that is known. */
bool cuda_succeeds(const struct cuda_driver *driver, int index, enum cuda_status status, const char *what,
                   struct error *error);

/* ---- Kernels as code for a device: compiled by NVRTC, or taken from the disk where an earlier run left them
 * (cuda_program.c) */

/* One kernel with all that its code depends on. Words are those of the kernels' text. */
struct cuda_program {
    const char *kernel; /* "scan_tile" */
    enum dtype dtype;
    enum op op;
    const char *local;   /* the group function that it calls, "scan_raking"; NULL: it calls none */
    const char *network; /* "kogge_stone" */
    unsigned threads, values;
    unsigned ring, reducers; /* tiles of its ring in shared memory, and subgroups that add them up; 0: none */
    unsigned teams;          /* of its threads, which take the tiles of a ring in turn; 0: one */
    unsigned at_once; /* groups that are to run on a multiprocessor: engine_groups_at_once; 0: any number */
    int architecture; /* of the device: 10 · major + minor, 90 for sm_90 */
};

/* The device's own code (CUBIN). */
struct cuda_image {
    void *code; /* the caller frees it */
    size_t bytes;
};

/* The threads that a program is launched with: its own and those of the other roles of a ring. */
unsigned cuda_program_threads(const struct cuda_program *program);

/* What so many tiles of `tile` elements in a ring take of shared memory, with what as many teams write; 0 for
 * no tiles. */
size_t cuda_ring_bytes(size_t slots, enum dtype dtype, size_t tile, size_t teams);

/* At most what a kernel with such a ring has in shared memory beside it: words of subgroups and of slots. */
size_t cuda_ring_words_bytes(size_t slots);

/* The bytes of its ring; 0: it has none. */
size_t cuda_program_ring(const struct cuda_program *program);

/* What a program is made for, as the source that includes the kernels: two programs of one source are one on
 * a device. Caller frees. */
char *cuda_program_source(const struct cuda_program *program);

/* Compile a program, or take it from the disk, where it is kept under the folder scanbench of XDG_CACHE_HOME
 * or of ~/.cache by a digest of text, options, compiler and device. Where it cannot be kept, or is damaged,
 * it is compiled each time. EXIT_SYSTEM with the compiler's first message, which has the kernel's file and
 * line, or that it does not know the architecture. */
bool cuda_build(const struct nvrtc *nvrtc, const struct cuda_program *program, struct cuda_image *image,
                struct error *error);

enum { CUDA_NAME_BYTES = 64 };

struct cuda_kernel; /* opaque: a program that is ready on the device */

/* A word that a stream waits for: all that is called before it is opened happens without a gap after it. */
struct cuda_gate {
    volatile uint32_t
        *word;      /* memory of the host that the device reads; NULL: the device cannot wait, or must not */
    uint32_t opens; /* the value that is waited for */
    bool closed;
    unsigned waiting; /* calls since it was closed */
};

struct cuda_device {
    struct engine_device opened;
    struct cuda_driver driver;
    struct nvrtc nvrtc;
    int index, ordinal; /* ours, the driver's */
    struct cuda_context *context;
    struct cuda_stream *stream;
    struct cuda_event *begin, *end;
    struct cuda_gate gate;
    struct engine_facts facts; /* without what NVML says, and what drives it */
    int architecture;          /* 10 · major + minor, 90 for sm_90 */
    int shared_bytes;          /* that a group may have */
    bool blocking; /* each launch waits for its end, as under a profiler: times hold what lies between */
    struct cuda_kernel *kernels;       /* that are loaded, the last loaded first */
    char last_kernel[CUDA_NAME_BYTES]; /* started last: what a wait that fails is about */
    struct error failure;
    struct cuda_region *regions, *idle; /* of `allocate` */
    struct nvml *nvml; /* of its state; NULL until that is asked for, and where it cannot be */
    bool asked;        /* for it */
};

static inline struct cuda_device *cuda_of(struct engine_device *device)
{
    return (struct cuda_device *)device;
}

/* What has the same name in struct engine is as said there; here is what is more.
 *
 * Open a device by its name, "cuda:0"; NULL, "", "-" and "cuda" are the first one. EXIT_SYSTEM with what is
 * missing: driver, compiler, device; EXIT_USAGE for another word. */
bool cuda_open(const char *name, struct engine_device **device, struct error *error);

/* NULL is nothing. */
void cuda_close(struct engine_device *device);

/* Device memory, aligned to 256 bytes, contents undefined; 0 bytes give an address too. NULL with EXIT_SYSTEM
 * and need and have where there is too little. */
void *cuda_allocate(struct engine_device *device, size_t bytes, struct error *error);
void cuda_release(struct engine_device *device, void *memory);

/* In the order in which they are called, after all that was called before. copy_out returns when the bytes
 * are there; copy_in of a single element, of 4 or 8 bytes, waits for nothing. They cannot fail where they
 * stand: see cuda_failed. */
void cuda_copy_in(struct engine_device *device, void *to, const void *from, size_t bytes);
void cuda_copy_out(struct engine_device *device, void *to, const void *from, size_t bytes);
void cuda_copy(struct engine_device *device, void *to, const void *from, size_t bytes);
void cuda_fill(struct engine_device *device, void *to, int byte, size_t bytes);

/* Compile a program for the device, its `architecture` aside, and load it; from the disk where it lies there.
 * One that was loaded before is there still, but for the oldest of very many. EXIT_USAGE where there is no
 * such kernel for the type and operator. Caller unloads. */
bool cuda_load(struct engine_device *device, const struct cuda_program *program, struct cuda_kernel **kernel,
               struct error *error);
void cuda_unload(struct engine_device *device, struct cuda_kernel *kernel);

/* Start a kernel over `groups` groups, 0 being nothing to do. arguments: of each of its parameters the
 * address of a value of its type. */
void cuda_launch(struct engine_device *device, const struct cuda_kernel *kernel, void **arguments,
                 size_t groups);

bool cuda_lend(struct engine_device *device, const char *name, unsigned operations,
               struct engine_stream *lent);
void cuda_blame(struct engine_device *device, const char *name, const char *why);

/* Wait until all has happened: what copies and clocks of this file do by themselves, and its test before it
 * looks. */
void cuda_join(struct engine_device *device);

/* The time begins when cuda_end is called, so that the device does not wait for the host, or earlier when the
 * host waits for the device or the queue is long. */
void cuda_begin(struct engine_device *device);
double cuda_end(struct engine_device *device);

/* The first error names the kernel or the copy. Nothing but releasing happens on the device between the two;
 * what is broken for good fails again after it. Kernels are known not to have failed only after a wait. */
bool cuda_failed(struct engine_device *device, struct error *error);

/* ---- The kernels of a device, whose context is current on the thread that calls any of these
 * (cuda_kernel.c) */

/* A kernel for a program, its `architecture` aside: one that is loaded, else compiled and loaded. EXIT_USAGE
 * where there is none for the type and operator, EXIT_SYSTEM. Caller gives it back. */
bool cuda_kernel_take(struct cuda_device *device, const struct cuda_program *program,
                      struct cuda_kernel **kernel, struct error *error);

/* Nobody may be running it. It stays loaded until very many wait for somebody to take them again: then the
 * oldest of these is unloaded. What fails of that is a failure of the device. */
void cuda_kernel_give_back(struct cuda_device *device, struct cuda_kernel *kernel);

/* Unload all, whoever has them. */
void cuda_kernels_close(struct cuda_device *device);

/* As in the kernels' text; as long as the kernel is loaded. */
const char *cuda_kernel_name(const struct cuda_kernel *kernel);

/* Start a kernel in the stream over `groups` groups, 1 to INT_MAX. arguments: as of cuda_launch. The answer
 * is the driver's. */
enum cuda_status cuda_kernel_launch(const struct cuda_device *device, const struct cuda_kernel *kernel,
                                    void **arguments, unsigned groups);

/* ---- Compiled kernels on the disk, a file each, in the folder scanbench of XDG_CACHE_HOME or of ~/.cache
 * (cuda_cache.c) */

/* What was saved under a key, 64 hexadecimal digits. False where it is absent, damaged or another key's; else
 * the caller frees the image. */
bool cuda_cache_load(const char *key, struct cuda_image *image);

/* Save it for other runs. Where that is impossible nothing is said: it will be compiled again. */
void cuda_cache_save(const char *key, const struct cuda_image *image);

/* ---- The text of the kernels and of their dialect, in the program: what the CUDA compiler includes
 * (cuda_text.c) */

/* As many files, the names by which they are included, and what is in them. */
extern const size_t cuda_text_count;
extern const char *const cuda_text_names[], *const cuda_texts[];

/* The one that includes all the others that a kernel needs. */
#define CUDA_TEXT_START "engine/cuda/dialect_cuda_kernels.h"

/* ---- What NVIDIA's management library says of a device beside what the driver does, where it can be loaded
 * (nvml.c) */

struct nvml; /* opaque: the library, and a device in it */

/* Load the library that SCANBENCH_LIBNVML names, else libnvidia-ml.so.1, and find the device with this
 * address on the PCI bus. NULL where there is no such library, or it lacks a function that all have. Caller
 * closes. */
struct nvml *nvml_open(const char *pci_bus_id);
void nvml_close(struct nvml *nvml); /* NULL is nothing */

/* What it says of the device, or of NULL: nothing is known. Of facts the version of the driver, the highest
 * clocks, the power limit, ecc and others. */
void nvml_read(const struct nvml *nvml, struct engine_facts *facts);
void nvml_look(const struct nvml *nvml, struct engine_condition *condition);
