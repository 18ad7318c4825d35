/* SPDX-License-Identifier: MIT */
/* The memory that this process may still take: the least of what the machine, its cgroups and its own limits
 * leave. */
#include "machine/conditions/conditions.h"

#include "machine/system_file.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>

enum { KIB = 1024, TEXT = 256 };

struct least {
    const char *root;
    size_t bytes;
    char *which;
    size_t which_size;
};

/* The two versions of the memory controller. Of a group's usage, the cache of files that nobody reads is
 * given back on demand. */
struct controller {
    const char *limit, *usage, *reclaimable;
};
static const struct controller version_1 = {"memory.limit_in_bytes", "memory.usage_in_bytes",
                                            "total_inactive_file"};
static const struct controller version_2 = {"memory.max", "memory.current", "inactive_file"};

static void lower(struct least *least, unsigned long long bytes, const char *kind, const char *name)
{
    if (bytes >= least->bytes)
        return;
    least->bytes = (size_t)bytes;
    snprintf(least->which, least->which_size, "%s%s", kind, name);
}

/* −1 when the file, the key or the number is absent. key "": the first line. */
static long long read_number(const char *folder, const char *file, const char *key)
{
    char text[TEXT];
    return system_read(folder, file, key, text, sizeof text) ? system_number(text) : -1;
}

static void consider_machine(struct least *least)
{
    const long long available_kib = read_number(least->root, "/proc/meminfo", "MemAvailable");
    if (available_kib >= 0)
        lower(least, (unsigned long long)available_kib * KIB, "MemAvailable", "");
}

static void consider_address_space(struct least *least)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return;
    const long long used_kib = read_number(least->root, "/proc/self/status", "VmSize");
    const unsigned long long used = used_kib > 0 ? (unsigned long long)used_kib * KIB : 0;
    lower(least, limit.rlim_cur > used ? limit.rlim_cur - used : 0, "RLIMIT_AS", "");
}

static void consider_group(void *context, bool unified, const char *folder, const char *group)
{
    const struct controller *const controller = unified ? &version_2 : &version_1;
    const long long limit = read_number(folder, controller->limit, "");
    const long long usage = read_number(folder, controller->usage, "");
    if (limit < 0 || usage < 0)
        return;
    const long long reclaimable = read_number(folder, "memory.stat", controller->reclaimable);
    const long long used = reclaimable > 0 && reclaimable < usage ? usage - reclaimable : usage;
    lower(context, limit > used ? (unsigned long long)(limit - used) : 0, "cgroup ", *group ? group : "/");
}

size_t environment_memory(const char *root, char *which, size_t which_size)
{
    struct least least = {.root = root, .bytes = SIZE_MAX, .which = which, .which_size = which_size};
    which[0] = '\0';
    consider_machine(&least);
    cgroup_each(root, "memory", consider_group, &least);
    consider_address_space(&least);
    return least.bytes;
}
