/* SPDX-License-Identifier: MIT */
/* The one list of what a result's JSON has beside its records: how it is written, checked, read back and
 * compared. */
#pragma once

#include "results/results_json.h"
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

/* What a run's facts are of. */
struct run_source {
    const struct results *results;
    const struct report_context *context;
};

struct run_field {
    enum run_group group;
    const char *name; /* NULL: all devices, each with its name */
    enum run_kind kind;
    uint16_t place, size;                            /* of its member in the row */
    enum run_group of;                               /* RUN_OBJECT, RUN_OBJECTS */
    json_t *(*get)(const struct run_source *source); /* fresh; NULL: it is left out. Where it has no member */
    enum run_difference difference;
    double least; /* a difference of numbers that counts: absolute, or with share one of the first */
    bool share;
    const char *words; /* RUN_BUILT: the name in a sentence */
};

extern const struct run_field run_fields[];
extern const size_t run_field_count;

/* The identity of the machine and the build. */
json_t *run_identity_json(const struct run_source *source);

/* Whether the plugins of an identity are loaded; EXIT_UNSTABLE, about the file at path. */
bool run_plugins_match(const char *path, const json_t *identity, struct error *error);
