/* SPDX-License-Identifier: MIT */
/* The other file of a result: the JSON of a CSV, and the CSV of a JSON. */
#include "results/sibling.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CSV_BYTES = 1 << 30 };

/* A path with its ending replaced, fresh; NULL where it has another. */
static char *with_ending(const char *path, const char *from, const char *to)
{
    const size_t length = strlen(path), ending = strlen(from);
    if (length < ending || strcmp(path + length - ending, from) != 0)
        return NULL;
    return memory_format("%.*s%s", (int)(length - ending), path, to);
}

/* Beside the file that the path leads to; fresh, NULL where it leads to none of that ending. */
static char *beside_target(const char *path, const char *from, const char *to)
{
    char *const target = realpath(path, NULL);
    char *const sibling = target ? with_ending(target, from, to) : NULL;
    free(target);
    return sibling;
}

static bool leads_to(const char *path, const char *target)
{
    char *const end = realpath(path, NULL);
    const bool same = end && strcmp(end, target) == 0;
    free(end);
    return same;
}

char *sibling_find(const char *path, const char *from, const char *to)
{
    char *const beside = with_ending(path, from, to);
    char *const of_target = beside_target(path, from, to);
    if (!beside || !of_target || leads_to(beside, of_target)) {
        free(of_target);
        return beside;
    }
    free(beside);
    return of_target;
}

bool sibling_match(const char *csv, const char *json, const json_t *root, struct error *error)
{
    const char *const expected = json_string_value(json_object_get(root, "csv_sha256"));
    char *text, digest[65];
    size_t length;
    if (!expected)
        return true;
    if (!file_read(csv, CSV_BYTES, &text, &length, error))
        return false;
    sha256_hex(text, length, digest);
    free(text);
    return strcmp(digest, expected) == 0 ||
           error_set(
               error, EXIT_USAGE,
               "%s: not the CSV that %s was written with: edited, or of another run; expected both files "
               "as a run left them",
               csv, json);
}
