/* SPDX-License-Identifier: MIT */
/* The definitions of a text, and those that others need. */
#pragma once

#include "export/macros.h"

enum item_kind { ITEM_MACRO, ITEM_CODE };

/* A definition with the comment that stands before it or before the group that it is in. */
struct item {
    char *text, *comment; /* comment NULL: none of its own */
    char *names;          /* that it defines, separated by spaces */
    size_t group;         /* items of one group follow each other without an empty line */
    enum item_kind kind;
    bool used;
};

/* All zero is an empty list. */
struct items {
    struct item *all;
    size_t count, groups;
};

/* Adds the definitions of a text, expanded by the macros. overrides: one of a name that there is already
 * takes its place. */
void items_add(struct items *items, const struct macros *macros, const char *text, bool overrides);

/* Marks what defines a name of the text, and all that those need in turn. */
void items_use(struct items *items, const char *text);

/* Adds what is used to a text, with the comments of their groups. */
void items_write(const struct items *items, struct piece *to);
void items_close(struct items *items);
