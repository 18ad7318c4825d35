/* SPDX-License-Identifier: MIT */
/* A CUDA device: its memory, its kernels, one stream in which all happens in order, and what failed on it. A
 * device is of the process that opened it; it does not outlive a fork. */
#pragma once

#include "engine/cuda/cuda_program.h"

struct cuda_device; /* opaque */
struct cuda_kernel; /* opaque: a program that is ready on the device */

/* What a result says of the device it was taken on. */
struct cuda_facts {
    char name[256];   /* "NVIDIA H200" */
    int architecture; /* 10 · major + minor, 90 for sm_90 */
    int multiprocessors;
    int cache_bytes;  /* of the last cache, which all share */
    int shared_bytes; /* that a group may have */
    size_t memory_bytes;
    int driver_version; /* 1000 · major + 10 · minor of the CUDA that the driver speaks */
    int nvrtc_major, nvrtc_minor;
    int devices;         /* that the driver sees */
    char pci_bus_id[32]; /* "0000:07:00.0" */
    bool blocking; /* each launch waits for its end, as under a profiler: times hold what lies between */
};

/* Open a device by its name, "cuda:0"; "" and "cuda" are the first one. EXIT_SYSTEM with what is missing:
 * driver, compiler, device; EXIT_USAGE for another word. Caller closes. */
bool cuda_open(const char *name, struct cuda_device **device, struct error *error);

/* Release all of it. NULL is nothing. */
void cuda_close(struct cuda_device *device);

const struct cuda_facts *cuda_device_facts(const struct cuda_device *device);

/* Device memory, aligned to 256 bytes, contents undefined; 0 bytes give an address too. EXIT_SYSTEM with need
 * and have where there is too little. */
bool cuda_allocate(struct cuda_device *device, size_t bytes, cuda_address *memory, struct error *error);
void cuda_release(struct cuda_device *device, cuda_address memory);

/* In the order in which they are called, after all that was called before. copy_out returns when the bytes
 * are there; put is a copy of a single element, of 4 or 8 bytes, that waits for nothing. They cannot fail
 * where they stand: see cuda_failed. */
void cuda_copy_in(struct cuda_device *device, cuda_address to, const void *from, size_t bytes);
void cuda_copy_out(struct cuda_device *device, void *to, cuda_address from, size_t bytes);
void cuda_put(struct cuda_device *device, cuda_address to, const void *element, size_t bytes);
void cuda_copy(struct cuda_device *device, cuda_address to, cuda_address from, size_t bytes);
void cuda_fill(struct cuda_device *device, cuda_address to, unsigned char byte, size_t bytes);

/* Compile a program for the device, its `architecture` aside, and load it; from the disk where it lies there.
 * One that was loaded before is there still, but for the oldest of very many. EXIT_USAGE where there is no
 * such kernel for the type and operator. Caller unloads. */
bool cuda_load(struct cuda_device *device, const struct cuda_program *program, struct cuda_kernel **kernel,
               struct error *error);
void cuda_unload(struct cuda_device *device, struct cuda_kernel *kernel);

/* Start a kernel over `groups` groups, 0 being nothing to do. arguments: of each of its parameters the
 * address of a value of its type. */
void cuda_launch(struct cuda_device *device, const struct cuda_kernel *kernel, void **arguments,
                 size_t groups);

/* What code that is not ours may use of a device. */
struct cuda_lent {
    struct cuda_context *context; /* current on the calling thread */
    struct cuda_stream *stream;   /* NULL: something has failed, and nothing may be called */
    int index;
};

/* Let such code, which has a `name`, enqueue at most `operations` launches, copies and fills; 0: any number,
 * or it may wait for them. */
struct cuda_lent cuda_lend(struct cuda_device *device, const char *name, unsigned operations);

/* It could not: what has failed, if nothing has before. */
void cuda_blame(struct cuda_device *device, const char *name, const char *why);

/* Wait until all has happened: what copies and clocks of this file do by themselves, and its test before it
 * looks. */
void cuda_join(struct cuda_device *device);

/* The time on the device, in seconds, of what is called between the two. It begins when cuda_end is called,
 * so that the device does not wait for the host, or earlier when the host waits for the device or the queue
 * is long. cuda_end waits for it. NAN once something has failed. */
void cuda_begin(struct cuda_device *device);
double cuda_end(struct cuda_device *device);

/* Whether something failed since the device was opened, or this was asked: the first error, which names the
 * kernel or the copy. Nothing but releasing happens on the device between the two; what is broken for good
 * fails again after it. Kernels are known not to have failed only after a wait. */
bool cuda_failed(struct cuda_device *device, struct error *error);
