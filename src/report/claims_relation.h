/* SPDX-License-Identifier: MIT */
/* The claims of results, as their JSON has them, as relations. */
#pragma once

#include "base/error.h"
#include "report/relation.h"

#include <jansson.h>

enum { CLAIMS_RELATIONS = 2 };

struct claims_relation {
    struct relation relations[CLAIMS_RELATIONS]; /* what they come to, and a row a claim */
    const json_t **rows;
    size_t count;
    char *sums;
};

/* The claims are borrowed until the close. */
void claims_relation_make(struct claims_relation *made, const json_t *claims);
void claims_relation_close(struct claims_relation *made);

/* Append the claims that the JSON of a run or of counts has to a list. EXIT_USAGE where it is none, with its
 * path. */
bool claims_relation_add(json_t *claims, const json_t *result, const char *path, struct error *error);
