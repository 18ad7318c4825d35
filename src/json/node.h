/* SPDX-License-Identifier: MIT */
/* Values on the way from JSON: where each is, and errors that say so. */
#pragma once

#include "base/error.h"

#include <jansson.h>
#include <stdint.h>

enum { POINTER_BYTES = 512, NODE_TEXT = 96 };

/* One --set KEY=VALUE that was applied. */
struct setting {
    const char *text;            /* as the command line has it */
    char pointer[POINTER_BYTES]; /* where it was put */
};

/* What places are looked up in; borrowed. */
struct json_source {
    const char *path, *text;
    size_t length;
    size_t lines_before; /* of the file, before the text */
    const struct setting *settings;
    size_t setting_count;
    bool of_options; /* the text was made of options, whose names errors have in place of lines */
};

/* A value and the way to it. value is NULL where the parent lacks the member. */
struct json_node {
    const struct json_node *parent; /* NULL: the whole text */
    const char *key;                /* NULL: an item of a list */
    size_t index;
    json_t *value; /* borrowed */
    const struct json_source *source;
    struct error *error;
};

/* Add a step to an RFC 6901 pointer, which is cut where it is longer. */
void pointer_append(char pointer[POINTER_BYTES], const char *step);

/* The member of an object, the item of a list. The parent must outlive them. */
struct json_node node_member(const struct json_node *parent, const char *key);
struct json_node node_item(const struct json_node *parent, size_t index);

/* Whether there is no value, or null. */
bool node_absent(const struct json_node *node);

/* EXIT_USAGE: "FILE:LINE:COLUMN: error: WHAT (/json/pointer); expected …", or "--set KEY=VALUE: error: …" for
 * what came from there. A missing member is placed at its object. Returns false. */
bool node_fail(const struct json_node *node, const char *expected, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same, placed at the node's key. */
bool node_fail_key(const struct json_node *node, const char *expected, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* node_fail with "got VALUE", or "missing KEY" where there is none. */
bool node_unexpected(const struct json_node *node, const char *expected);

/* Each checks the type and takes the value, or fails. A count is a whole number from minimum to maximum: an
 * integer, a real that is one exactly, or a text such as "4Ki". */
bool node_object(const struct json_node *node);
bool node_list(const struct json_node *node, size_t maximum);
bool node_string(const struct json_node *node, const char **text);
bool node_count(const struct json_node *node, uint64_t minimum, uint64_t maximum, uint64_t *count);

/* The index of the node's text in names. */
bool node_word(const struct json_node *node, const char *what, const char *const *names, size_t count,
               size_t *index);

/* False for a member of the object whose key is not in keys. */
bool node_keys(const struct json_node *node, const char *const *keys, size_t count);
