/* SPDX-License-Identifier: MIT */
/* The control groups of this process: /proc/self/cgroup has their paths, mountinfo where they are mounted. */
#include "machine/conditions/conditions.h"

#include "machine/system_file.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 256 };

/* A walk over the groups that have a controller. */
struct group_walk {
    const char *root, *controller;
    cgroup_visit *visit;
    void *context;
};

/* What is mounted: a group, and where it is seen. */
struct mount {
    char group[PATH_MAX], point[PATH_MAX];
};

/* Whether a list of names with commas between has the name. */
static bool lists(const char *names, const char *name)
{
    const size_t length = strlen(name);
    for (const char *item = names; *item; item += strcspn(item, ","), item += *item == ',')
        if (strcspn(item, ",\n") == length && !strncmp(item, name, length))
            return true;
    return false;
}

/* One line of mountinfo: "36 35 0:32 GROUP POINT options … - TYPE source OPTIONS". */
static bool parse_mount(const char *line, const struct group_walk *walk, bool unified, struct mount *mount)
{
    char type[64], options[1024] = "";
    const char *const separator = strstr(line, " - ");
    if (!separator || sscanf(line, "%*s %*s %*s %4095s %4095s", mount->group, mount->point) != 2 ||
        sscanf(separator, " - %63s %*s %1023s", type, options) < 1)
        return false;
    return unified ? !strcmp(type, "cgroup2") : !strcmp(type, "cgroup") && lists(options, walk->controller);
}

static struct mount find_mount(const struct group_walk *walk, const char *controllers)
{
    const bool unified = controllers[0] == '\0';
    char path[PATH_MAX], *line = NULL;
    size_t room = 0;
    struct mount mount;
    bool found = false;
    snprintf(path, sizeof path, "%s/proc/self/mountinfo", walk->root);
    FILE *const file = fopen(path, "re");
    while (file && !found && getline(&line, &room, file) >= 0)
        found = parse_mount(line, walk, unified, &mount);
    if (!found) {
        strcpy(mount.group, "/");
        snprintf(mount.point, sizeof mount.point, "/sys/fs/cgroup%s%.200s", unified ? "" : "/", controllers);
    }
    free(line);
    if (file)
        fclose(file);
    return mount;
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

/* The group and all above it, up to what is mounted. */
static void visit_group(const struct group_walk *walk, const char *controllers, const char *group)
{
    const struct mount mount = find_mount(walk, controllers);
    char folder[2 * PATH_MAX];
    if (snprintf(folder, sizeof folder, "%s%s%s", walk->root, mount.point, below(group, mount.group)) >=
        (int)sizeof folder)
        return;
    char *const name = folder + strlen(walk->root) + strlen(mount.point);
    for (;;) {
        walk->visit(walk->context, controllers[0] == '\0', folder, name);
        char *const slash = strrchr(name, '/');
        if (!slash)
            return;
        *slash = '\0';
    }
}

/* "NUMBER:CONTROLLERS:PATH", without controllers for version 2 */
static void visit_line(const struct group_walk *walk, char *line)
{
    line[strcspn(line, "\n")] = '\0';
    char *const controllers = strchr(line, ':');
    char *const path = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!path)
        return;
    *path = '\0';
    if (!controllers[1] || lists(controllers + 1, walk->controller))
        visit_group(walk, controllers + 1, path + 1);
}

void cgroup_each(const char *root, const char *controller, cgroup_visit *visit, void *context)
{
    const struct group_walk walk = {root, controller, visit, context};
    char path[PATH_MAX], *line = NULL;
    size_t room = 0;
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    FILE *const file = fopen(path, "re");
    while (file && getline(&line, &room, file) >= 0)
        visit_line(&walk, line);
    free(line);
    if (file)
        fclose(file);
}

/* "max 100000" or "150000 100000"; of version 1 two files, where a quota of −1 is none. */
static double read_cpus(bool unified, const char *folder)
{
    char text[TEXT] = "", *at = text;
    double quota = -1, period = -1;
    if (unified)
        system_read(folder, "cpu.max", "", text, sizeof text);
    else if (system_read(folder, "cpu.cfs_quota_us", "", text, sizeof text)) {
        at += strlen(text);
        *at++ = ' ';
        system_read(folder, "cpu.cfs_period_us", "", at, (size_t)(text + sizeof text - at));
    }
    return sscanf(text, "%lf %lf", &quota, &period) == 2 && quota > 0 && period > 0 ? quota / period
                                                                                    : INFINITY;
}

static void consider_quota(void *context, bool unified, const char *folder, const char *group)
{
    struct quota *const quota = context;
    const double cpus = read_cpus(unified, folder);
    char text[TEXT];
    const bool stopped = isfinite(cpus) && system_read(folder, "cpu.stat", "nr_throttled", text, sizeof text);
    const long long throttled = stopped ? system_number(text) : -1;
    if (throttled >= 0)
        quota->throttled = throttled + (quota->throttled > 0 ? quota->throttled : 0);
    if (cpus >= quota->cpus)
        return;
    quota->cpus = cpus;
    snprintf(quota->group, sizeof quota->group, "%s", *group ? group : "/");
}

struct quota quota_read(const char *root)
{
    struct quota quota = {.cpus = INFINITY, .throttled = -1};
    cgroup_each(root, "cpu", consider_quota, &quota);
    return quota;
}
