/* SPDX-License-Identifier: MIT */
/* A config that is not there, and what was meant. */
#include "sweep/config_near.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* "FOLDER/" of a path, or "". */
static void folder_of(const char *path, char *folder, size_t size)
{
    const char *const slash = strrchr(path, '/');
    snprintf(folder, size, "%.*s", slash ? (int)(slash + 1 - path) : 0, path);
}

/* The config in a folder ("": here) that is named nearly as this one; "" where none is. */
static void find_near(const char *folder, const char *name, char *near, size_t size)
{
    char pattern[PATH_MAX];
    glob_t found;
    near[0] = '\0';
    snprintf(pattern, sizeof pattern, "%s*.json", folder);
    if (glob(pattern, GLOB_NOSORT, NULL, &found) != 0)
        return;
    const char **const names = memory_array(found.gl_pathc, sizeof *names);
    for (size_t i = 0; i < found.gl_pathc; i++)
        names[i] = found.gl_pathv[i] + strlen(folder);
    const char *const nearest = text_nearest(name, names, found.gl_pathc);
    if (nearest)
        snprintf(near, size, "%s%s", folder, nearest);
    free(names);
    globfree(&found);
}

bool config_near(const char *path, char *near, size_t size)
{
    char folder[PATH_MAX];
    if (access(path, F_OK) == 0 || errno != ENOENT)
        return false;
    folder_of(path, folder, sizeof folder);
    find_near(folder, path + strlen(folder), near, size);
    if (near[0] == '\0' && folder[0] == '\0')
        find_near("configs/", path, near, size);
    return near[0] != '\0';
}
