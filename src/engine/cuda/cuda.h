/* SPDX-License-Identifier: MIT */
/* A CUDA device: its memory, its kernels, one stream in which all happens in order, and what failed on it. A
 * device is of the process that opened it; it does not outlive a fork. */
#pragma once

#include "engine/cuda/cuda_program.h"
#include "engine/engine.h"

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
    /* Shared memory: what a group may have, what all groups of a multiprocessor have together, and what each
     * takes of that beside its own. */
    int shared_bytes, multiprocessor_shared_bytes, reserved_shared_bytes;
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
bool cuda_pin(struct engine_device *device, void *memory, size_t bytes);
void cuda_unpin(struct engine_device *device, void *memory);
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

/* Whether a function of the driver succeeded on the device; false with the error, its name and what to do
 * about it where that is known (cuda_library.c). */
bool cuda_succeeds(const struct cuda_device *device, enum cuda_status status, const char *what,
                   struct error *error);

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

/* Microjoules that it has taken since the driver was loaded; false where it does not count them. */
bool nvml_energy(const struct nvml *nvml, uint64_t *uj);
