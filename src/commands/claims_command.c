/* SPDX-License-Identifier: MIT */
/* scanbench claims: what results say of the claims of their configs, as one table. */
#include "base/file.h"
#include "commands/commands.h"
#include "report/claims_table.h"
#include "report/markdown.h"
#include "json/json_load.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { RESULT_BYTES = 1 << 30 };

/* Append the claims of one result. */
static bool add_claims(json_t *claims, const char *path, struct error *error)
{
    char *text = NULL;
    size_t length = 0;
    if (!file_read(path, RESULT_BYTES, &text, &length, error))
        return false;
    json_error_t why;
    json_t *const root = json_load(text, length, 0, &why);
    free(text);
    if (!root)
        return json_refuse(error, path, &why, "the JSON of a result");
    const bool ok = claims_table_add(claims, root, path, error);
    json_decref(root);
    return ok;
}

bool command_claims(const struct options *options, struct error *error)
{
    json_t *const claims = json_array();
    bool ok =
        options->arguments.count > 0 || error_set(error, EXIT_USAGE, "claims: expected the JSON of results");
    for (size_t i = 0; ok && i < options->arguments.count; i++)
        ok = add_claims(claims, options->arguments.all[i], error);
    if (ok && options->format == FORMAT_CSV)
        ok = file_print(claims_table_csv(claims), error);
    else if (ok && options->format == FORMAT_JSON)
        ok = file_print(json_dump_line(json_incref(claims), JSON_INDENT(1)), error);
    else if (ok && options->format == FORMAT_MARKDOWN)
        ok = file_print(markdown_of_csv(claims_table_csv(claims)), error);
    else if (ok && options->format == FORMAT_TABLE)
        claims_table_print(stdout, claims, options_color(options, STDOUT_FILENO));
    json_decref(claims);
    return ok;
}
