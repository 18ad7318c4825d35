/* SPDX-License-Identifier: MIT */
/* The memory that this process may still take: the least of what the machine, its cgroups and its own limits
 * leave. */
#include "machine/conditions/environment_memory.h"

#include "machine/conditions/cgroup.h"
#include "machine/system_file.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* −1 when the file, the key or the number is absent. key NULL: the first line. */
static long long read_number(const char *folder, const char *file, const char *key)
{
    char path[2 * PATH_MAX], text[TEXT];
    if (snprintf(path, sizeof path, "%s/%s", folder, file) >= (int)sizeof path)
        return -1;
    const bool found =
        key ? system_value(path, key, text, sizeof text) : system_line(path, text, sizeof text);
    return found ? system_number(text) : -1;
}

static void consider_machine(struct least *least)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s/proc", least->root);
    const long long available_kib = read_number(folder, "meminfo", "MemAvailable");
    if (available_kib >= 0)
        lower(least, (unsigned long long)available_kib * KIB, "MemAvailable", "");
}

static void consider_address_space(struct least *least)
{
    char folder[PATH_MAX];
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return;
    snprintf(folder, sizeof folder, "%s/proc/self", least->root);
    const long long used_kib = read_number(folder, "status", "VmSize");
    const unsigned long long used = used_kib > 0 ? (unsigned long long)used_kib * KIB : 0;
    lower(least, limit.rlim_cur > used ? limit.rlim_cur - used : 0, "RLIMIT_AS", "");
}

/* folder: where the group is seen; group: its path in the hierarchy. */
static void consider_group(struct least *least, const struct controller *controller, const char *folder,
                           const char *group)
{
    const long long limit = read_number(folder, controller->limit, NULL);
    const long long usage = read_number(folder, controller->usage, NULL);
    if (limit < 0 || usage < 0)
        return;
    const long long reclaimable = read_number(folder, "memory.stat", controller->reclaimable);
    const long long used = reclaimable > 0 && reclaimable < usage ? usage - reclaimable : usage;
    lower(least, limit > used ? (unsigned long long)(limit - used) : 0, "cgroup ", *group ? group : "/");
}

/* The group and all above it, up to what is mounted. */
static void consider_ancestors(struct least *least, const struct controller *controller, const char *mount,
                               const char *group)
{
    char folder[PATH_MAX];
    const int length = snprintf(folder, sizeof folder, "%s%s%s", least->root, mount, group);
    if (length >= (int)sizeof folder)
        return;
    char *const name = folder + strlen(least->root) + strlen(mount);
    for (;;) {
        consider_group(least, controller, folder, name);
        char *const slash = strrchr(name, '/');
        if (!slash)
            return;
        *slash = '\0';
    }
}

/* One line of mountinfo: "36 35 0:32 ROOT MOUNT options … - TYPE source OPTIONS". */
struct mount {
    char root[PATH_MAX], point[PATH_MAX];
};

static bool parse_mount(const char *line, const struct controller *controller, struct mount *mount)
{
    char type[64], options[1024] = "";
    const char *const separator = strstr(line, " - ");
    if (!separator || sscanf(line, "%*s %*s %*s %4095s %4095s", mount->root, mount->point) != 2 ||
        sscanf(separator, " - %63s %*s %1023s", type, options) < 1)
        return false;
    if (controller == &version_2)
        return !strcmp(type, "cgroup2");
    return !strcmp(type, "cgroup") && cgroup_lists(options, "memory");
}

static bool find_mount(const char *root, const struct controller *controller, struct mount *mount)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/proc/self/mountinfo", root);
    FILE *const file = fopen(path, "re");
    if (!file)
        return false;
    char *line = NULL;
    size_t room = 0;
    bool found = false;
    while (!found && getline(&line, &room, file) >= 0)
        found = parse_mount(line, controller, mount);
    free(line);
    fclose(file);
    return found;
}

/* What is left of a group's path below the mounted one; a container often sees only its own part. */
static const char *below(const char *group, const char *mounted)
{
    const size_t length = strcmp(mounted, "/") ? strlen(mounted) : 0;
    const char *const rest = group + length;
    if (strncmp(group, mounted, length) != 0 || (*rest && *rest != '/'))
        return "";
    return strcmp(rest, "/") ? rest : "";
}

static void consider_groups(void *context, const char *controllers, const char *group)
{
    struct least *const least = context;
    const bool unified = controllers[0] == '\0';
    const struct controller *const controller = unified ? &version_2 : &version_1;
    struct mount mount;
    if ((unified || cgroup_lists(controllers, "memory")) && find_mount(least->root, controller, &mount))
        consider_ancestors(least, controller, mount.point, below(group, mount.root));
}

size_t environment_memory(const char *root, char *which, size_t which_size)
{
    struct least least = {.root = root, .bytes = SIZE_MAX, .which = which, .which_size = which_size};
    which[0] = '\0';
    consider_machine(&least);
    cgroup_each(root, consider_groups, &least);
    consider_address_space(&least);
    return least.bytes;
}
