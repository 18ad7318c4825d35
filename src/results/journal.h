/* SPDX-License-Identifier: MIT */
/* The journal of a run: JSON lines beside the results, one for each point as it is finished, so that whatever
 * ends the run, what was finished can be read and the rest resumed. */
#pragma once

#include "results/result_file.h"

#include <sys/types.h>

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
