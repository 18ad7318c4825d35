/* SPDX-License-Identifier: MIT */
/* The kernels of a CUDA device: loaded once for all who ask, kept for who asks again, launched. */
#include "engine/cuda/cuda_kernel.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WAITING_ARCHITECTURE = 90, /* launches that wait for what came before them */
    NAME_BYTES = 64,
    MOST_IDLE = 256, /* kernels that stay loaded for whoever asks for them again */
};

struct cuda_kernel {
    struct cuda_kernel *next;
    char *source; /* owned: what tells it from the others */
    unsigned users;
    char name[NAME_BYTES];
    unsigned threads;
    size_t ring_bytes; /* of shared memory that a launch gives */
    struct cuda_module *module;
    struct cuda_function *function;
};

static bool succeeds(const struct cuda_kernels *kernels, enum cuda_status status, const char *what,
                     struct error *error)
{
    return cuda_succeeds(kernels->driver, kernels->index, status, what, error);
}

static void drop(const struct cuda_kernels *kernels, struct cuda_kernel *kernel, struct error *failure)
{
    if (kernel->module)
        succeeds(kernels, kernels->driver->module_unload(kernel->module), "a kernel cannot be unloaded",
                 failure);
    free(kernel->source);
    free(kernel);
}

/* A kernel that is not made for a type or an operator is missing in what is compiled for them. */
static bool load_image(const struct cuda_kernels *kernels, const struct cuda_program *program,
                       const void *image, struct cuda_kernel *kernel, struct error *error)
{
    const struct cuda_driver *const driver = kernels->driver;
    char what[NAME_BYTES + 32];
    snprintf(what, sizeof what, "%s cannot be loaded", kernel->name);
    if (!succeeds(kernels, driver->module_load(&kernel->module, image), what, error))
        return false;
    enum cuda_status status = driver->module_function(&kernel->function, kernel->module, kernel->name);
    if (status == CUDA_NOT_FOUND)
        return error_set(error, EXIT_USAGE, "there is no kernel %s for %s and %s", kernel->name,
                         op_names[program->op], dtype_names[program->dtype]);
    if (status == CUDA_OK && kernel->ring_bytes > 0)
        status = driver->function_set(kernel->function, CUDA_DYNAMIC_SHARED_BYTES, (int)kernel->ring_bytes);
    return succeeds(kernels, status, what, error);
}

static struct cuda_kernel *find(const struct cuda_kernels *kernels, const struct cuda_program *program)
{
    struct cuda_kernel *kernel = kernels->first;
    char *const source = cuda_program_source(program);
    while (kernel && strcmp(kernel->source, source) != 0)
        kernel = kernel->next;
    free(source);
    return kernel;
}

/* Unload the oldest that nobody uses, when they are too many. */
static void drop_idle(struct cuda_kernels *kernels, struct error *failure)
{
    struct cuda_kernel **oldest = NULL;
    unsigned idle = 0;
    for (struct cuda_kernel **at = &kernels->first; *at; at = &(*at)->next)
        if ((*at)->users == 0) {
            oldest = at;
            idle++;
        }
    if (idle <= MOST_IDLE)
        return;
    struct cuda_kernel *const kernel = *oldest;
    *oldest = kernel->next;
    drop(kernels, kernel, failure);
}

static struct cuda_kernel *load(const struct cuda_kernels *kernels, const struct cuda_program *program,
                                struct error *error)
{
    struct cuda_program own = *program;
    struct cuda_image image;
    own.architecture = kernels->architecture;
    if (!cuda_build(kernels->nvrtc, &own, &image, error))
        return NULL;
    struct cuda_kernel *const kernel = memory_array(1, sizeof *kernel);
    snprintf(kernel->name, sizeof kernel->name, "%s", program->kernel);
    kernel->source = cuda_program_source(program);
    kernel->threads = cuda_program_threads(program);
    kernel->ring_bytes = cuda_program_ring(program);
    const bool ok = load_image(kernels, program, image.code, kernel, error);
    free(image.code);
    if (ok)
        return kernel;
    drop(kernels, kernel, error);
    return NULL;
}

bool cuda_kernels_take(struct cuda_kernels *kernels, const struct cuda_program *program,
                       struct cuda_kernel **taken, struct error *error)
{
    struct cuda_kernel *kernel = find(kernels, program);
    if (!kernel) {
        kernel = load(kernels, program, error);
        if (!kernel)
            return false;
        kernel->next = kernels->first;
        kernels->first = kernel;
    }
    kernel->users++;
    *taken = kernel;
    return true;
}

void cuda_kernels_give_back(struct cuda_kernels *kernels, struct cuda_kernel *kernel, struct error *failure)
{
    kernel->users--;
    drop_idle(kernels, failure);
}

void cuda_kernels_close(struct cuda_kernels *kernels, struct error *failure)
{
    while (kernels->first) {
        struct cuda_kernel *const kernel = kernels->first;
        kernels->first = kernel->next;
        drop(kernels, kernel, failure);
    }
}

const char *cuda_kernel_name(const struct cuda_kernel *kernel)
{
    return kernel->name;
}

/* What devices of Hopper and later begin before the end of what comes before it: every kernel there waits for
 * that itself. */
static enum cuda_status launch_beside(const struct cuda_driver *driver, const struct cuda_kernel *kernel,
                                      struct cuda_stream *stream, void **arguments, unsigned groups)
{
    struct cuda_launch_attribute attribute = {.kind = CUDA_LAUNCH_BESIDE, .allowed = 1};
    const struct cuda_launch_config config = {
        .grid = {groups, 1, 1},
        .block = {kernel->threads, 1, 1},
        .shared_bytes = (unsigned)kernel->ring_bytes,
        .stream = stream,
        .attributes = &attribute,
        .attribute_count = 1,
    };
    return driver->launch_beside(&config, kernel->function, arguments, NULL);
}

enum cuda_status cuda_kernel_launch(const struct cuda_kernels *kernels, const struct cuda_kernel *kernel,
                                    struct cuda_stream *stream, void **arguments, unsigned groups)
{
    const struct cuda_driver *const driver = kernels->driver;
    if (driver->launch_beside && kernels->architecture >= WAITING_ARCHITECTURE)
        return launch_beside(driver, kernel, stream, arguments, groups);
    return driver->launch(kernel->function, groups, 1, 1, kernel->threads, 1, 1, (unsigned)kernel->ring_bytes,
                          stream, arguments, NULL);
}
