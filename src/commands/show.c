/* SPDX-License-Identifier: MIT */
/* scanbench show: the answer of a result as the run printed it, all of its rows, or its claims. */
#include "base/file.h"
#include "base/inert.h"
#include "commands/commands.h"
#include "report/report.h"

/* Of each result, of a run or of counts. */
static bool show_claims(const struct options *options, struct error *error)
{
    struct report report = {.schema = "scanbench-claims"};
    json_t *const claims = json_array();
    bool ok = true;
    for (size_t i = 0; ok && (i == 0 || i < options->arguments.count); i++) {
        struct result_file file;
        ok = side_read_any(&file, options->arguments.all[i], error);
        if (ok) {
            ok = claims_append(claims, file.root, file.path, error);
            result_file_close(&file);
        }
    }
    if (ok && json_array_size(claims) == 0 && !options->quiet)
        message_print("scanbench: ", "no claims here; note: a config has them as 'expect'");
    report_add_claims(&report, claims);
    ok = ok && print_report(&report, options, error);
    report_close(&report);
    json_decref(claims);
    return ok;
}

static bool show_result(const struct result_file *file, const struct options *options, struct error *error)
{
    struct filter filter;
    if (!side_filter(&filter, options->filter, file, error))
        return false;
    if (options->format == FORMAT_HTML)
        return file_print(html_page(file, &filter, NULL, 0), error);
    return print_answer(&(struct answer_source){&file->results, &filter, file->path}, options, error);
}

bool command_show(const struct options *options, struct error *error)
{
    struct result_file file;
    if (options->arguments.count > 1 && !options->claims)
        return error_set(error, EXIT_USAGE, "show: %zu files given; expected one result of a run",
                         options->arguments.count);
    if (options->claims)
        return show_claims(options, error);
    if (!side_read(&file, options->arguments.all[0], error))
        return false;
    if (!options->quiet && options->arguments.count == 0)
        print_line(stderr, "scanbench: %s is the newest result", file.path);
    if (!options->quiet)
        provenance_warn(&file);
    const bool ok = show_result(&file, options, error);
    result_file_close(&file);
    return ok;
}
