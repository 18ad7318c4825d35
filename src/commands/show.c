/* SPDX-License-Identifier: MIT */
/* scanbench show: the answer of a result as the run printed it, all of its rows, or its claims. */
#include "analysis/best_points.h"
#include "base/file.h"
#include "commands/commands.h"
#include "commands/print_report.h"
#include "commands/side.h"
#include "report/report.h"

#include "json/json_load.h"

#include <stdlib.h>

enum { RESULT_BYTES = 1 << 30 };

/* Append the claims of one result, of a run or of counts. */
static bool add_claims(json_t *claims, const char *path, struct error *error)
{
    char *text = NULL;
    size_t length = 0;
    json_error_t why;
    if (!file_read(path, RESULT_BYTES, &text, &length, error))
        return false;
    json_t *const root = json_load(text, length, 0, &why);
    free(text);
    if (!root)
        return json_refuse(error, path, &why, "the JSON of a result");
    const bool ok = claims_append(claims, root, path, error);
    json_decref(root);
    return ok;
}

static bool show_claims(const struct options *options, struct error *error)
{
    struct report report = {.schema = "scanbench-claims"};
    json_t *const claims = json_array();
    bool ok = true;
    for (size_t i = 0; ok && (i == 0 || i < options->arguments.count); i++) {
        char path[SIDE_PATH];
        const char *const named =
            side_find(i < options->arguments.count ? options->arguments.all[i] : NULL, path, error);
        ok = named && add_claims(claims, named, error);
    }
    report_add_claims(&report, claims);
    ok = ok && print_report(&report, options, error);
    report_close(&report);
    json_decref(claims);
    return ok;
}

static bool show_result(const struct result_file *file, const struct options *options, struct error *error)
{
    struct filter filter = {0};
    if (options->filter && !filter_parse(&filter, options->filter, error))
        return false;
    if (options->format == FORMAT_HTML)
        return file_print(html_page(file, &filter, NULL, 0), error);
    return print_answer(&(struct answer_source){&file->results, &filter, file->path}, options, error);
}

bool command_show(const struct options *options, struct error *error)
{
    struct result_file file;
    char path[SIDE_PATH];
    if (options->arguments.count > 1 && !options->claims)
        return error_set(error, EXIT_USAGE, "show: %zu files given; expected one result of a run",
                         options->arguments.count);
    if (options->claims)
        return show_claims(options, error);
    const char *const named =
        side_find(options->arguments.count ? options->arguments.all[0] : NULL, path, error);
    if (!named || !side_read(&file, named, error))
        return false;
    if (!options->quiet)
        provenance_warn(&file);
    const bool ok = show_result(&file, options, error);
    result_file_close(&file);
    return ok;
}
