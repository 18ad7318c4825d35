/* SPDX-License-Identifier: MIT */
/* Result files: fresh ones for every run, and links to the newest. */
#include "results/results.h"

#include "base/file.h"
#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

enum {
    STAMP_BYTES = 32,
    ATTEMPTS = 10000,
    RESULT_BYTES = 1 << 30,
    LINE_LEAST = 512,  /* bytes of a point in a journal, whatever becomes of it */
    POINT_LEAST = 512, /* in CSV and JSON */
};
static const double lock_wait_s = 30;

const char *const report_endings[REPORT_ENDINGS] = {".json", ".csv", ".md", ".html", ".tex"};

/* The folder of a path, with the slash at its end; fresh. */
static char *folder_of(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash ? memory_text_part(path, (size_t)(slash - path) + 1) : memory_text("./");
}

/* −1 where it is not to be had, or cannot be locked. */
static int lock_folder(const char *path)
{
    char *const folder = folder_of(path);
    const int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (descriptor < 0 || journal_lock(descriptor, lock_wait_s) == 0)
        return descriptor;
    close(descriptor);
    return -1;
}

static void unlock_folder(int lock)
{
    if (lock >= 0)
        close(lock);
}

/* In a folder such as /tmp, what others own cannot be replaced. */
static bool is_kept_by_owner(const char *folder, const struct stat *link)
{
    struct stat of_folder;
    const uid_t user = geteuid();
    return stat(folder, &of_folder) == 0 && (of_folder.st_mode & S_ISVTX) && user != 0 &&
           link->st_uid != user && of_folder.st_uid != user;
}

static bool newest_check(const char *folder, const char *name, const char *ending, struct error *error)
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

/* Point the link of an ending at the run of a stem, which is beside it, by one rename: a reader finds the
 * whole run before, or the whole new one. Called with the folder locked. */
static bool newest_link(const char *name, const char *stem, const char *ending, struct error *error)
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

/* Of what follows a run's name: "-20260131T120000Z" and, of a second run of that second, "-2". */
#define STAMP "-[0-9]{8}T[0-9]{6}Z(-[0-9]+)?"

static bool fits(const char *text, const char *pattern)
{
    regex_t compiled;
    if (regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB) != 0)
        return false;
    const bool fit = regexec(&compiled, text, 0, NULL, 0) == 0;
    regfree(&compiled);
    return fit;
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

/* "NAME.csv.HHHHHHHH.tmp", "NAME-TIME.json.HHHHHHHH.tmp" and the like: made under the lock that we hold, so
 * that who made it is dead. */
static bool is_litter(const char *name, const char *entry, const char *path)
{
    const size_t length = strlen(name);
    const char *const rest = entry + length;
    return strncmp(entry, name, length) == 0 &&
           (fits(rest, "^(" STAMP ")?\\.(json|csv|md|html|tex)\\.[0-9a-fA-F]{8}\\.tmp$") ||
            (fits(rest, "^" STAMP "\\.journal$") && has_no_line(path)));
}

/* Remove what killed runs of a name left beside the stem: temporary files, and journals without a line; what
 * cannot be removed stays. Called with the folder locked, as all are who make such files. */
static void newest_clean(const char *name, const char *stem)
{
    char *const folder = folder_of(stem);
    DIR *const entries = opendir(folder);
    for (const struct dirent *entry; entries && (entry = readdir(entries));) {
        char *const file = memory_format("%s%s", folder, entry->d_name);
        if (is_litter(name, entry->d_name, file))
            unlink(file);
        free(file);
    }
    if (entries)
        closedir(entries);
    free(folder);
}

/* What is surely needed. Quotas, and what others write meanwhile, are not known. */
static bool check_room(const char *folder, const struct config *config, size_t points, struct error *error)
{
    struct statvfs room;
    const double need = (double)points * ((double)config->measure.processes * LINE_LEAST + POINT_LEAST);
    if (statvfs(folder, &room) != 0)
        return true;
    const double have = (double)room.f_bavail * (double)room.f_frsize;
    return have >= need || error_set(error, EXIT_OUTPUT,
                                     "%s: %.0f KiB are left there; the results of %zu points take more than "
                                     "%.0f KiB",
                                     folder, have / 1024, points, need / 1024);
}

bool report_check(const char *folder, const struct config *config, size_t points, unsigned endings,
                  struct error *error)
{
    for (size_t i = 0; i < REPORT_ENDINGS; i++)
        if ((i == 0 || (endings >> i & 1)) && !newest_check(folder, config->name, report_endings[i], error))
            return false;
    return check_room(folder, config, points, error);
}

static bool exists(const char *stem, const char *ending)
{
    char *const path = memory_format("%s%s", stem, ending);
    const bool found = faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
    free(path);
    return found;
}

static bool has_results(const char *stem)
{
    bool any = false;
    for (size_t i = 0; i < REPORT_ENDINGS; i++)
        any |= exists(stem, report_endings[i]);
    return any;
}

enum stem_claim { CLAIM_MADE, CLAIM_TAKEN, CLAIM_FAILED };

/* A run that came to its end meanwhile has a stem no less than one that goes on. */
static enum stem_claim claim(struct journal *journal, const char *stem, const struct results *results,
                             const struct report_context *context, struct error *error)
{
    struct error refused = {0};
    if (has_results(stem) || exists(stem, ".journal"))
        return CLAIM_TAKEN;
    if (!journal_create(journal, stem, results, context, &refused)) {
        if (exists(stem, ".journal"))
            return CLAIM_TAKEN;
        error_set(error, refused.code, "%s", refused.text);
        return CLAIM_FAILED;
    }
    if (!has_results(stem))
        return CLAIM_MADE;
    journal_remove(journal);
    return CLAIM_TAKEN;
}

static bool claim_any(struct journal *journal, const char *folder, const struct results *results,
                      const struct report_context *context, struct error *error)
{
    const time_t now = time(NULL);
    const char *const name = context->config->name;
    struct tm utc;
    char stamp[STAMP_BYTES];
    gmtime_r(&now, &utc);
    strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", &utc);
    for (unsigned attempt = 1; attempt <= ATTEMPTS; attempt++) {
        char suffix[16] = "";
        if (attempt > 1)
            snprintf(suffix, sizeof suffix, "-%u", attempt);
        char *const stem = memory_format("%s/%s-%s%s", folder, name, stamp, suffix);
        const enum stem_claim made = claim(journal, stem, results, context, error);
        free(stem);
        if (made != CLAIM_TAKEN)
            return made == CLAIM_MADE;
    }
    return error_set(error, EXIT_OUTPUT, "%s: no free name for %s-%s", folder, name, stamp);
}

bool report_begin(struct journal *journal, const char *folder, const struct results *results,
                  const struct report_context *context, struct error *error)
{
    char *const within = memory_format("%s/", folder);
    const int lock = lock_folder(within);
    if (lock >= 0)
        newest_clean(context->config->name, within);
    const bool begun = claim_any(journal, folder, results, context, error);
    unlock_folder(lock);
    free(within);
    return begun;
}

static bool write_ending(const char *stem, const char *ending, const char *text, struct error *error)
{
    char *const path = memory_format("%s%s", stem, ending);
    const bool written = file_write(path, text, strlen(text), error);
    free(path);
    return written;
}

/* Whether an earlier run of the stem wrote its JSON, and was complete. */
static bool stands_complete(const char *stem)
{
    struct result_file file;
    struct error ignored = {0};
    char *const path = memory_format("%s.json", stem);
    const bool read = results_read(&file, path, &ignored);
    const bool stands = read && file.results.complete && !file.edited;
    if (read)
        result_file_close(&file);
    free(path);
    return stands;
}

static bool stands_as(const char *stem, const char *ending, const char *text)
{
    struct error ignored = {0};
    char *const path = memory_format("%s%s", stem, ending);
    char *before = NULL;
    size_t length;
    const bool same = file_read(path, RESULT_BYTES, &before, &length, &ignored) && length == strlen(text) &&
                      memcmp(before, text, length) == 0;
    free(before);
    free(path);
    return same;
}

enum report_stage report_write(char *const texts[REPORT_ENDINGS], const char *name, const char *stem,
                               bool newest, struct error *error)
{
    const int lock = lock_folder(stem);
    if (lock >= 0)
        newest_clean(name, stem);
    enum report_stage stage = REPORT_NOTHING;
    if (stands_complete(stem) || write_ending(stem, report_endings[0], texts[0], error))
        stage = newest && !newest_link(name, stem, report_endings[0], error) ? REPORT_JSON : REPORT_ALL;
    for (size_t i = 1; stage == REPORT_ALL && i < REPORT_ENDINGS; i++)
        if (texts[i] && !((stands_as(stem, report_endings[i], texts[i]) ||
                           write_ending(stem, report_endings[i], texts[i], error)) &&
                          (!newest || newest_link(name, stem, report_endings[i], error))))
            stage = REPORT_JSON;
    unlock_folder(lock);
    return stage;
}
