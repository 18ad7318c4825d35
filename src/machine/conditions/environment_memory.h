/* SPDX-License-Identifier: MIT */
/* The memory that this process may still take: the least of what the machine, its cgroups and its own limits
 * leave. */
#pragma once

#include <stddef.h>

/* The least of MemAvailable, the cgroup limits (v1 and v2, up all ancestors) and the address-space limit.
 * root: the folder of the machine's /proc and cgroups, "" for this one. *which names the binding one
 * ("MemAvailable", "cgroup /a/b", "RLIMIT_AS"). SIZE_MAX when nothing is known. */
size_t environment_memory(const char *root, char *which, size_t which_size);
