/* SPDX-License-Identifier: MIT */
/* scanbench claims: what results say of the claims of their configs, as one table. */
#include "base/file.h"
#include "commands/commands.h"
#include "commands/print_report.h"
#include "report/claims_relation.h"
#include "json/json_load.h"

#include <stdlib.h>

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
    const bool ok = claims_relation_add(claims, root, path, error);
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
    if (ok) {
        struct claims_relation made;
        claims_relation_make(&made, claims);
        const struct relations report = {"scanbench-claims", made.relations, CLAIMS_RELATIONS};
        ok = print_report(&report, options, error);
        claims_relation_close(&made);
    }
    json_decref(claims);
    return ok;
}
