/* SPDX-License-Identifier: MIT */
/* How much CPU time the cgroups of this process leave it: cpu.max, or the quota and period of version 1. */
#include "machine/conditions/quota.h"

#include "machine/conditions/cgroup.h"
#include "machine/system_file.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 256 };

/* One hierarchy of groups: where it is mounted, and how a group's limit is read there. */
struct hierarchy {
    char mount[PATH_MAX];
    double (*cpus)(const char *folder);
};

static bool read_line(const char *folder, const char *file, char text[TEXT])
{
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return system_line(path, text, TEXT);
}

/* "max 100000" or "150000 100000" */
static double cpus_of_version_2(const char *folder)
{
    char text[TEXT];
    double quota, period;
    if (!read_line(folder, "cpu.max", text) || sscanf(text, "%lf %lf", &quota, &period) != 2)
        return INFINITY;
    return period > 0 ? quota / period : INFINITY;
}

/* A quota of −1 is none. */
static double cpus_of_version_1(const char *folder)
{
    char quota[TEXT], period[TEXT];
    if (!read_line(folder, "cpu.cfs_quota_us", quota) || !read_line(folder, "cpu.cfs_period_us", period))
        return INFINITY;
    const double quota_us = atof(quota), period_us = atof(period);
    return quota_us > 0 && period_us > 0 ? quota_us / period_us : INFINITY;
}

static long long read_throttled(const char *folder)
{
    char path[2 * PATH_MAX], text[TEXT];
    snprintf(path, sizeof path, "%s/cpu.stat", folder);
    return system_value(path, "nr_throttled", text, sizeof text) ? system_number(text) : -1;
}

static void consider_group(struct quota *quota, const struct hierarchy *hierarchy, const char *folder)
{
    const double cpus = hierarchy->cpus(folder);
    const char *const group = folder + strlen(hierarchy->mount);
    const long long throttled = isinf(cpus) ? -1 : read_throttled(folder);
    if (throttled >= 0)
        quota->throttled = throttled + (quota->throttled > 0 ? quota->throttled : 0);
    if (cpus >= quota->cpus)
        return;
    quota->cpus = cpus;
    snprintf(quota->group, sizeof quota->group, "%s", *group ? group : "/");
}

/* The group and all above it. */
static void consider_groups(struct quota *quota, const struct hierarchy *hierarchy, const char *group)
{
    char folder[PATH_MAX];
    if (snprintf(folder, sizeof folder, "%s%s", hierarchy->mount, strcmp(group, "/") ? group : "") >=
        PATH_MAX)
        return;
    for (;;) {
        consider_group(quota, hierarchy, folder);
        char *const slash = strrchr(folder + strlen(hierarchy->mount), '/');
        if (!slash)
            return;
        *slash = '\0';
    }
}

/* What a walk over the groups has found. */
struct quota_walk {
    const char *root;
    struct quota quota;
};

static void consider(void *context, const char *controllers, const char *group)
{
    struct quota_walk *const walk = context;
    const bool unified = controllers[0] == '\0';
    struct hierarchy hierarchy = {.cpus = unified ? cpus_of_version_2 : cpus_of_version_1};
    snprintf(hierarchy.mount, sizeof hierarchy.mount, "%s/sys/fs/cgroup%s%s", walk->root, unified ? "" : "/",
             controllers);
    if (unified || cgroup_lists(controllers, "cpu"))
        consider_groups(&walk->quota, &hierarchy, group);
}

struct quota quota_read(const char *root)
{
    struct quota_walk walk = {root, {.cpus = INFINITY, .throttled = -1}};
    cgroup_each(root, consider, &walk);
    return walk.quota;
}
