/* SPDX-License-Identifier: MIT */
/* The kernels of a CUDA device: loaded once for all who ask, kept for who asks again, launched. */
#include "engine/cuda/cuda.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WAITING_ARCHITECTURE = 90, /* launches that wait for what came before them */
    MOST_IDLE = 256,           /* kernels that stay loaded for whoever asks for them again */
};

struct cuda_kernel {
    struct cuda_kernel *next;
    char *source; /* owned: what tells it from the others */
    unsigned users;
    char name[CUDA_NAME_BYTES];
    unsigned threads;
    int shared_bytes; /* that a launch gives */
    struct cuda_module *module;
    struct cuda_function *function;
};

static void drop(struct cuda_device *device, struct cuda_kernel *kernel, struct error *failure)
{
    if (kernel->module)
        cuda_succeeds(device, device->driver.module_unload(kernel->module), "a kernel cannot be unloaded",
                      failure);
    free(kernel->source);
    free(kernel);
}

/* A launch gives a kernel the shared memory of its ring. */
static enum cuda_status give_ring(const struct cuda_device *device, const struct cuda_program *program,
                                  struct cuda_kernel *kernel)
{
    kernel->shared_bytes = (int)cuda_ring_bytes(program);
    return device->driver.function_set(kernel->function, CUDA_DYNAMIC_SHARED_BYTES, kernel->shared_bytes);
}

/* A launch gives each group so much shared memory that `most` of them fit a multiprocessor: as many as have
 * to run at once, and no more. Where more fit, three come to one and one to another, as those of the launch
 * before leave at different times (H200: 1 Mi f32 in one round 3.6 us, held 3.0). Just enough memory to keep
 * others out takes 1 to 5 % longer than all. */
static enum cuda_status hold_to(const struct cuda_device *device, int most, struct cuda_kernel *kernel)
{
    enum { GRANULARITY = 256, ALL = 100 };
    const struct cuda_driver *const driver = &device->driver;
    const int share = device->multiprocessor_shared_bytes / most - device->reserved_shared_bytes,
              room = share < device->shared_bytes ? share : device->shared_bytes;
    int fit = 0, own = 0;
    enum cuda_status status = driver->function_groups(&fit, kernel->function, (int)kernel->threads, 0);
    if (status == CUDA_OK)
        status = driver->function_get(&own, CUDA_STATIC_SHARED_BYTES, kernel->function);
    if (status != CUDA_OK || fit <= most)
        return status;
    kernel->shared_bytes = room / GRANULARITY * GRANULARITY - own;
    status = driver->function_set(kernel->function, CUDA_DYNAMIC_SHARED_BYTES, kernel->shared_bytes);
    if (status == CUDA_OK)
        status = driver->function_set(kernel->function, CUDA_SHARED_PERCENT, ALL);
    return status;
}

/* A kernel that is not made for a type or an operator is missing in what is compiled for them. */
static bool load_image(const struct cuda_device *device, const struct cuda_program *program,
                       const void *image, struct cuda_kernel *kernel, struct error *error)
{
    const struct cuda_driver *const driver = &device->driver;
    char what[CUDA_NAME_BYTES + 32];
    snprintf(what, sizeof what, "%s cannot be loaded", kernel->name);
    if (!cuda_succeeds(device, driver->module_load(&kernel->module, image), what, error))
        return false;
    enum cuda_status status = driver->module_function(&kernel->function, kernel->module, kernel->name);
    if (status == CUDA_NOT_FOUND)
        return error_set(error, EXIT_USAGE, "there is no kernel %s for %s and %s", kernel->name,
                         op_names[program->op], dtype_names[program->dtype]);
    if (status == CUDA_OK && program->ring)
        status = give_ring(device, program, kernel);
    else if (status == CUDA_OK && program->at_once)
        status = hold_to(device, (int)program->at_once, kernel);
    return cuda_succeeds(device, status, what, error);
}

static struct cuda_kernel *find(const struct cuda_device *device, const struct cuda_program *program)
{
    struct cuda_kernel *kernel = device->kernels;
    char *const source = cuda_program_source(program);
    while (kernel && strcmp(kernel->source, source) != 0)
        kernel = kernel->next;
    free(source);
    return kernel;
}

/* Unload the oldest that nobody uses, when they are too many. */
static void drop_idle(struct cuda_device *device)
{
    struct cuda_kernel **oldest = NULL;
    unsigned idle = 0;
    for (struct cuda_kernel **at = &device->kernels; *at; at = &(*at)->next)
        if ((*at)->users == 0) {
            oldest = at;
            idle++;
        }
    if (idle <= MOST_IDLE)
        return;
    struct cuda_kernel *const kernel = *oldest;
    *oldest = kernel->next;
    drop(device, kernel, &device->failure);
}

static struct cuda_kernel *load(struct cuda_device *device, const struct cuda_program *program,
                                struct error *error)
{
    struct cuda_program own = *program;
    struct cuda_image image;
    own.architecture = device->architecture;
    if (!cuda_build(&device->nvrtc, &own, &image, error))
        return NULL;
    struct cuda_kernel *const kernel = memory_array(1, sizeof *kernel);
    snprintf(kernel->name, sizeof kernel->name, "%s", program->kernel);
    kernel->source = cuda_program_source(program);
    kernel->threads = cuda_program_threads(program);
    const bool ok = load_image(device, program, image.code, kernel, error);
    free(image.code);
    if (ok)
        return kernel;
    drop(device, kernel, error);
    return NULL;
}

bool cuda_kernel_take(struct cuda_device *device, const struct cuda_program *program,
                      struct cuda_kernel **taken, struct error *error)
{
    struct cuda_kernel *kernel = find(device, program);
    if (!kernel) {
        kernel = load(device, program, error);
        if (!kernel)
            return false;
        kernel->next = device->kernels;
        device->kernels = kernel;
    }
    kernel->users++;
    *taken = kernel;
    return true;
}

void cuda_kernel_give_back(struct cuda_device *device, struct cuda_kernel *kernel)
{
    kernel->users--;
    drop_idle(device);
}

void cuda_kernels_close(struct cuda_device *device)
{
    while (device->kernels) {
        struct cuda_kernel *const kernel = device->kernels;
        device->kernels = kernel->next;
        drop(device, kernel, &device->failure);
    }
}

const char *cuda_kernel_name(const struct cuda_kernel *kernel)
{
    return kernel->name;
}

/* What devices of Hopper and later begin before the end of what comes before it: every kernel there waits for
 * that itself. */
static enum cuda_status launch_beside(const struct cuda_device *device, const struct cuda_kernel *kernel,
                                      void **arguments, unsigned groups)
{
    struct cuda_launch_attribute attribute = {.kind = CUDA_LAUNCH_BESIDE, .allowed = 1};
    const struct cuda_launch_config config = {
        .grid = {groups, 1, 1},
        .block = {kernel->threads, 1, 1},
        .shared_bytes = (unsigned)kernel->shared_bytes,
        .stream = device->stream,
        .attributes = &attribute,
        .attribute_count = 1,
    };
    return device->driver.launch_beside(&config, kernel->function, arguments, NULL);
}

enum cuda_status cuda_kernel_launch(const struct cuda_device *device, const struct cuda_kernel *kernel,
                                    void **arguments, unsigned groups)
{
    if (device->driver.launch_beside && device->architecture >= WAITING_ARCHITECTURE)
        return launch_beside(device, kernel, arguments, groups);
    return device->driver.launch(kernel->function, groups, 1, 1, kernel->threads, 1, 1,
                                 (unsigned)kernel->shared_bytes, device->stream, arguments, NULL);
}
