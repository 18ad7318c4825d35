/* SPDX-License-Identifier: MIT */
/* The control groups of this process, of versions 1 and 2, and how much CPU time they leave it. root,
 * wherever it is asked for, is the folder of the machine's /proc and /sys: "" for this one. */
#pragma once

#include <stdbool.h>

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
