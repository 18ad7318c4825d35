/* SPDX-License-Identifier: MIT */
/* The control groups of this process, as /proc/self/cgroup has them. */
#include "machine/conditions/cgroup.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "NUMBER:CONTROLLERS:PATH" */
static void visit_line(char *line, cgroup_visit *visit, void *context)
{
    line[strcspn(line, "\n")] = '\0';
    char *const controllers = strchr(line, ':');
    char *const path = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!path)
        return;
    *path = '\0';
    visit(context, controllers + 1, path + 1);
}

void cgroup_each(const char *root, cgroup_visit *visit, void *context)
{
    char path[PATH_MAX], *line = NULL;
    size_t room = 0;
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    FILE *const file = fopen(path, "re");
    while (file && getline(&line, &room, file) >= 0)
        visit_line(line, visit, context);
    free(line);
    if (file)
        fclose(file);
}

bool cgroup_lists(const char *controllers, const char *name)
{
    const size_t length = strlen(name);
    for (const char *item = controllers; *item; item += strcspn(item, ","), item += *item == ',')
        if (strcspn(item, ",\n") == length && !strncmp(item, name, length))
            return true;
    return false;
}
