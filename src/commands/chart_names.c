/* SPDX-License-Identifier: MIT */
/* What charts are called: stamped like the result that they show, with a link of the name alone. */
#include "commands/chart_names.h"

#include "base/file.h"
#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const size_t chart_bytes = (size_t)1 << 28;

static const char *file_of(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool is_link(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

/* What "NAME-20260131T120000Z.csv" has beyond the name: "-20260131T120000Z"; NULL where it is another's. */
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
    const char *const name = file_of(named), *const dot = strrchr(name, '.');
    const char *const stamp = stamp_of(file_of(real), name, (size_t)(dot - name));
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
    const char *const name = file_of(stem);
    const size_t length = strlen(name);
    if (lstat(path, &status) != 0)
        return true;
    const ssize_t bytes =
        S_ISLNK(status.st_mode) && status.st_uid == geteuid() ? readlink(path, target, PATH_MAX - 1) : -1;
    target[bytes > 0 ? bytes : 0] = '\0';
    return strncmp(target, name, length) == 0 && target[length] == '-' && strchr(target, '/') == NULL;
}

static bool copy(const char *from, const char *to, struct error *error)
{
    char *text;
    size_t length;
    if (!file_read(from, chart_bytes, &text, &length, error))
        return false;
    const bool copied = file_write(to, text, length, error);
    free(text);
    return copied;
}

bool chart_link(const char *stamped, const char *path, const char *stem, struct error *error)
{
    return can_be_linked(path, stem) ? file_link(file_of(stamped), path, error) : copy(stamped, path, error);
}
