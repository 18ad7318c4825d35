/* SPDX-License-Identifier: MIT */
/* The ranks that mpiexec started, reached through the MPI library that it belongs to. */
#include "mpi/world.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

#define TEXT_OF(symbol) #symbol
#define SYMBOL_TEXT(symbol) TEXT_OF(symbol)

char *world_object(const struct seat *seat, char *buffer, size_t size)
{
    static const char *const folders[] = {"", "../lib/scanbench/"};
    const char *const named = getenv("SCANBENCH_MPI");
    char program[PATH_BYTES];
    *buffer = '\0';
    if (named && *named) {
        snprintf(buffer, size, "%s", named);
        return buffer;
    }
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0 || !seat->library)
        return buffer;
    program[length] = '\0';
    char *const slash = strrchr(program, '/');
    const int folder = slash ? (int)(slash + 1 - program) : 0;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        snprintf(buffer, size, "%.*s%sscanbench-%s.so", folder, program, folders[i], seat->library);
        if (access(buffer, R_OK) == 0)
            break;
    }
    return buffer;
}

static const struct mpi_glue *load(const struct seat *seat, struct error *error)
{
    char path[PATH_BYTES];
    const bool named = *world_object(seat, path, sizeof path); /* else dlopen gives the program itself */
    void *const object = named ? dlopen(path, RTLD_NOW | RTLD_GLOBAL) : NULL;
    if (!object) {
        error_set(error, EXIT_SYSTEM,
                  "no MPI for this mpiexec (%s): %s; `make mpi` builds it, SCANBENCH_MPI names it",
                  seat->library ? seat->library : "unknown",
                  named           ? dlerror()
                  : seat->library ? "/proc does not show where this program is"
                                  : "it does not name its library");
        return NULL;
    }
    const struct mpi_glue *const glue = dlsym(object, SYMBOL_TEXT(MPI_GLUE_SYMBOL));
    if (glue && glue->version == MPI_GLUE_VERSION)
        return glue;
    error_set(error, EXIT_SYSTEM, "%s is not of this scanbench; `make mpi` builds it anew", path);
    dlclose(object);
    return NULL;
}

static bool refuses_device;

bool world_takes_device(void)
{
    return !refuses_device;
}

bool world_open(struct rank_group *world, const struct seat *seat, struct error *error)
{
    const struct mpi_glue *const glue = load(seat, error);
    if (!glue)
        return false;
    glue->start();
    refuses_device = !glue->takes_device();
    struct mpi_comm *const comm = glue->world();
    *world = (struct rank_group){glue, comm, glue->rank(comm), glue->size(comm)};
    if (world->rank == seat->rank && world->size == seat->ranks)
        return true;
    error_set(error, EXIT_SYSTEM,
              "mpiexec has rank %u of %u, its MPI library rank %u of %u; SCANBENCH_MPI names another "
              "library's object",
              seat->rank, seat->ranks, world->rank, world->size);
    return false;
}

void world_close(struct rank_group *world)
{
    if (!world->comm)
        return;
    world->glue->release(world->comm);
    world->glue->end();
    *world = (struct rank_group){0};
}
