/* SPDX-License-Identifier: MIT */
/* The control groups of this process, as /proc/self/cgroup has them. */
#pragma once

#include <stdbool.h>

/* One group: the names of its controllers with commas between, "" of version 2; its path in their hierarchy.
 * Both are valid within the call alone. */
typedef void cgroup_visit(void *context, const char *controllers, const char *path);

/* Call visit for each group; root is in front of /proc: "" but in tests. */
void cgroup_each(const char *root, cgroup_visit *visit, void *context);

/* Whether a list of names with commas between has the name. */
bool cgroup_lists(const char *controllers, const char *name);
