/* SPDX-License-Identifier: MIT */
/* What a run leaves: its facts, by which results are compared, its records together, and its files. */
#pragma once

#include "results/journal.h"
#include "json/node.h"

/* ---- The facts of a run, what a result's JSON has beside its records: the one list of them, by which they
 * are written, checked, read back and compared (run_fields.c) */

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

/* ---- The facts of a run as JSON: members of rows, and what is none (run_json.c) */

/* All of a report beside its records; of these the build, the identity of machine and build, and the config,
 * null where its text is none. Fresh. */
json_t *run_facts_json(const struct results *results, const struct report_context *context);
json_t *run_tool_json(void);
json_t *run_identity_json(const struct results *results, const struct report_context *context);
json_t *run_config_json(const struct config *config);

/* Whether the plugins of an identity are loaded; EXIT_UNSTABLE, about the file at path. */
bool run_plugins_match(const char *path, const json_t *identity, struct error *error);

/* ---- What several launches of a plan say together (join.c) */

/* One record a point: of several launches, the samples of all, the median of their medians, and its interval
 * across launches; of all else what the list of fields says. Of a run that was cut short, the launches that
 * have measured the point; of one such launch, its own median and interval. Takes what the launches own. */
void results_join(struct results *launches, size_t count, struct results *joined);

/* Add the launches of another run of the same points, which stays as it is. False where the points are not
 * the same, one by one; then nothing is added. */
bool results_append(struct results *results, const struct results *more);

/* ---- Result files: fresh ones for every run, and links to the newest (write.c) */

/* The kinds of files that a run may write, by their endings; the first is the JSON. */
enum { REPORT_ENDINGS = 5 };
extern const char *const report_endings[REPORT_ENDINGS]; /* ".json", ".csv", ".md", ".html", ".tex" */

/* Whether the files of a run of so many points could be written to a folder, as far as that can be known
 * before it is measured: what is in the way of the links, and no room. endings: of exports, bits 1 << an
 * index of report_endings. EXIT_OUTPUT. */
bool report_check(const char *folder, const struct config *config, size_t points, unsigned endings,
                  struct error *error);

/* Create the journal of a fresh run, which claims the path of its files without their ending:
 * "<folder>/<name>-<UTC time>", with -2, -3 … after it where a run of the same second has that. Remove what
 * killed runs of the name left. EXIT_OUTPUT, EXIT_SYSTEM. */
bool report_begin(struct journal *journal, const char *folder, const struct results *results,
                  const struct report_context *context, struct error *error);

/* How far writing came. */
enum report_stage {
    REPORT_NOTHING,
    REPORT_JSON, /* <stem>.json is whole */
    REPORT_ALL,  /* and, where asked for, <name>.json beside it leads there; and so do all exports */
};

/* Write the texts of a run, each to <stem> and the ending of its place, NULL: none: the JSON, then the link
 * to it, if it is to be the newest result of its name; then exports, which nothing reads back, and their
 * links. What an earlier run of the stem wrote whole and complete stays as it is. EXIT_OUTPUT unless all is
 * done. */
enum report_stage report_write(char *const texts[REPORT_ENDINGS], const char *name, const char *stem,
                               bool newest, struct error *error);
