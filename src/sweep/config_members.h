/* SPDX-License-Identifier: MIT */
/* Objects of a config, read by tables: a row a member, with its kind, its range and where its value goes. */
#pragma once

#include "sweep/config.h"
#include "sweep/filter.h"

#include <stddef.h>

enum member_kind {
    MEMBER_PARSED,     /* `parse` reads it */
    MEMBER_OBJECT,     /* of `members`, into what this table fills */
    MEMBER_TEXT,       /* char[size], or with size 0 nothing; `valid` decides */
    MEMBER_WORD,       /* the index of one of `words`, counted from `first`: of 4 or 8 bytes */
    MEMBER_NAME,       /* const char *: one of `words` */
    MEMBER_WORDS,      /* unsigned: a bit for each of the words, one or a list of `minimum` or more */
    MEMBER_COUNT,      /* from minimum to maximum, of 4 or 8 bytes */
    MEMBER_NUMBER,     /* double, from least to most */
    MEMBER_TRUTH,      /* bool */
    MEMBER_AXIS,       /* struct axis_values, of `axis` */
    MEMBER_CONDITIONS, /* struct filter: more of them */
    MEMBER_LIST,       /* a pointer to items, each of `item_bytes` and read by `parse`, at most `maximum` */
};

struct config_member {
    const char *key; /* NULL: that of the axis */
    enum member_kind kind;
    size_t place, size; /* of the value in what the table fills */
    size_t given;       /* of a bool that says whether it is there; 0: none */
    bool required;
    const char *expected; /* in place of what does not fit */
    bool (*valid)(const char *text);
    const char *what; /* MEMBER_WORD and MEMBER_NAME: in errors; NULL: the key */
    const char *const *words;
    size_t word_count, first;
    uint64_t minimum, maximum;
    double least, most;
    enum axis axis;
    const struct config_member *members;
    size_t member_count;
    bool (*parse)(const struct json_node *node, void *to);
    size_t item_bytes, counted; /* MEMBER_LIST: the place of their number; `expected` where it may be empty */
};

/* A table and its length. */
#define MEMBERS(list) (list), sizeof(list) / sizeof(list)[0]
#define MEMBER_AT(type, name) \
    .place = offsetof(struct type, name), .size = sizeof(((struct type *)NULL)->name)

/* The values of a node that is one or a list of them. */
size_t values_count(const struct json_node *node);
struct json_node value_at(const struct json_node *node, size_t index);

/* Read one member from its value. Of a list the block is the caller's to free, also after a failure, and the
 * last of the items that are counted may be read in part. */
bool member_parse(const struct json_node *node, const struct config_member *member, void *to);

/* Read the members of an object that are there, and those that are required, in the order of the table. False
 * with the place and what was expected, also of a key that is not in it. What was read is then the caller's
 * to close. */
bool members_parse(const struct json_node *object, const struct config_member *members, size_t count,
                   void *to);
