/* SPDX-License-Identifier: MIT */
/* What a run leaves: its facts, by which results are compared, its records together, and its files. */
#pragma once

#include "results/field.h"
#include "results/record.h"
#include "results/result_file.h"
#include "json/node.h"

#include <jansson.h>
#include <sys/types.h>

/* ---- The journal of a run: JSON lines beside the results, one for each point as it is finished, so that
 * whatever ends the run, what was finished can be read and the rest resumed (journal.c) */

enum {
    JOURNAL_PATH = 4096,
    JOURNAL_VERSION = 3, /* since the head has the effective config */
    JOURNAL_HEADS = 3,   /* of which one is whole whichever bit is damaged, a newline too */
};

/* Caller-owned; path "" is a journal that does not exist: adding to it and closing it do nothing. */
struct journal {
    char path[JOURNAL_PATH];
    int descriptor;           /* locked as long as it is open */
    off_t length;             /* whole lines */
    double synced_s, added_s; /* when it was synced last, and the first line after that was added */
    bool unsynced;            /* there is such a line */
    struct effort effort;     /* of the run so far, earlier sessions of it included, which lines tell */
};

/* Lock a file or folder until it is closed, and wait for it at most so long. Returns 0, or the errno of why
 * not: EWOULDBLOCK, another process has it. */
int journal_lock(int descriptor, double wait_s);

/* Create <stem>.journal, a fresh file, with its first lines, which are alike: what is measured, with what and
 * on what. All is on disk when this returns. EXIT_OUTPUT, EXIT_SYSTEM. */
bool journal_create(struct journal *journal, const char *stem, const struct results *results,
                    const struct report_context *context, struct error *error);

/* Go on in an old one after its whole lines, which are `length` bytes; what a torn write left is cut off.
 * Takes the descriptor, which is open for writing. EXIT_OUTPUT. */
bool journal_continue(struct journal *journal, const char *path, int descriptor, off_t length,
                      struct error *error);

/* Append one record as one line. It outlives this process at once; it outlives the machine within a second,
 * if journal_sync is called when it asks for it. A line that does not fit is taken back. EXIT_OUTPUT. */
bool journal_add(struct journal *journal, size_t launch, size_t index, const struct record *record,
                 struct error *error);

/* Append what is not pending of all launches. EXIT_OUTPUT. */
bool journal_add_all(struct journal *journal, const struct results *launches, size_t launch_count,
                     struct error *error);

/* Sync what was added a second ago. *due_s: after so many seconds there will be something to sync; INFINITY:
 * nothing. EXIT_OUTPUT. */
bool journal_sync(struct journal *journal, double *due_s, struct error *error);

/* What was added is synced. */
void journal_close(struct journal *journal);

/* Close it and delete the file: the results stand elsewhere. */
void journal_remove(struct journal *journal);

/* A line is a JSON object whose last member is the digest of the line before it; children send such lines,
 * too. This makes that of an object that is not empty, with its newline, and its length; fresh. Takes the
 * value. */
char *journal_line_make(json_t *value, size_t *length);

/* What a line of so many bytes says, fresh; NULL where it is not as it was made: torn, or damaged in any bit.
 */
json_t *journal_line_read(const char *line, size_t length);

/* What a line says of a finished record: its launch, its place in the plan, and record_json. Fresh. */
json_t *journal_record(size_t launch, size_t index, const struct record *record);

/* Of which of so many launches and points a line is; its record is the member "result". False with the place
 * where it is of none. */
bool journal_record_place(const struct json_node *line, size_t launches, size_t points, size_t *launch,
                          size_t *index);

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

/* ---- What a run that was cut short left in its journal: its plan and its finished points (resume.c) */

/* Caller-owned; all zero is closed. */
struct resume {
    char *path;
    json_t *head; /* the first line that is whole */
    FILE *lines;  /* after the head */
    char *text;   /* the line that was read last */
    size_t text_length;
    off_t length; /* of the lines that were read, damaged ones too; what is torn is not */
    size_t line_count, damaged_count, damaged_first; /* of them; counted from 1 */
    int descriptor;                                  /* locked; −1: none */
    bool writable;
    char *config_text;         /* owned; the effective config */
    const char *config_sha256; /* borrowed from head; "": unknown */
    size_t points;
    const char *utc;      /* when the run began, borrowed from head; NULL: unknown */
    struct effort effort; /* of all that was measured up to the last line, once that is read */
};

/* Read the head of a journal, or of the one beside the JSON of a run. EXIT_USAGE for a file that cannot be
 * read, that is no journal and has none beside it, or that is in use by another run. Caller closes, also
 * after a failure. */
bool resume_open(struct resume *resume, const char *path, struct error *error);

/* Whether the plugins that it was measured with are loaded. EXIT_UNSTABLE with the first that is not. */
bool resume_plugins(const struct resume *resume, struct error *error);

/* Whether this program on this machine would measure the same: the pending results of the plan that was made
 * again, and the context they would be reported in. EXIT_UNSTABLE with what differs: not comparable. */
bool resume_match(const struct resume *resume, const struct results *results,
                  const struct report_context *context, struct error *error);

/* Read the finished points into the pending records of the launches. Lines that are damaged, and a last one
 * that is torn, are passed over: their points stay pending. EXIT_USAGE for anything else that does not fit
 * the plan. */
bool resume_records(struct resume *resume, struct results *launches, size_t launch_count,
                    struct error *error);

/* Hand the journal over, to go on in it. EXIT_OUTPUT when it cannot be written. */
bool resume_continue(struct resume *resume, struct journal *journal, struct error *error);

/* A line on what was damaged, fresh; NULL where nothing was. */
char *resume_damage(const struct resume *resume);

void resume_close(struct resume *resume);

/* ---- Records as JSON, and back; nothing of the text is believed (record_json.c) */

/* Of the numbers of a record wherever it is written: more than any clock tells, and a date has them to the
 * hundredth of a second. */
#define RECORD_DIGITS JSON_REAL_PRECISION(12)

/* A fresh value. */
json_t *record_json(const struct record *record);

/* Read what record_json wrote, wherever it stands: what a child sent, a line of a journal, a row of a result.
 * What samples say is made of them again. False, with EXIT_USAGE and the place, where a member is not as
 * record_json writes it; the record is then as it was.
 *
 * With `described` NULL the text must be of the record's point, and have every member. Otherwise it may come
 * of another build: the point is what it says, its implementation becomes `described`, whose name is borrowed
 * from the JSON, and members, flags and names that either side does not have are left out. */
bool record_read(struct record *record, const struct json_node *node, struct implementation *described);

/* ---- Fields as JSON, and back; nothing of the text is believed (field_json.c) */

/* Add the fields of a group to an object. */
void fields_add(json_t *object, enum field_group group, const struct record *record);

/* The names of flags as a list. */
json_t *flags_json(unsigned flags);

/* Read what fields_add wrote of all groups into a record. False, with the place and what was expected, when
 * one is not of its kind.
 *
 * Without `described` the record is of a known point, and each of its members must be there. With it, the
 * result may come from another version or lack implementations that this program has: then the parameters go
 * to the record's point and to `described`, which the point refers to and whose name is borrowed from the
 * JSON; a member that the text lacks stays as it is, and a flag or a name that nobody here knows is left out.
 */
bool fields_read(const struct json_node *result, struct record *record, struct implementation *described);

/* Read the parameters alone, of an object that has them as its members, into a record's point and what it
 * refers to. */
bool fields_read_parameters(const struct json_node *object, struct record *record,
                            struct implementation *described);

/* The bits of a list of names of flags; with `lenient` names that nobody here knows are left out. */
bool flags_read(const struct json_node *list, bool lenient, unsigned *flags);
