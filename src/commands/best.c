/* SPDX-License-Identifier: MIT */
/* scanbench best: which algorithm wins at which size, and the tile shape that is never far off. */
#include "base/file.h"
#include "commands/best_again.h"
#include "commands/commands.h"
#include "commands/provenance.h"
#include "commands/side.h"
#include "report/best_header.h"
#include "report/best_print.h"
#include "report/best_write.h"
#include "report/markdown.h"

#include <stdio.h>
#include <unistd.h>

static bool show(const struct best *best, const char *path, const struct options *options,
                 struct error *error)
{
    if (options->header)
        return file_print(best_header(best, path), error);
    if (options->format == FORMAT_CSV)
        return file_print(best_csv(best), error);
    if (options->format == FORMAT_JSON)
        return file_print(best_json(best), error);
    if (options->format == FORMAT_MARKDOWN)
        return file_print(markdown_of_csv(best_csv(best)), error);
    if (options->format == FORMAT_TABLE)
        best_print(stdout, best, options_color(options, STDOUT_FILENO));
    return true;
}

static bool show_again(const struct best *best, const struct result_file *file, const struct options *options,
                       struct error *error)
{
    struct results results;
    struct best again;
    if (!best_again(best, file, options, &results, error))
        return false;
    best_make(&again, &results, NULL);
    const bool ok = best_check(&again, file->path, error) && show(&again, file->path, options, error);
    best_close(&again);
    results_close(&results);
    return ok;
}

static bool find_best(const struct result_file *file, const struct options *options, struct error *error)
{
    struct filter filter = {0};
    struct best best;
    if (options->filter && !filter_parse(&filter, options->filter, error))
        return false;
    best_make(&best, &file->results, &filter);
    bool ok = best_check(&best, file->path, error);
    if (ok)
        ok = options->again ? show_again(&best, file, options, error)
                            : show(&best, file->path, options, error);
    best_close(&best);
    return ok;
}

bool command_best(const struct options *options, struct error *error)
{
    char path[RESULT_PATH];
    struct result_file file;
    if (options->arguments.count != 1)
        return error_set(error, EXIT_USAGE, "best: %zu files given; expected one result of a run",
                         options->arguments.count);
    if (!side_read(&file, options->arguments.all[0], path, error))
        return false;
    if (!options->quiet)
        provenance_warn(&file);
    const bool ok = find_best(&file, options, error);
    result_file_close(&file);
    return ok;
}
