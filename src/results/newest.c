/* SPDX-License-Identifier: MIT */
/* The links NAME.csv and NAME.json to the newest run of a name, and what killed runs of it left. */
#include "results/newest.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/memory.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* In a folder such as /tmp, what others own cannot be replaced. */
static bool is_kept_by_owner(const char *folder, const struct stat *link)
{
    struct stat of_folder;
    const uid_t user = geteuid();
    return stat(folder, &of_folder) == 0 && (of_folder.st_mode & S_ISVTX) && user != 0 &&
           link->st_uid != user && of_folder.st_uid != user;
}

static bool check_link(const char *folder, const char *name, const char *ending, struct error *error)
{
    struct stat status;
    char *const path = memory_format("%s/%s%s", folder, name, ending);
    const char *why = NULL;
    if (lstat(path, &status) != 0)
        why = errno == ENOENT ? NULL : strerror(errno);
    else if (!S_ISLNK(status.st_mode))
        why = "not a symbolic link, so it is not replaced by one to the newest result";
    else if (is_kept_by_owner(folder, &status))
        why = "a link that another user owns, so it is not replaced";
    if (why)
        error_set(error, EXIT_OUTPUT, "%s: %s; move it away, or choose another --output", path, why);
    free(path);
    return !why;
}

bool newest_check(const char *folder, const char *name, struct error *error)
{
    return check_link(folder, name, ".json", error) && check_link(folder, name, ".csv", error);
}

bool newest_link(const char *name, const char *stem, const char *ending, struct error *error)
{
    const char *const slash = strrchr(stem, '/');
    const char *const file = slash ? slash + 1 : stem;
    char *const target = memory_format("%s%s", file, ending);
    char *const path = memory_format("%.*s%s%s", (int)(file - stem), stem, name, ending);
    const bool linked = file_link(target, path, error);
    free(target);
    free(path);
    return linked;
}

static const char *after(const char *text, const char *start)
{
    const size_t length = strlen(start);
    return text && strncmp(text, start, length) == 0 ? text + length : NULL;
}

/* What follows characters of a class, exactly so many; 0: any number but none. */
static const char *after_class(const char *text, int (*is)(int), size_t exactly)
{
    size_t count = 0;
    while (text && is((unsigned char)text[count]) && (exactly == 0 || count < exactly))
        count++;
    return count > 0 && (exactly == 0 || count == exactly) ? text + count : NULL;
}

/* What follows "-20260131T120000Z" and, of a second run of that second, "-2". */
static const char *after_stamp(const char *text)
{
    const char *at = after(after_class(after(text, "-"), isdigit, 8), "T");
    at = after(after_class(at, isdigit, 6), "Z");
    const char *const numbered = after_class(after(at, "-"), isdigit, 0);
    return numbered ? numbered : at;
}

/* "NAME.csv.HHHHHHHH.tmp", "NAME-TIME.json.HHHHHHHH.tmp" and the like: made under the lock that we hold, so
 * that who made it is dead. */
static bool is_temporary(const char *rest)
{
    const char *const stamped = after_stamp(rest);
    const char *const ending = stamped ? stamped : rest;
    const char *at = after(ending, ".csv");
    at = after(after_class(after(at ? at : after(ending, ".json"), "."), isxdigit, 8), ".tmp");
    return at && !*at;
}

/* Nobody writes it, and it has no line: it was created, and that was all. */
static bool has_no_line(const char *path)
{
    char start[4096];
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    bool empty = descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0;
    for (ssize_t length; empty && (length = read(descriptor, start, sizeof start)) != 0;)
        empty = length > 0 && !memchr(start, '\n', (size_t)length);
    if (descriptor >= 0)
        close(descriptor);
    return empty;
}

static bool is_litter(const void *context, const char *entry, const char *path)
{
    const char *const rest = after(entry, context);
    const char *const journal = after(after_stamp(rest), ".journal");
    return rest && (is_temporary(rest) || (journal && !*journal && has_no_line(path)));
}

void newest_clean(const char *name, const char *stem)
{
    folder_clean(stem, is_litter, name);
}
