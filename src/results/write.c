/* SPDX-License-Identifier: MIT */
/* Result files: fresh ones for every run, and links to the newest. */
#include "results/write.h"

#include "base/file.h"
#include "results/csv.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum {
    PATH_BYTES = 4096,
    STAMP_BYTES = 32,
    ATTEMPTS = 10000,
    LOCK_LOOKS = 200,
    LOCK_LOOK_NS = 10 * 1000 * 1000
};

static bool exists(const char *stem, const char *ending)
{
    char path[PATH_BYTES];
    const int length = snprintf(path, sizeof path, "%s%s", stem, ending);

    return length >= (int)sizeof path || faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

bool report_stem(const char *directory, const char *name, char *stem, size_t size, struct error *error)
{
    const time_t now = time(NULL);
    struct tm utc;
    char stamp[STAMP_BYTES];

    gmtime_r(&now, &utc);
    strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", &utc);
    for (unsigned attempt = 1; attempt <= ATTEMPTS; attempt++) {
        char suffix[16] = "";
        if (attempt > 1)
            snprintf(suffix, sizeof suffix, "-%u", attempt);
        const int length = snprintf(stem, size, "%s/%s-%s%s", directory, name, stamp, suffix);
        if (length < 0 || (size_t)length >= size)
            return error_set(error, EXIT_OUTPUT, "%s: the path is too long", directory);
        if (!exists(stem, ".csv") && !exists(stem, ".json") && !exists(stem, ".journal"))
            return true;
    }
    return error_set(error, EXIT_OUTPUT, "%s: no free name for %s-%s", directory, name, stamp);
}

/* Takes the text. */
static bool write_ending(const char *stem, const char *ending, char *text, struct error *error)
{
    char path[PATH_BYTES];
    bool written = false;

    if (snprintf(path, sizeof path, "%s%s", stem, ending) >= (int)sizeof path)
        error_set(error, EXIT_OUTPUT, "%s: the path is too long", stem);
    else
        written = file_write(path, text, strlen(text), error);
    free(text);
    return written;
}

/* <name><ending> in the folder of the stem. */
static bool link_ending(const char *name, const char *stem, const char *ending, struct error *error)
{
    char path[PATH_BYTES], target[PATH_BYTES];
    const char *const slash = strrchr(stem, '/');
    const char *const base = slash ? slash + 1 : stem;

    if (snprintf(path, sizeof path, "%.*s%s%s", (int)(base - stem), stem, name, ending) >= (int)sizeof path ||
        snprintf(target, sizeof target, "%s%s", base, ending) >= (int)sizeof target)
        return error_set(error, EXIT_OUTPUT, "%s: the path is too long", stem);
    return file_link(target, path, error);
}

/* Both links are switched by one run at a time, so that the last one has both. Where a folder cannot be
 * locked, they are switched all the same: who reads them looks where each leads to. */
static bool link_both(const char *name, const char *stem, struct error *error)
{
    const char *const slash = strrchr(stem, '/');
    char folder[PATH_BYTES];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - stem) + 1 : 1, slash ? stem : ".");
    const int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (unsigned looks = 0; lock >= 0 && looks < LOCK_LOOKS && flock(lock, LOCK_EX | LOCK_NB) != 0; looks++)
        nanosleep(&(struct timespec){.tv_nsec = LOCK_LOOK_NS}, NULL);
    const bool linked = link_ending(name, stem, ".json", error) && link_ending(name, stem, ".csv", error);
    if (lock >= 0)
        close(lock);
    return linked;
}

bool report_write(const struct results *results, const struct report_context *context, const char *stem,
                  struct error *error)
{
    const char *const name = context->config->name;

    return write_ending(stem, ".json", json_text(results, context), error) &&
           write_ending(stem, ".csv", csv_text(results, context->machine), error) &&
           link_both(name, stem, error);
}
