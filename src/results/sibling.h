/* SPDX-License-Identifier: MIT */
/* The other file of a result: the JSON of a CSV, and the CSV of a JSON. */
#ifndef SCANBENCH_SIBLING_H
#define SCANBENCH_SIBLING_H

#include "base/error.h"

#include <jansson.h>

/* The path of the file that has the ending `to` where `path` has `from`: beside path, or, where path is a
 * link and the file beside it is of another run, beside the file that it is a link to. NAME.csv and NAME.json
 * are of different runs when two ended at once, or one was killed between its links. Fresh, for the caller to
 * free; NULL where path has another ending. */
char *sibling_find(const char *path, const char *from, const char *to);

/* Whether a CSV is the one that a JSON, whose root is read, was written with: byte for byte, by the digest
 * that the JSON holds. One that holds none is believed. EXIT_USAGE, in one line that names both. */
bool sibling_match(const char *csv, const char *json, const json_t *root, struct error *error);

#endif
