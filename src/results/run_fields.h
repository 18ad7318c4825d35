/* SPDX-License-Identifier: MIT */
/* The one list of what a result's JSON has beside its records: how it is written, checked, read back and
 * compared. */
#pragma once

#include "results/result_file.h"
#include "json/node.h"

/* The object that has the field. */
enum run_group {
    RUN_ROOT,
    RUN_TOOL, /* of struct release */
    RUN_MACHINE,
    RUN_IDENTITY, /* of struct topology_facts; must be the same for two results to be comparable */
    RUN_CACHE,    /* of struct cache_level */
    RUN_PLUGIN,   /* of struct plugin */
    RUN_DEVICE,   /* of struct engine_facts */
    RUN_STATE,    /* of struct environment; may have changed since */
    RUN_LIMITS,   /* likewise: what all cgroups above this process leave it */
    RUN_CLOCK,    /* of struct clock */
    RUN_EFFORT,   /* of struct effort */
    RUN_CONFIG,
    RUN_TURNS,
    RUN_CLAIM,
    RUN_CASE,
};

/* Of its member in the row of its group, and in JSON. Unknown is null. */
enum run_kind {
    RUN_TEXT,     /* char[]; unknown: "" */
    RUN_STRING,   /* const char *; unknown: "" or NULL */
    RUN_COUNT,    /* a whole number without a sign, of 4 or 8 bytes */
    RUN_POSITIVE, /* likewise; unknown: 0 */
    RUN_KNOWN,    /* int or long long; unknown: negative */
    RUN_NUMBER,   /* double; unknown: negative, or not finite */
    RUN_TRUTH,    /* bool */
    RUN_ANSWER,   /* int; unknown: negative */
    RUN_TEXTS,    /* a list of texts */
    RUN_COUNTS,
    RUN_WORDS,   /* an object of texts */
    RUN_OBJECT,  /* of the fields of a group */
    RUN_OBJECTS, /* a list of them */
};

/* What a comparison makes of a field that differs. */
enum run_difference {
    RUN_NOTHING,
    RUN_REFUSED, /* the results are not comparable */
    RUN_WARNED,
    RUN_BUILT, /* the programs are not the same */
};

struct run_field {
    enum run_group group;
    const char *name; /* NULL: all devices, each with its name */
    enum run_kind kind;
    enum run_group of;    /* RUN_OBJECT, RUN_OBJECTS */
    uint16_t place, size; /* of its member in the row; size 0: it has none */
    enum run_difference difference;
    double least; /* a difference of numbers that counts: absolute, or with share one of the first */
    bool share;
    const char *words; /* RUN_BUILT: the name in a sentence */
};

extern const struct run_field run_fields[];
extern const size_t run_field_count;

/* The fields of a group, fresh: those that are members of the row, and of the others what the object has that
 * is taken; NULL: nothing. */
json_t *run_json(enum run_group group, const void *row, json_t *others);

/* What run_json wrote of an effort; what is not there, or is no time, is 0. */
struct effort run_effort(const json_t *value);

/* Whether every member that this program writes beside the records is of the type that it writes, or null, so
 * that who reads it need not ask again. Members that are missing or unknown are left alone. False, with the
 * place and what was expected, at the first that is not. */
bool run_check(const struct json_node *root);
