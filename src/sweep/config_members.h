/* SPDX-License-Identifier: MIT */
/* Objects of a config, read by tables: a row a member, with its kind, its range and where its value goes. */
#pragma once

#include "sweep/config.h"
#include "sweep/filter.h"

#include <stddef.h>

/* What a member is in JSON; what reads it, where it has no `parse` of its own. */
enum member_kind {
    MEMBER_OBJECT,     /* of the members of `table`, into what this table fills */
    MEMBER_TEXT,       /* char[size], or with size 0 nothing; `valid` decides */
    MEMBER_TEXTS,      /* one or a list of at most `maximum`: parsed */
    MEMBER_WORD,       /* the index of one of `words`, counted from `first`: of 4 or 8 bytes */
    MEMBER_NAME,       /* const char *: one of `words` */
    MEMBER_WORDS,      /* unsigned: a bit for each of the words, one or a list of `minimum` or more */
    MEMBER_COUNT,      /* from minimum to maximum, of 4 or 8 bytes */
    MEMBER_NUMBER,     /* double, from least to most */
    MEMBER_FORMULA,    /* a number of `least` or more, or a formula: parsed */
    MEMBER_QUOTIENT,   /* the same, or conditions: parsed */
    MEMBER_TIME,       /* double, seconds of a text with its unit; above 0 where `least` is */
    MEMBER_TRUTH,      /* bool */
    MEMBER_AXIS,       /* struct axis_values, of `axis` */
    MEMBER_ZIP,        /* an object of axes: parsed */
    MEMBER_CONDITIONS, /* struct filter: more of them */
    MEMBER_NAMES,      /* an object of texts by globs: parsed */
    MEMBER_LIST,       /* a pointer to items, each of `item_bytes` and read by `parse`, at most `maximum` */
};

struct config_member {
    const char *key; /* NULL: that of the axis */
    enum member_kind kind;
    size_t place, size; /* of the value in what the table fills */
    size_t given;       /* of a bool that says whether it is there; 0: none */
    bool required;
    const char *help;     /* sentences for the manual and the schema; NULL: those of the axis */
    const char *expected; /* in place of what does not fit; of a count, in place of a list */
    bool (*valid)(const char *text);
    const char *pattern; /* MEMBER_TEXT: a regular expression that is as strict as `valid` can be written */
    const char *what;    /* of words: in errors; NULL: the key */
    const char *const *words, *const *word_help; /* sentences on each word; NULL: `help` has them */
    size_t word_count, first;
    uint64_t minimum, maximum;
    double least, most;
    enum axis axis;
    const struct member_table *table; /* MEMBER_LIST: what an item may be, one of `tables`; 0: conditions */
    size_t tables;
    bool (*parse)(const struct json_node *node, void *to); /* in place of what the kind reads */
    size_t item_bytes, counted; /* MEMBER_LIST: the place of their number; `expected` where it may be empty */
};

struct member_table {
    const struct config_member *members;
    size_t count;
    const char *name;  /* of the object in the schema */
    const char *rules; /* between members, for the schema: more of its JSON; NULL: none */
};

/* The whole config, its sweeps and charts; a claim is one of several kinds, each with the name of the member
 * that only it has. */
enum { CLAIM_TABLES = 6 };
extern const struct member_table config_table, sweep_table, plot_table, claim_tables[CLAIM_TABLES];

/* The members and their number of a table. */
#define MEMBERS(list) .members = (list), .count = sizeof(list) / sizeof(list)[0]
#define MEMBER_AT(type, name) \
    .place = offsetof(struct type, name), .size = sizeof(((struct type *)NULL)->name)

/* What it is called, and its help. */
const char *member_key(const struct config_member *member);
const char *member_help(const struct config_member *member);

/* The values of a node that is one or a list of them. */
size_t values_count(const struct json_node *node);
struct json_node value_at(const struct json_node *node, size_t index);

/* Read one member from its value. Of a list the block is the caller's to free, also after a failure, and the
 * last of the items that are counted may be read in part. */
bool member_parse(const struct json_node *node, const struct config_member *member, void *to);

/* Read the members of an object that are there, and those that are required, in the order of the table. False
 * with the place and what was expected, also of a key that is not in it. What was read is then the caller's
 * to close. */
bool members_parse(const struct json_node *object, const struct member_table *table, void *to);
