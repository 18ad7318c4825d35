/* SPDX-License-Identifier: MIT */
/* The walk through the cases of an implementation: what its files share. */
#pragma once

#include "check/check.h"

#include <stddef.h>

enum { LIST_MAX = 96, MANY_GROUPS = 100 };

/* Values, the first of which most cases have. A small part of the cases combines the first `usual` of them.
 */
struct list {
    uint64_t value[LIST_MAX];
    size_t count, usual;
};

/* A combination: the place of each axis's value in its list, and the point with these values. */
struct places {
    unsigned char at[AXIS_COUNT];
    struct point point;
    unsigned changes; /* axes with another value than their first */
    bool of_problem;  /* all of these are the problem's */
};

/* What a walk goes through: the values of every axis that the implementation has, and which of their
 * combinations are worth a case. */
struct walk {
    const struct implementation *implementation;
    const struct case_extent *extent;
    struct list axis[AXIS_COUNT];
    struct list sizes;    /* for all points */
    struct places *worth; /* owned */
    size_t worth_count;
    case_visit *visit;
    void *context;
};

/* The values of every axis (cases_values.c). False where the implementation has nothing to run on this CPU,
 * or on the device. */
bool list_axes(struct walk *walk);
void list_copy(struct list *list, const uint64_t *from, size_t count);

/* Count what of a combination is not the first value of its axis; before the questions below. */
void count_changes(struct places *places);

/* Whether a combination of axes, with a kind of data, shows what others do not; so do the rows of a point
 * (cases_worth.c). */
bool is_worth(const struct walk *walk, const struct places *places);
bool is_worth_data(const struct walk *walk, const struct places *places, enum case_data data);
bool has_too_many_rows(const struct walk *walk, const struct point *point);
