/* SPDX-License-Identifier: MIT */
/* The other file of a result: the JSON of a CSV, and the CSV of a JSON. */
#include "results/sibling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A path with its ending replaced, fresh; NULL where it has another. */
static char *with_ending(const char *path, const char *from, const char *to)
{
    const size_t length = strlen(path), ending = strlen(from);
    char *replaced;
    if (length < ending || strcmp(path + length - ending, from) != 0 ||
        asprintf(&replaced, "%.*s%s", (int)(length - ending), path, to) < 0)
        return NULL;
    return replaced;
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

char *sibling_find(const char *path, const char *from, const char *to, struct error *error)
{
    char *const beside = with_ending(path, from, to);
    char *const of_target = beside_target(path, from, to);
    if (!beside)
        error_set(error, EXIT_SYSTEM, "out of memory for a path");
    if (!beside || !of_target || leads_to(beside, of_target)) {
        free(of_target);
        return beside;
    }
    free(beside);
    return of_target;
}
