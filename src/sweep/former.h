/* SPDX-License-Identifier: MIT */
/* Names that were, before `local` and `broadcast` became axes: "group/lookback/raking", "…+broadcast". */
#pragma once

#include <stdbool.h>

enum { FORMER_TEXT = 512 };

/* Where a name was read, and so how its new spelling is written. In a sweep and in a condition as members of
 * a JSON object, "algorithm" and "local", in the sweep with a list for a glob; in a filter as
 * algorithm=…,local=…; alone: where algorithms are named without axes. */
enum former_place {
    FORMER_IN_SWEEP,
    FORMER_IN_CONDITION,
    FORMER_IN_FILTER,
    FORMER_ALONE,
};

/* Whether the name or glob selected implementations of the primitives with these bits (1 << enum primitive)
 * under their former names; the new spelling is then in text. */
bool former_spelling(const char *pattern, unsigned primitives, enum former_place place,
                     char text[FORMER_TEXT]);
