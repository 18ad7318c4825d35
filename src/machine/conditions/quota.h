/* SPDX-License-Identifier: MIT */
/* How much CPU time the cgroups of this process leave it. */
#pragma once

struct quota {
    double cpus;         /* the least of the group and all above it, in CPUs; INFINITY: no limit is seen */
    long long throttled; /* how often the groups with a limit were stopped so far; −1 unknown */
    char group[256];     /* the path of the one with the least; "" when there is no limit */
};

/* Read what can be read of versions 1 and 2; never fails. root: the folder of the machine's /proc and /sys,
 * "" for this one. */
struct quota quota_read(const char *root);
