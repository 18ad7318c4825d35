/* SPDX-License-Identifier: MIT */
/* CPU time that others took from this process so far: the host, and the cgroups' quotas. */
#ifndef SCANBENCH_TAKEN_H
#define SCANBENCH_TAKEN_H

#include "machine/topology.h"

struct taken {
    double stolen_s;     /* by the host, from the CPUs of these places; NAN unknown */
    long long throttled; /* how often the groups with a quota were stopped; −1 unknown, or none has one */
};

/* Read what can be read; never fails. places NULL: of all CPUs. */
struct taken taken_read(const struct place *places, size_t count);

/* The same, with /proc and /sys/fs/cgroup looked for under the folder `root` ("" for this machine). */
struct taken taken_read_under(const char *root, const struct place *places, size_t count);

#endif
