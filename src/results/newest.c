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

/* The folder that they lead through. */
static bool check_folder(const char *folder, const char *name, struct error *error)
{
    struct stat status;
    char *const path = memory_format("%s/.%s", folder, name);
    const char *why = NULL;
    if (lstat(path, &status) != 0)
        why = errno == ENOENT ? NULL : strerror(errno);
    else if (!S_ISDIR(status.st_mode))
        why = "not a folder, which the links to the newest result lead through";
    else if (is_kept_by_owner(folder, &status) || access(path, W_OK | X_OK) != 0)
        why = "a folder of another user, which the links to the newest result lead through";
    if (why)
        error_set(error, EXIT_OUTPUT, "%s: %s; move it away, or choose another --output", path, why);
    free(path);
    return !why;
}

bool newest_check(const char *folder, const char *name, struct error *error)
{
    return check_link(folder, name, ".csv", error) && check_link(folder, name, ".json", error) &&
           check_folder(folder, name, error);
}

/* Where the links of a name are in a folder: NAME.csv leads to .NAME/now/csv, whatever is newest. The link
 * `now` leads to one of two folders, whose links csv and json lead to the files of a run; a switch makes
 * those of the other and then renames `now`, so that no reader and no kill finds NAME.csv and NAME.json at
 * two runs. */
struct links {
    char *folder, *name, *now;
};
static const char *const endings[] = {"csv", "json"};
static const char *const slots[] = {"a", "b"};
enum { ENDINGS = 2, SLOTS = 2 };

static void links_open(struct links *links, const char *name, const char *stem)
{
    const char *const slash = strrchr(stem, '/');
    links->folder = memory_text_part(stem, slash ? (size_t)(slash + 1 - stem) : 0);
    links->name = memory_text(name);
    links->now = memory_format("%s.%s/now", links->folder, name);
}

static void links_close(struct links *links)
{
    free(links->folder);
    free(links->name);
    free(links->now);
}

/* NAME.csv; fresh. */
static char *shown_path(const struct links *links, size_t ending)
{
    return memory_format("%s%s.%s", links->folder, links->name, endings[ending]);
}

static char *slot_path(const struct links *links, const char *slot, const char *ending)
{
    return memory_format("%s.%s/%s/%s", links->folder, links->name, slot, ending);
}

/* What a link leads to; fresh, NULL where there is none. */
static char *target_of(const char *path)
{
    char target[4096];
    const ssize_t length = readlink(path, target, sizeof target);
    return length < 0 ? NULL : memory_text_part(target, (size_t)length);
}

/* The slot that `now` leads to; SLOTS where it leads nowhere. */
static size_t current_slot(const struct links *links)
{
    char *const target = target_of(links->now);
    size_t slot = 0;
    while (slot < SLOTS && !(target && strcmp(target, slots[slot]) == 0))
        slot++;
    free(target);
    return slot;
}

static bool make_folder(const char *path, struct error *error)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST || error_set_errno(error, EXIT_OUTPUT, "%s", path);
}

static bool make_folders(const struct links *links, struct error *error)
{
    char *const folder = memory_format("%s.%s", links->folder, links->name);
    bool made = make_folder(folder, error);
    for (size_t slot = 0; made && slot < SLOTS; slot++) {
        char *const within = memory_format("%s/%s", folder, slots[slot]);
        made = make_folder(within, error);
        free(within);
    }
    free(folder);
    return made;
}

/* A link of a slot to a file beside NAME.csv, or none. */
static bool fill(const struct links *links, size_t slot, size_t ending, const char *file, struct error *error)
{
    char *const path = slot_path(links, slots[slot], endings[ending]);
    char *const target = file ? memory_format("%s%s", *file == '/' ? "" : "../../", file) : NULL;
    const bool filled = target ? file_link(target, path, error) : unlink(path) == 0 || errno == ENOENT;
    free(path);
    free(target);
    return filled;
}

/* ".NAME/now/csv", which NAME.csv leads to; fresh. */
static char *through(const struct links *links, size_t ending)
{
    return memory_format(".%s/now/%s", links->name, endings[ending]);
}

static bool leads_through(const struct links *links, size_t ending)
{
    char *const path = shown_path(links, ending), *const target = target_of(path);
    char *const expected = through(links, ending);
    const bool leads = target && strcmp(target, expected) == 0;
    free(path);
    free(target);
    free(expected);
    return leads;
}

/* What NAME.csv leads to now, as a file beside it; fresh, NULL for nothing. */
static char *shown_file(const struct links *links, size_t ending)
{
    char *const path =
        leads_through(links, ending) ? slot_path(links, "now", endings[ending]) : shown_path(links, ending);
    char *const target = target_of(path);
    free(path);
    if (!target || strncmp(target, "../../", 6) != 0)
        return target;
    char *const file = memory_text(target + 6);
    free(target);
    return file;
}

/* Fill a slot with what is shown now, by links that lead to their files themselves, as they once did. */
static bool keep_shown(const struct links *links, size_t slot, struct error *error)
{
    bool kept = true;
    for (size_t ending = 0; kept && ending < ENDINGS; ending++) {
        char *const file = shown_file(links, ending);
        kept = fill(links, slot, ending, file, error);
        free(file);
    }
    return kept && file_link(slots[slot], links->now, error);
}

/* NAME.csv and NAME.json through `now`; what was not there before goes again when one of them cannot be made.
 */
static bool lead_through(const struct links *links, struct error *error)
{
    for (size_t ending = 0; ending < ENDINGS; ending++) {
        char *const path = shown_path(links, ending), *const target = through(links, ending);
        const bool made = leads_through(links, ending) || file_link(target, path, error);
        free(path);
        free(target);
        if (made)
            continue;
        char *const first = shown_path(links, 0);
        if (ending > 0 && current_slot(links) == SLOTS)
            unlink(first);
        free(first);
        return false;
    }
    return true;
}

static bool any_shown_directly(const struct links *links)
{
    bool any = false;
    for (size_t ending = 0; ending < ENDINGS; ending++) {
        char *const path = shown_path(links, ending), *const target = target_of(path);
        any = any || (target && !leads_through(links, ending));
        free(path);
        free(target);
    }
    return any;
}

static bool switch_to(const struct links *links, const char *run, struct error *error)
{
    if (any_shown_directly(links) && !keep_shown(links, current_slot(links) == 0, error))
        return false;
    if (!lead_through(links, error))
        return false;
    const size_t slot = current_slot(links) == 0;
    bool filled = true;
    for (size_t ending = 0; filled && ending < ENDINGS; ending++) {
        char *const file = memory_format("%s.%s", run, endings[ending]);
        filled = fill(links, slot, ending, file, error);
        free(file);
    }
    return filled && file_link(slots[slot], links->now, error);
}

bool newest_link(const char *name, const char *stem, struct error *error)
{
    struct links links;
    links_open(&links, name, stem);
    const bool linked = make_folders(&links, error) && switch_to(&links, stem + strlen(links.folder), error);
    links_close(&links);
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

/* "csv.HHHHHHHH.tmp" and "now.HHHHHHHH.tmp" among the links that are switched. */
static bool is_temporary_link(const void *context, const char *entry, const char *path)
{
    const size_t length = strlen(entry);
    (void)context;
    (void)path;
    return length > 4 && strcmp(entry + length - 4, ".tmp") == 0;
}

void newest_clean(const char *name, const char *stem)
{
    struct links links;
    links_open(&links, name, stem);
    folder_clean(stem, is_litter, name);
    folder_clean(links.now, is_temporary_link, NULL);
    for (size_t slot = 0; slot < SLOTS; slot++) {
        char *const within = slot_path(&links, slots[slot], "");
        folder_clean(within, is_temporary_link, NULL);
        free(within);
    }
    links_close(&links);
}
