/* SPDX-License-Identifier: MIT */
/* The state of the machine as it stands in a result: what must match for a comparison, and what only warns.
 */
#ifndef SCANBENCH_ENVIRONMENT_H
#define SCANBENCH_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>

/* Empty strings and negative numbers mean unknown: reports write null, never a guess. */
struct environment {
    char kernel[128];   /* uname -r */
    char host_arch[32]; /* uname -m */
    char governor[32];
    int boost;  /* 1 on, 0 off, −1 unknown */
    double mhz; /* of the first allowed CPU, now */
    double load_1min;
    char microcode[32];
    char thp[32]; /* the bracketed word of transparent_hugepage/enabled */
    char clocksource[32];
    int aslr;                         /* randomize_va_space; −1 unknown */
    char hypervisor[32];              /* "kvm", …; empty when none is seen */
    long long memory_available_bytes; /* MemAvailable; −1 unknown */
    char utc[32];                     /* now, "2026-01-31T12:00:00Z" */
};

/* Read what can be read; never fails. */
void environment_read(struct environment *environment);

/* Memory this process may still take: the least of MemAvailable, the cgroup limits (v1 and v2, up all
 * ancestors) and the address-space limit. *which names the binding one ("MemAvailable", "cgroup /a/b",
 * "RLIMIT_AS"). SIZE_MAX when nothing is known. */
size_t environment_memory(char *which, size_t which_size);

/* The same, with /proc and the cgroup file systems looked for under the folder `root` ("" for this machine).
 */
size_t environment_memory_under(const char *root, char *which, size_t which_size);

#endif
