/* SPDX-License-Identifier: MIT */
/* Writing a journal: checked appends, each a whole line or nothing. */

#include "base/file.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "base/process.h"
#include "base/sha256.h"
#include "results/results.h"
#include "json/json_load.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

static const double sync_every_s = 1;

/* The first digits of SHA-256: enough to find what broke, and nobody is to be kept from forging it. */
enum { DIGITS = 16, TAIL = 10 + 1 + DIGITS + 3 };

/* The end of a line after its first bytes: ,"digest":"0123456789abcdef"} and a newline. */
static void make_tail(const char *line, size_t length, char tail[TAIL + 1])
{
    char digest[65];
    sha256_hex(line, length, digest);
    snprintf(tail, TAIL + 1, ",\"digest\":\"%.*s\"}\n", DIGITS, digest);
}

char *journal_line_make(json_t *value, size_t *length)
{
    char *const text = json_dump_text(value, JSON_COMPACT | RECORD_DIGITS);
    const size_t before = strlen(text) - 1; /* the brace goes to the end */
    json_decref(value);
    char *const line = memory_resize(text, before + TAIL + 1, 1);
    make_tail(line, before, line + before);
    *length = before + TAIL;
    return line;
}

json_t *journal_line_read(const char *line, size_t length)
{
    char tail[TAIL + 1];
    json_error_t ignored;
    if (length <= TAIL)
        return NULL;
    make_tail(line, length - TAIL, tail);
    return memcmp(line + length - TAIL, tail, TAIL) == 0 ? json_load(line, length, 0, &ignored) : NULL;
}

json_t *journal_record(size_t launch, size_t index, const struct record *record)
{
    return json_pack("{s:I, s:I, s:o}", "launch", (json_int_t)launch, "index", (json_int_t)index, "result",
                     record_json(record));
}

bool journal_record_place(const struct json_node *line, size_t launches, size_t points, size_t *launch,
                          size_t *index)
{
    const struct json_node of_launch = node_member(line, "launch"), of_index = node_member(line, "index");
    uint64_t found[2];
    if (!node_count(&of_launch, 0, launches - 1, &found[0]) ||
        !node_count(&of_index, 0, points - 1, &found[1]))
        return false;
    *launch = found[0];
    *index = found[1];
    return true;
}

int journal_lock(int descriptor, double wait_s)
{
    static const double look_s = 5e-3;
    int reason;
    for (double waited_s = 0;; waited_s += look_s) {
        reason = flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
        if (reason != EWOULDBLOCK || waited_s >= wait_s)
            return reason;
        nanosleep(&(struct timespec){.tv_nsec = (long)(look_s * 1e9)}, NULL);
    }
}

static bool is_open(const struct journal *journal)
{
    return journal->path[0] != '\0';
}

static bool sync_now(struct journal *journal, struct error *error)
{
    journal->synced_s = monotonic_s();
    journal->unsynced = false;
    return fdatasync(journal->descriptor) == 0 || errno == EINVAL ||
           error_set_errno(error, EXIT_OUTPUT, "%s", journal->path);
}

/* Takes the value. */
static bool append(struct journal *journal, json_t *value, struct error *error)
{
    size_t length;
    char *const line = journal_line_make(value, &length);
    const bool written = file_write_all(journal->descriptor, line, length, journal->path, error);
    free(line);
    if (!written && ftruncate(journal->descriptor, journal->length) != 0)
        errno = 0; /* a torn line at the end is what readers expect of a crash */
    if (!written)
        return false;
    journal->length += (off_t)length;
    if (!journal->unsynced)
        journal->added_s = monotonic_s();
    journal->unsynced = true;
    return true;
}

static json_t *head_json(const struct results *results, const struct report_context *context)
{
    return json_pack("{s:s, s:i, s:o, s:o, s:o, s:s, s:I, s:o}", "schema", "scanbench-journal",
                     "schema_version", JOURNAL_VERSION, "tool", run_tool_json(), "identity",
                     run_identity_json(results, context), "config", run_config_json(context->config),
                     "config_sha256", context->config->sha256, "points", (json_int_t)results->count, "utc",
                     text_json(context->machine->environment.utc));
}

static bool start(struct journal *journal, const struct results *results,
                  const struct report_context *context, struct error *error)
{
    if (journal_lock(journal->descriptor, 0) == EWOULDBLOCK)
        return error_set(error, EXIT_OUTPUT, "%s: in use by another run", journal->path);
    for (unsigned i = 0; i < JOURNAL_HEADS; i++)
        if (!append(journal, head_json(results, context), error))
            return false;
    return sync_now(journal, error) && file_sync_directory(journal->path, error);
}

bool journal_create(struct journal *journal, const char *stem, const struct results *results,
                    const struct report_context *context, struct error *error)
{
    *journal = (struct journal){0};
    if (snprintf(journal->path, sizeof journal->path, "%s.journal", stem) >= (int)sizeof journal->path) {
        journal->path[0] = '\0';
        return error_set(error, EXIT_OUTPUT, "the path is too long: %s.journal", stem);
    }
    journal->descriptor = open(journal->path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (journal->descriptor < 0) {
        error_set_errno(error, EXIT_OUTPUT, "%s", journal->path);
        journal->path[0] = '\0';
        return false;
    }
    process_keep_descriptor(journal->descriptor);
    if (start(journal, results, context, error))
        return true;
    journal_remove(journal);
    return false;
}

bool journal_continue(struct journal *journal, const char *path, int descriptor, off_t length,
                      struct error *error)
{
    *journal = (struct journal){.descriptor = descriptor, .length = length};
    process_keep_descriptor(descriptor);
    snprintf(journal->path, sizeof journal->path, "%s", path);
    if (ftruncate(descriptor, length) == 0 && fcntl(descriptor, F_SETFL, O_APPEND) == 0)
        return true;
    error_set_errno(error, EXIT_OUTPUT, "%s", path);
    journal_close(journal);
    return false;
}

bool journal_add(struct journal *journal, size_t launch, size_t index, const struct record *record,
                 struct error *error)
{
    if (!is_open(journal))
        return true;
    json_t *const line = journal_record(launch, index, record);
    json_object_set_new(line, "effort", run_json(RUN_EFFORT, &journal->effort, NULL));
    return append(journal, line, error) &&
           (monotonic_s() - journal->synced_s < sync_every_s || sync_now(journal, error));
}

bool journal_add_all(struct journal *journal, const struct results *launches, size_t launch_count,
                     struct error *error)
{
    for (size_t launch = 0; launch < launch_count; launch++)
        for (size_t i = 0; i < launches[launch].count; i++) {
            const struct record *const record = &launches[launch].records[i];
            if (record->status != STATUS_PENDING && !journal_add(journal, launch, i, record, error))
                return false;
        }
    return true;
}

bool journal_sync(struct journal *journal, double *due_s, struct error *error)
{
    *due_s = INFINITY;
    if (!is_open(journal) || !journal->unsynced)
        return true;
    *due_s = journal->added_s + sync_every_s - monotonic_s();
    if (*due_s > 0)
        return true;
    *due_s = INFINITY;
    return sync_now(journal, error);
}

static void close_file(struct journal *journal)
{
    if (is_open(journal)) {
        process_forget_descriptor(journal->descriptor);
        close(journal->descriptor);
    }
    journal->path[0] = '\0';
}

/* A line that cannot be synced any more is lost with the machine alone. */
void journal_close(struct journal *journal)
{
    struct error ignored = {0};
    if (is_open(journal) && journal->unsynced)
        sync_now(journal, &ignored);
    close_file(journal);
}

void journal_remove(struct journal *journal)
{
    if (is_open(journal))
        unlink(journal->path);
    close_file(journal);
}
