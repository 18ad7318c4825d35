/* SPDX-License-Identifier: MIT */
/* scanbench best: which algorithm wins at which size, and the tile shape that is never far off. */
#include "base/file.h"
#include "base/memory.h"
#include "commands/best_again.h"
#include "commands/commands.h"
#include "report/best_header.h"
#include "report/best_print.h"
#include "report/best_write.h"
#include "results/sibling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

/* The JSON that a path names: itself, or the one of a CSV, which has no samples. */
static bool json_path(const char *path, char *json, struct error *error)
{
    const size_t length = strlen(path);
    const bool is_csv = length >= 4 && strcmp(path + length - 4, ".csv") == 0;
    char *const found = is_csv ? sibling_find(path, ".csv", ".json") : memory_text(path);
    const bool fits = snprintf(json, PATH_BYTES, "%s", found) < PATH_BYTES;
    free(found);
    if (!fits)
        return error_set(error, EXIT_USAGE, "%s: the path is too long", path);
    if (is_csv && access(json, F_OK) != 0)
        return error_set(error, EXIT_USAGE, "%s: the samples stand in %s, which is not there", path, json);
    return true;
}

static bool show(const struct best *best, const char *path, const struct options *options,
                 struct error *error)
{
    if (options->header)
        return file_print(best_header(best, path), error);
    if (options->format == FORMAT_CSV)
        return file_print(best_csv(best), error);
    if (options->format == FORMAT_JSON)
        return file_print(best_json(best), error);
    if (options->format == FORMAT_TABLE)
        best_print(stdout, best, options_color(options, STDOUT_FILENO));
    return true;
}

static bool show_again(const struct best *best, const struct result_file *file, const struct options *options,
                       struct error *error)
{
    struct result_file next;
    struct best again;
    if (!best_again(best, file, options, &next, error))
        return false;
    bool ok = best_make(&again, &next, NULL, best->seed, error);
    if (ok) {
        ok = show(&again, file->path, options, error);
        best_close(&again);
    }
    result_file_close(&next);
    return ok;
}

static bool find_best(const struct result_file *file, const struct options *options, struct error *error)
{
    struct filter filter = {0};
    struct best best;
    if (options->filter && !filter_parse(&filter, options->filter, error))
        return false;
    if (!best_make(&best, file, &filter, options->seed_set ? options->seed : 1, error))
        return false;
    const bool ok =
        options->again ? show_again(&best, file, options, error) : show(&best, file->path, options, error);
    best_close(&best);
    return ok;
}

bool command_best(const struct options *options, struct error *error)
{
    char path[PATH_BYTES];
    struct result_file file;
    if (options->arguments.count != 1)
        return error_set(error, EXIT_USAGE, "best: %zu files given; expected one result of a run",
                         options->arguments.count);
    const char *const named = options->arguments.all[0];
    if (!json_path(named, path, error) || !results_read(&file, path, error))
        return false;
    const bool of_csv = strcmp(named, path) != 0;
    const bool ok =
        (!of_csv || sibling_match(named, path, file.root, error)) && find_best(&file, options, error);
    result_file_close(&file);
    return ok;
}
