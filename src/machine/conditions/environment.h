/* SPDX-License-Identifier: MIT */
/* The state of the machine as a result has it: what must match for a comparison, and what only warns.
 */
#pragma once

#include "machine/conditions/cgroup.h"

#include <stdbool.h>
#include <stddef.h>

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
