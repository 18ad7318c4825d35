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

bool chart_file_write(const struct chart_files *files, const char *part, const char *text, size_t length,
                      struct error *error)
{
    char *const path = memory_format("%s%s", files->stem, part);
    char *const stamped = memory_format("%s%s%s", files->stem, files->stamp, part);
    bool ok = file_write(stamped, text, length, error);
    /* A link that leads elsewhere is the user's: its file is written. */
    if (ok && files->stamp[0] != '\0')
        ok = can_be_linked(path, files->stem) ? file_link(chart_file_of(stamped), path, error)
                                              : file_write(path, text, length, error);
    free(stamped);
    free(path);
    return ok;
}
