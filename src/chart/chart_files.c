/* SPDX-License-Identifier: MIT */
/* The files of a chart: stamped like the result that it shows, with a link of the name alone. */
#include "chart/chart_files.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
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

char *chart_stamp(const char *named)
{
    const size_t ending = strlen(".json"), length = strlen(chart_file_of(named)) - ending;
    char *const real = realpath(named, NULL);
    const char *const file = real != NULL ? chart_file_of(real) : "";
    const bool is_stamped = strncmp(file, chart_file_of(named), length) == 0 && file[length] == '-' &&
                            isdigit((unsigned char)file[length + 1]) && text_ends_with(file, ".json");
    char *const stamp =
        is_stamped ? memory_text_part(file + length, strlen(file) - length - ending) : memory_text("");
    free(real);
    return stamp;
}

/* Whether a link is to a chart of the same name, as far as the path and the stamped name share it, and
 * nothing else is there. */
static bool can_be_linked(const char *path, const char *stamped)
{
    char target[PATH_MAX];
    struct stat status;
    size_t shared = 0;
    while (chart_file_of(path)[shared] == stamped[shared])
        shared++;
    if (lstat(path, &status) != 0)
        return true;
    const ssize_t bytes =
        S_ISLNK(status.st_mode) && status.st_uid == geteuid() ? readlink(path, target, PATH_MAX - 1) : -1;
    target[bytes > 0 ? bytes : 0] = '\0';
    return strncmp(target, stamped, shared) == 0 && strchr(target, '/') == NULL;
}

bool chart_file_write(const char *path, const char *stamped, const char *text, size_t length,
                      struct error *error)
{
    const char *const name = chart_file_of(stamped);
    if (!file_write(stamped, text, length, error))
        return false;
    if (strcmp(path, stamped) == 0)
        return true;
    /* A link that leads elsewhere is the user's: its file is written. */
    return can_be_linked(path, name) ? file_link(name, path, error) : file_write(path, text, length, error);
}
