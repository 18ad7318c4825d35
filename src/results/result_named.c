/* SPDX-License-Identifier: MIT */
/* The result that somebody names by either of its files. */
#include "results/result_named.h"

#include "base/memory.h"
#include "results/sibling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_csv(const char *path)
{
    const size_t length = strlen(path);
    return length >= 4 && strcmp(path + length - 4, ".csv") == 0;
}

/* The JSON that a path names: itself, or the one of a CSV. */
static bool json_path(const char *named, char *path, struct error *error)
{
    char *const found = is_csv(named) ? sibling_find(named, ".csv", ".json") : memory_text(named);
    const bool fits = snprintf(path, RESULT_PATH, "%s", found) < RESULT_PATH;
    free(found);
    if (!fits)
        return error_set(error, EXIT_USAGE, "%s: the path is too long", named);
    if (is_csv(named) && access(path, F_OK) != 0)
        return error_set(error, EXIT_USAGE, "%s: the samples stand in %s, which is not there", named, path);
    return true;
}

bool result_named_read(struct result_file *file, const char *named, char path[RESULT_PATH],
                       struct error *error)
{
    if (!json_path(named, path, error) || !results_read(file, path, error))
        return false;
    if (!is_csv(named) || sibling_match(named, path, file->root, error))
        return true;
    result_file_close(file);
    return false;
}
