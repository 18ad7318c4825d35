/* SPDX-License-Identifier: MIT */
/* The results that a command is given: a file, several of one config as one with more processes; where they
 * come from. */
#include "commands/commands.h"

#include "base/inert.h"
#include "base/memory.h"
#include "base/text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

/* Where runs write without --output. */
static const char *results_folder(void)
{
    const char *const named = getenv("SCANBENCH_OUTPUT");
    return named && *named != '\0' && strcmp(named, "-") != 0 ? named : "results";
}

/* Whether a file of the folder of results is newer than that of path, which it then becomes. */
static bool take_newer(const char *name, double *newest_s, char *path)
{
    char own[PATH_BYTES];
    struct stat link, file;
    if (snprintf(own, sizeof own, "%s/%s", results_folder(), name) >= PATH_BYTES || lstat(own, &link) != 0 ||
        !S_ISLNK(link.st_mode) || stat(own, &file) != 0)
        return false;
    const double written_s = (double)file.st_mtim.tv_sec + 1e-9 * (double)file.st_mtim.tv_nsec;
    if (written_s <= *newest_s)
        return false;
    *newest_s = written_s;
    memcpy(path, own, sizeof own);
    return true;
}

static const char *find_newest(char *path, struct error *error)
{
    DIR *const folder = opendir(results_folder());
    double newest_s = 0;
    bool any = false;
    for (const struct dirent *entry; folder && (entry = readdir(folder));)
        if (text_ends_with(entry->d_name, ".json"))
            any |= take_newer(entry->d_name, &newest_s, path);
    if (folder)
        closedir(folder);
    if (!any)
        error_set(error, EXIT_USAGE, "no result in %s/; help: scanbench scan measures one", results_folder());
    return any ? path : NULL;
}

/* The word itself, or the path that it means (PATH_BYTES); NULL with the error. */
static const char *find(const char *named, char *path, struct error *error)
{
    if (!named)
        return find_newest(path, error);
    const int length = snprintf(path, PATH_BYTES, "%s/%s.json", results_folder(), named);
    if (access(named, F_OK) == 0 || length >= PATH_BYTES)
        return named;
    if (access(path, F_OK) == 0)
        return path;
    char newest[PATH_BYTES];
    struct error none = {0};
    if (strpbrk(named, "/.") || !find_newest(newest, &none))
        return named;
    error_set(error, EXIT_USAGE, "no result '%s' in %s/; help: the newest there is %s", named,
              results_folder(), newest);
    return NULL;
}

char *side_path(const char *named, struct error *error)
{
    char path[PATH_BYTES];
    const char *const found = find(named, path, error);
    return found ? memory_text(found) : NULL;
}

typedef bool reader(struct result_file *file, const char *path, struct error *error);

static bool read_found(struct result_file *file, const char *named, reader *read, struct error *error)
{
    char path[PATH_BYTES];
    const char *const found = find(named, path, error);
    return found && read(file, found, error);
}

/* A file, of several that are one result; no process counts twice. */
static bool is_new(const char *path, struct stat *seen, size_t count, struct error *error)
{
    if (stat(path, &seen[count]) != 0)
        return true;
    for (size_t i = 0; i < count; i++)
        if (seen[i].st_dev == seen[count].st_dev && seen[i].st_ino == seen[count].st_ino)
            return error_set(error, EXIT_USAGE,
                             "%s is given twice, perhaps by a link; expected each result once", path);
    return true;
}

static bool append(struct result_file *file, struct result_file *more, struct error *error)
{
    const json_t *const sweeps = json_object_get(json_object_get(file->root, "config"), "sweeps");
    const json_t *const of_more = json_object_get(json_object_get(more->root, "config"), "sweeps");
    const bool same = sweeps == of_more || json_equal(sweeps, of_more);
    bool ok = identity_match(file, more, &(struct variation){.count = 0}, error);
    if (ok && !(same && results_append(&file->results, &more->results)))
        ok = error_set(error, EXIT_UNSTABLE,
                       "%s and %s are not of one config; expected the same points in both", file->path,
                       more->path);
    if (ok)
        provenance_tell_builds(file, more);
    file->edited |= more->edited;
    file->session = NULL;
    return ok;
}

bool side_read(struct result_file *file, const char *named, struct error *error)
{
    /* A file may have a comma in its name. */
    char *const names = memory_text(named ? named : "");
    char *rest = named && access(named, F_OK) != 0 ? names : NULL, *name = rest ? strsep(&rest, ",") : names;
    struct stat *const seen = memory_array(strlen(names) + 1, sizeof *seen);
    size_t count = 1;
    bool ok = read_found(file, named ? name : NULL, results_read, error);
    const bool opened = ok;
    ok = ok && is_new(file->path, seen, 0, error);
    while (ok && (name = strsep(&rest, ","))) {
        struct result_file more;
        ok = read_found(&more, name, results_read, error);
        if (!ok)
            break;
        ok = is_new(more.path, seen, count++, error) && append(file, &more, error);
        result_file_close(&more);
    }
    if (opened && !ok)
        result_file_close(file);
    free(seen);
    free(names);
    return ok;
}

bool side_read_any(struct result_file *file, const char *named, struct error *error)
{
    return read_found(file, named, results_or_counts_read, error);
}

bool side_filter(struct filter *filter, const char *text, const struct result_file *file, struct error *error)
{
    const struct results *const results = &file->results;
    const char **const names = memory_array(results->count + 1, sizeof *names);
    for (size_t i = 0; i < results->count; i++)
        names[i] = results->records[i].point.implementation->name;
    const bool ok = filter_parse_beside(filter, text, names, results->count, error);
    free(names);
    return ok;
}

void provenance_warn(const struct result_file *file)
{
    if (file->edited)
        print_line(stderr, "scanbench: warning: %s was edited after scanbench wrote it", file->path);
}

void provenance_tell_builds(const struct result_file *base, const struct result_file *next)
{
    char differences[RUN_DIFFERENCES][RUN_DIFFERENCE_BYTES];
    const size_t count = run_differences(base, next, RUN_BUILT, differences);
    for (size_t i = 0; i < count; i++)
        print_line(stderr, "scanbench: the builds differ: %s", differences[i]);
}

void provenance_tell_paths(const char *base, const char *next)
{
    struct result_file of_base, of_next;
    struct error ignored = {0};
    if (!results_read(&of_base, base, &ignored))
        return;
    if (results_read(&of_next, next, &ignored)) {
        provenance_tell_builds(&of_base, &of_next);
        result_file_close(&of_next);
    }
    result_file_close(&of_base);
}
