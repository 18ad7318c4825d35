/* SPDX-License-Identifier: MIT */
/* Result files: fresh ones for every run, and links to the newest. */
#include "results/write.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "results/newest.h"
#include "results/results_read.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
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

bool report_check(const char *folder, const struct config *config, size_t points, struct error *error)
{
    return newest_check(folder, config->name, error) && check_room(folder, config, points, error);
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
    return exists(stem, ".csv") || exists(stem, ".json");
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
    const int lock = folder_lock(within, lock_wait_s);
    if (lock >= 0)
        newest_clean(context->config->name, within);
    const bool begun = claim_any(journal, folder, results, context, error);
    folder_unlock(lock);
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

static bool write_json(const struct results *results, const struct report_context *context, const char *stem,
                       struct error *error)
{
    if (stands_complete(stem))
        return true;
    char *const text = json_text(results, context);
    const bool written = write_ending(stem, ".json", text, error);
    free(text);
    return written;
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

/* One that is as it would be written stays. */
static bool export_csv(const char *text, const char *stem, struct error *error)
{
    return stands_as(stem, ".csv", text) || write_ending(stem, ".csv", text, error);
}

enum report_stage report_write(const struct results *results, const struct report_context *context,
                               const char *stem, bool newest, struct error *error)
{
    const char *const name = context->config->name;
    const int lock = folder_lock(stem, lock_wait_s);
    if (lock >= 0)
        newest_clean(name, stem);
    enum report_stage stage = REPORT_NOTHING;
    if (write_json(results, context, stem, error))
        stage = REPORT_JSON;
    if (stage == REPORT_JSON && (!newest || newest_link(name, stem, ".json", error)) &&
        (!context->csv ||
         (export_csv(context->csv, stem, error) && (!newest || newest_link(name, stem, ".csv", error)))))
        stage = REPORT_ALL;
    folder_unlock(lock);
    return stage;
}
