/* SPDX-License-Identifier: MIT */
/* A result, or several of one config as one with more processes. */
#include "commands/side.h"

#include "analysis/identity.h"
#include "base/memory.h"
#include "results/join.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool append(struct result_file *file, const char *named, struct error *error)
{
    struct result_file more;
    if (!results_read(&more, named, error))
        return false;
    const json_t *const config = json_object_get(file->root, "config");
    const json_t *const of_more = json_object_get(more.root, "config");
    const bool same = config == of_more || json_equal(config, of_more);
    bool ok = identity_match(file, &more, &(struct variation){.count = 0}, error);
    if (ok && !(same && results_append(&file->results, &more.results)))
        ok =
            error_set(error, EXIT_UNSTABLE,
                      "%s and %s are not of one config; expected the same points in both", file->path, named);
    file->session = NULL;
    result_file_close(&more);
    return ok;
}

bool side_read(struct result_file *file, const char *named, struct error *error)
{
    /* A file may have a comma in its name. */
    const bool alone = access(named, F_OK) == 0;
    char *const names = memory_text(named);
    char *rest = alone ? NULL : names, *name = alone ? names : strsep(&rest, ",");
    bool ok = results_read(file, name, error);
    const bool opened = ok;
    while (ok && (name = strsep(&rest, ",")))
        ok = append(file, name, error);
    if (opened && !ok)
        result_file_close(file);
    free(names);
    return ok;
}
