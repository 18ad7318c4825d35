/* SPDX-License-Identifier: MIT */
/* Reading the journals of runs that were cut short. */

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "results/results.h"
#include "json/json_load.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_BYTES = 1 << 28, LINE_USUAL = 1 << 12 };

/* A run that was killed a moment ago may still be going. */
static const double lock_wait_s = 2;

static const char *text_of(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

/* Whether a line says what was to be measured. */
static bool is_head(const json_t *line)
{
    const char *const schema = text_of(line, "schema");
    return schema && strcmp(schema, "scanbench-journal") == 0;
}

/* The journal that is meant: the file itself, or the one beside the JSON of a run that was cut short; fresh.
 */
static char *journal_of(const char *named)
{
    static const char ending[] = ".json";
    char *const path = realpath(named, NULL);
    char *const journal = path && text_ends_with(path, ending)
                              ? memory_format("%.*s.journal", (int)(strlen(path) - strlen(ending)), path)
                              : memory_text(named);
    free(path);
    return journal;
}

static bool open_file(struct resume *resume, const char *named, struct error *error)
{
    if (strcmp(resume->path, named) != 0 && access(resume->path, F_OK) != 0)
        return error_set(error, EXIT_USAGE, "%s: no journal is beside it: there is nothing to resume", named);
    if (!file_check_regular(resume->path, SIZE_MAX, error))
        return false;
    resume->descriptor = open(resume->path, O_RDWR | O_CLOEXEC);
    resume->writable = resume->descriptor >= 0;
    if (!resume->writable)
        resume->descriptor = open(resume->path, O_RDONLY | O_CLOEXEC);
    if (resume->descriptor < 0)
        return error_set_errno(error, EXIT_USAGE, "%s", resume->path);
    if (journal_lock(resume->descriptor, lock_wait_s) == EWOULDBLOCK)
        return error_set(error, EXIT_USAGE, "%s: in use by another run", resume->path);
    const int copy = fcntl(resume->descriptor, F_DUPFD_CLOEXEC, 0);
    resume->lines = copy < 0 ? NULL : fdopen(copy, "r");
    if (!resume->lines && copy >= 0)
        close(copy);
    return resume->lines || error_set_errno(error, EXIT_SYSTEM, "%s", resume->path);
}

/* A line into text, of 0 bytes at the end or where it is torn: without its newline, or longer than any point
 * is. */
static bool get_line(struct resume *resume, struct error *error)
{
    size_t room = 0, got = 0;
    int byte = 0;
    while (byte != '\n' && got < LINE_BYTES && (byte = getc_unlocked(resume->lines)) != EOF) {
        if (got + 1 >= room)
            resume->text = memory_resize(resume->text, room = room ? 2 * room : LINE_USUAL, 1);
        resume->text[got++] = (char)byte;
        resume->text[got] = '\0';
    }
    resume->text_length = byte == '\n' ? got : 0;
    resume->length += (off_t)resume->text_length;
    resume->line_count += resume->text_length > 0;
    return !ferror(resume->lines) || error_set(error, EXIT_SYSTEM, "%s: cannot be read", resume->path);
}

/* What the next line says into *value: NULL where it is damaged, which is counted, and at the end. */
static bool next_line(struct resume *resume, json_t **value, struct error *error)
{
    const bool got = get_line(resume, error);
    *value = resume->text_length ? journal_line_read(resume->text, resume->text_length) : NULL;
    if (resume->text_length && !*value && !resume->damaged_count++)
        resume->damaged_first = resume->line_count;
    return got;
}

/* The same of the next that is not damaged. */
static bool read_line(struct resume *resume, json_t **value, struct error *error)
{
    size_t before;
    bool ok;
    do {
        before = resume->line_count;
        ok = next_line(resume, value, error);
    } while (ok && !*value && resume->line_count > before);
    return ok;
}

/* How the first line of a journal begins, of whatever version. */
static const char journal_start[] = "{\"schema\":\"scanbench-journal\",\"schema_version\":";

/* The version of a journal by how it begins, also where its first line is damaged; 0: it does not begin so.
 */
static long begun_version(const struct resume *resume)
{
    char start[sizeof journal_start + 16];
    const ssize_t length = pread(resume->descriptor, start, sizeof start - 1, 0);
    start[length > 0 ? length : 0] = '\0';
    return strncmp(start, journal_start, strlen(journal_start)) == 0
               ? strtol(start + strlen(journal_start), NULL, 10)
               : 0;
}

/* The first of the lines that say what was to be measured, which are alike. Without one *head stays NULL. */
static bool find_head(struct resume *resume, struct error *error)
{
    json_t *line = NULL;
    bool ok = true;
    for (unsigned i = 0; ok && i < JOURNAL_HEADS && !resume->head; i++) {
        ok = next_line(resume, &line, error);
        if (is_head(line))
            resume->head = line;
        else
            json_decref(line);
    }
    return ok;
}

static bool read_head(struct resume *resume, struct error *error)
{
    const long version = begun_version(resume);
    if (!find_head(resume, error))
        return false;
    if (resume->head)
        return true;
    if (version > 0 && version < JOURNAL_VERSION)
        return error_set(
            error, EXIT_USAGE,
            "%s: a journal of version %ld; expected %d: the scanbench that wrote it completes it",
            resume->path, version, JOURNAL_VERSION);
    if (version > 0)
        return error_set(error, EXIT_USAGE, "%s: its first lines, which have the plan, are damaged",
                         resume->path);
    if (lseek(resume->descriptor, 0, SEEK_END) == 0)
        return error_set(error, EXIT_USAGE,
                         "%s: empty, as of a run that was killed before its first line: nothing is to resume",
                         resume->path);
    return error_set(error, EXIT_USAGE,
                     "%s: not the journal of a run; expected what one that was cut short left", resume->path);
}

static bool read_plan(struct resume *resume)
{
    const json_t *const head = resume->head, *const config = json_object_get(head, "config");
    const char *const sha256 = text_of(head, "config_sha256");
    resume->utc = text_of(head, "utc");
    resume->points = (size_t)json_integer_value(json_object_get(head, "points"));
    resume->config_sha256 = sha256 ? sha256 : "";
    if (json_is_object(config))
        resume->config_text = json_dump_text(config, JSON_INDENT(1) | RECORD_DIGITS);
    return resume->config_text && resume->points > 0;
}

bool resume_open(struct resume *resume, const char *path, struct error *error)
{
    *resume = (struct resume){.path = journal_of(path), .descriptor = -1};
    if (!open_file(resume, path, error) || !read_head(resume, error))
        return false;
    return read_plan(resume) ||
           error_set(error, EXIT_USAGE, "%s: it has no plan of what was to be measured", resume->path);
}

static const json_t *identity_of(const struct resume *resume)
{
    return json_object_get(resume->head, "identity");
}

bool resume_plugins(const struct resume *resume, struct error *error)
{
    return run_plugins_match(resume->path, identity_of(resume), error);
}

/* The first member that two objects do not share. */
static const char *difference(const json_t *then, json_t *now)
{
    const char *name;
    json_t *value;
    json_object_foreach(now, name, value) if (!json_equal(value, json_object_get(then, name))) return name;
    return json_object_size(then) == json_object_size(now) ? NULL : "?";
}

/* Takes what is now. */
static bool is_same(const struct resume *resume, const json_t *then, json_t *now, const char *what,
                    struct error *error)
{
    const char *const name = difference(then, now);
    if (name)
        error_set(error, EXIT_UNSTABLE, "%s: it was measured %s: '%s' differs", resume->path, what, name);
    json_decref(now);
    return !name;
}

bool resume_match(const struct resume *resume, const struct results *results,
                  const struct report_context *context, struct error *error)
{
    if (results->count != resume->points)
        return error_set(error, EXIT_UNSTABLE, "%s: it was to measure %zu points; here there are %zu",
                         resume->path, resume->points, results->count);
    return is_same(resume, json_object_get(resume->head, "tool"), run_tool_json(), "by another build",
                   error) &&
           is_same(resume, identity_of(resume), run_identity_json(results, context), "on another machine",
                   error);
}

/* A point that a resumed run measured again is there twice: the first time counts. */
static bool take_line(struct resume *resume, const struct json_node *line, struct results *launches,
                      size_t launch_count)
{
    const struct json_node result = node_member(line, "result"), list = node_member(&result, "launches");
    size_t at, point;
    if (!journal_record_place(line, launch_count, launches[0].count, &at, &point))
        return false;
    resume->effort = run_effort(json_object_get(line->value, "effort"));
    struct record *const record = &launches[at].records[point];
    if (record->status != STATUS_PENDING)
        return true;
    struct record read = record_of(&record->point);
    if (!record_read(&read, &result, NULL))
        return false;
    if (read.launch_count == 0 && read.status != STATUS_INTERRUPTED) {
        *record = read;
        return true;
    }
    const bool passed = read.launch_count == 0 || node_unexpected(&list, "none, of one launch");
    record_close(&read);
    return passed;
}

bool resume_records(struct resume *resume, struct results *launches, size_t launch_count, struct error *error)
{
    for (;;) {
        json_t *value;
        if (!read_line(resume, &value, error))
            return false;
        if (!value)
            return true;
        const struct json_source source = {resume->path, resume->text, resume->text_length,
                                           .lines_before = resume->line_count - 1};
        const struct json_node line = {.value = value, .source = &source, .error = error};
        const bool taken = is_head(value) || take_line(resume, &line, launches, launch_count);
        json_decref(value);
        if (!taken)
            return false;
    }
}

bool resume_continue(struct resume *resume, struct journal *journal, struct error *error)
{
    if (!resume->writable)
        return error_set(error, EXIT_OUTPUT,
                         "%s: it cannot be written; --output names another place to go on", resume->path);
    const int descriptor = resume->descriptor;
    resume->descriptor = -1;
    return journal_continue(journal, resume->path, descriptor, resume->length, error);
}

char *resume_damage(const struct resume *resume)
{
    if (!resume->damaged_count)
        return NULL;
    return memory_format(
        "%s: %zu of its lines %s damaged, the first is line %zu: their points are measured again",
        resume->path, resume->damaged_count, resume->damaged_count == 1 ? "is" : "are",
        resume->damaged_first);
}

void resume_close(struct resume *resume)
{
    if (resume->lines)
        fclose(resume->lines);
    if (resume->descriptor >= 0)
        close(resume->descriptor);
    json_decref(resume->head);
    free(resume->config_text);
    free(resume->text);
    free(resume->path);
    *resume = (struct resume){.descriptor = -1};
}
