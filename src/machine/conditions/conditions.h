/* SPDX-License-Identifier: MIT */
/* What a process is measured in: the state of its machine, what others take of it, and who started it. */
#pragma once

#include "machine/instruments/instruments.h"
#include "machine/topology.h"

#include <stdbool.h>
#include <stddef.h>

/* cgroup.c: the control groups of this process, of versions 1 and 2, and how much CPU time they leave it.
 * root, wherever it is asked for, is the folder of the machine's /proc and /sys: "" for this one. */

/* One group: of which version, the folder that it is seen at, and its path in what is mounted, "" for all of
 * that. All are valid within the call alone. */
typedef void cgroup_visit(void *context, bool unified, const char *folder, const char *group);

/* Call visit for each group that has the controller and all above it, as far as they are mounted; where
 * nothing says what is mounted, as if all were below /sys/fs/cgroup. */
void cgroup_each(const char *root, const char *controller, cgroup_visit *visit, void *context);

struct quota {
    double cpus;         /* the least of the group and all above it, in CPUs; INFINITY: no limit is seen */
    long long throttled; /* how often the groups with a limit were stopped so far; −1 unknown */
    char group[256];     /* the path of the one with the least; "" when there is no limit */
};

/* Read what can be read; never fails. */
struct quota quota_read(const char *root);

/* environment.c: the state of the machine as a result has it: what must match for a comparison, and what only
 * warns. */

enum { MITIGATIONS = 32 };

/* What the kernel says of a weakness of processors: "Not affected", "Mitigation: …", "Vulnerable". */
struct mitigation {
    char name[48], state[128];
};

/* Empty strings and negative numbers mean unknown: reports write null, never a guess. */
struct environment {
    char kernel[128];   /* uname -r */
    char host_arch[32]; /* uname -m */
    char governor[32];
    int boost;  /* 1 on, 0 off, −1 unknown */
    double mhz; /* of the first allowed CPU, now */
    double load_1min;
    char stepping[64]; /* family, model and stepping of the CPU: "25-97-2" */
    char microcode[32];
    char thp[32]; /* the bracketed word of transparent_hugepage/enabled */
    char clocksource[32];
    int aslr;                         /* randomize_va_space; −1 unknown */
    char hypervisor[32];              /* "kvm", …; empty when none is seen */
    long long memory_available_bytes; /* MemAvailable; −1 unknown */
    char smt[32];                     /* smt/control: "on", "off", "forceoff", "notsupported", … */
    char isolated[128];               /* CPUs that the scheduler leaves alone: a list, or "none" */
    struct mitigation mitigations[MITIGATIONS];
    size_t mitigation_count;     /* 0: unknown */
    struct quota quota;          /* of CPU time, up all cgroups */
    long long memory_left_bytes; /* environment_memory; −1: nothing is known */
    char memory_bound[128];      /* which limit that is */
    char utc[32];                /* now, "2026-01-31T12:00:00Z" */
};

/* Read what can be read, but for what environment_settings reads; never fails. */
void environment_read(struct environment *environment);

/* Read how the kernel treats CPUs, and what the cgroups leave; never fails. root: the folder of the machine's
 * /proc and /sys, "" for this one. */
void environment_settings(const char *root, struct environment *environment);

/* The memory that this process may still take: the least of MemAvailable, the cgroup limits (v1 and v2, up
 * all ancestors) and the address-space limit. root: the folder of the machine's /proc and cgroups, "" for
 * this one. *which names the binding one
 * ("MemAvailable", "cgroup /a/b", "RLIMIT_AS"). SIZE_MAX when nothing is known. */
size_t environment_memory(const char *root, char *which, size_t which_size);

/* steal.c: cPU time that others took from this process so far: the host, and the cgroups' quotas. */

struct steal {
    double stolen_s;     /* by the host, from the CPUs of these places; NAN unknown */
    long long throttled; /* how often the groups with a quota were stopped; −1 unknown, or none has one */
};

/* Read what can be read; never fails. root: the folder of the machine's /proc and /sys, "" for this one.
 * places NULL: of all CPUs. */
struct steal steal_read(const char *root, const struct place *places, size_t count);

/* interruption.c: what takes the CPU away from a thread that does nothing but look at the clock. */

struct interruption {
    double watched_s;
    double share;     /* of the time, in gaps of more than two microseconds between two looks */
    double longest_s; /* the longest of them */
    double steal;     /* share that the host gave to others meanwhile, over all CPUs; NAN unknown */
};

/* Watch for so long on the CPU that the calling thread is on. */
struct interruption interruption_watch(const struct clock *clock, double seconds);

/* occupancy.c: whether other runs of scanbench on this machine measure on the same device: each that does
 * holds a place with the device's name, an abstract socket, which goes with the process and leaves nothing.
 */

/* Take a place at the device. Returns a descriptor that holds it, or −1 where none can be had; the caller
 * leaves it. */
int occupancy_enter(const char *device);
void occupancy_leave(int place);

/* How many have a place at the device beside the holder of this one; −1: beside nobody. */
unsigned occupancy_others(const char *device, int place);

/* seat.c: whether a launcher of MPI programs, mpiexec, started this process as one rank of several. */

struct seat {
    bool ranked;            /* false: nobody did; the rest is that of one rank alone */
    unsigned rank, ranks;   /* of all */
    unsigned local, locals; /* of those on this host, as far as the launcher says; else as all */
    const char *library;    /* "openmpi", "mpich"; NULL: unknown */
};

/* As the environment says, which launchers set. */
struct seat seat_read(void);
