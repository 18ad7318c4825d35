/* SPDX-License-Identifier: MIT */
/* A folder that several processes write into: whose turn it is, and what is in it. */
#include "base/folder.h"

#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_NS = 5 * 1000 * 1000 };

/* With the slash at its end; fresh. */
static char *folder_of(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash ? memory_text_part(path, (size_t)(slash - path) + 1) : memory_text("./");
}

/* Whether it was locked; what cannot be locked is not waited for. */
static bool lock_within(int descriptor, double wait_s)
{
    for (double waited_s = 0; flock(descriptor, LOCK_EX | LOCK_NB) != 0; waited_s += LOOK_NS * 1e-9) {
        if (errno != EWOULDBLOCK || waited_s >= wait_s)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = LOOK_NS}, NULL);
    }
    return true;
}

int folder_lock(const char *path, double wait_s)
{
    char *const folder = folder_of(path);
    const int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (descriptor < 0 || lock_within(descriptor, wait_s))
        return descriptor;
    close(descriptor);
    return -1;
}

void folder_unlock(int lock)
{
    if (lock >= 0)
        close(lock);
}

void folder_clean(const char *path,
                  bool (*is_litter)(const void *context, const char *name, const char *path),
                  const void *context)
{
    char *const folder = folder_of(path);
    DIR *const entries = opendir(folder);
    for (const struct dirent *entry; entries && (entry = readdir(entries));) {
        char *const file = memory_format("%s%s", folder, entry->d_name);
        if (is_litter(context, entry->d_name, file))
            unlink(file);
        free(file);
    }
    if (entries)
        closedir(entries);
    free(folder);
}
