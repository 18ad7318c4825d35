/* SPDX-License-Identifier: MIT */
/* CPU time that others took from this process so far: the host, and the cgroups' quotas. */
#pragma once

#include "machine/topology.h"

struct steal {
    double stolen_s;     /* by the host, from the CPUs of these places; NAN unknown */
    long long throttled; /* how often the groups with a quota were stopped; −1 unknown, or none has one */
};

/* Read what can be read; never fails. root: the folder of the machine's /proc and /sys, "" for this one.
 * places NULL: of all CPUs. */
struct steal steal_read(const char *root, const struct place *places, size_t count);
