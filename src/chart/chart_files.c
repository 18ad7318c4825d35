/* SPDX-License-Identifier: MIT */
/* The files of a chart: stamped like the result that it shows, with a link of the name alone. */
#include "chart/chart_files.h"

#include "base/file.h"
#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *chart_file_of(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool is_link(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

/* What "NAME-20260131T120000Z.json" has beyond the name: "-20260131T120000Z"; NULL where it is another's. */
static const char *stamp_of(const char *file, const char *name, size_t name_length)
{
    const char *const stamp = file + name_length;
    const bool fits =
        strncmp(file, name, name_length) == 0 && stamp[0] == '-' && stamp[1] >= '0' && stamp[1] <= '9';
    return fits ? stamp : NULL;
}

char *chart_stamped(const char *named, const char *stem)
{
    char *const real = is_link(named) ? realpath(named, NULL) : NULL;
    if (real == NULL)
        return NULL;
    const char *const name = chart_file_of(named), *const dot = strrchr(name, '.');
    const char *const stamp = stamp_of(chart_file_of(real), name, (size_t)(dot - name));
    const char *const end = stamp != NULL ? strrchr(stamp, '.') : NULL;
    char *const stamped = end != NULL ? memory_format("%s%.*s", stem, (int)(end - stamp), stamp) : NULL;
    free(real);
    return stamped;
}

/* Whether a link is to a chart of the same name, and nothing else is there. */
static bool can_be_linked(const char *path, const char *stem)
{
    char target[PATH_MAX];
    struct stat status;
    const char *const name = chart_file_of(stem);
    const size_t length = strlen(name);
    if (lstat(path, &status) != 0)
        return true;
    const ssize_t bytes =
        S_ISLNK(status.st_mode) && status.st_uid == geteuid() ? readlink(path, target, PATH_MAX - 1) : -1;
    target[bytes > 0 ? bytes : 0] = '\0';
    return strncmp(target, name, length) == 0 && target[length] == '-' && strchr(target, '/') == NULL;
}

bool chart_file_write(const struct chart_place *place, const char *text, size_t length, char **path,
                      struct error *error)
{
    *path = memory_format("%s%s", place->stem, place->part);
    if (place->stamped == NULL)
        return file_write(*path, text, length, error);
    char *const stamped = memory_format("%s%s", place->stamped, place->part);
    /* A link that leads elsewhere is the user's: its file is written. */
    const bool ok = file_write(stamped, text, length, error) &&
                    (can_be_linked(*path, place->stem) ? file_link(chart_file_of(stamped), *path, error)
                                                       : file_write(*path, text, length, error));
    free(stamped);
    return ok;
}
