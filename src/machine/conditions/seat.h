/* SPDX-License-Identifier: MIT */
/* Whether a launcher of MPI programs, mpiexec, started this process as one rank of several. */
#pragma once

#include <stdbool.h>

struct seat {
    bool ranked;            /* false: nobody did; the rest is that of one rank alone */
    unsigned rank, ranks;   /* of all */
    unsigned local, locals; /* of those on this host, as far as the launcher says; else as all */
    const char *library;    /* "openmpi", "mpich"; NULL: unknown */
};

/* As the environment says, which launchers set. */
struct seat seat_read(void);
