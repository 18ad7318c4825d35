/* SPDX-License-Identifier: MIT */
/* Whether a launcher of MPI programs, mpiexec, started this process as one rank of several. */
#include "machine/conditions/conditions.h"

#include <stddef.h>
#include <stdlib.h>

/* What a launcher names its variables; the names on one host may be NULL. */
struct launcher {
    const char *rank, *ranks, *local, *locals, *library;
};

/* Open MPI's own; Hydra's of MPICH, Intel's MPI and others; Slurm's, which says nothing of the library: it
 * counts only where SCANBENCH_MPI names one, since every job of it has them. */
static const struct launcher launchers[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
     "OMPI_COMM_WORLD_LOCAL_SIZE", "openmpi"},
    {"PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS", "mpich"},
    {"SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID", NULL, NULL},
};

static bool read_number(const char *name, unsigned *number)
{
    const char *const text = name ? getenv(name) : NULL;
    char *end;
    if (!text || !*text)
        return false;
    const unsigned long value = strtoul(text, &end, 10);
    *number = (unsigned)value;
    return *end == '\0' && value <= 1u << 24;
}

static bool read_launcher(const struct launcher *launcher, struct seat *seat)
{
    const char *const named = getenv("SCANBENCH_MPI");
    if (!launcher->library && !(named && *named))
        return false;
    if (!read_number(launcher->rank, &seat->rank) || !read_number(launcher->ranks, &seat->ranks) ||
        seat->rank >= seat->ranks)
        return false;
    if (!read_number(launcher->local, &seat->local))
        seat->local = seat->rank;
    if (!read_number(launcher->locals, &seat->locals))
        seat->locals = seat->ranks;
    seat->library = launcher->library;
    seat->ranked = true;
    return true;
}

struct seat seat_read(void)
{
    struct seat seat = {.ranks = 1, .locals = 1};
    for (size_t i = 0; i < sizeof launchers / sizeof launchers[0]; i++)
        if (read_launcher(&launchers[i], &seat))
            return seat;
    return (struct seat){.ranks = 1, .locals = 1};
}
