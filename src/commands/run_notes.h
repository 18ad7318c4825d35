/* SPDX-License-Identifier: MIT */
/* What a run warns of, on standard error at once and in its results. */
#pragma once

#include "commands/job.h"

enum { WARNINGS = 8, WARNING_BYTES = 256 };

struct notes {
    bool quiet; /* for the results alone */
    char text[WARNINGS][WARNING_BYTES];
    const char *list[WARNINGS]; /* the texts, as results have them */
    size_t count;
};

/* The text is copied; more than WARNINGS are left out. */
void notes_add(struct notes *notes, const char *text);

/* What is known before anything is measured. */
void notes_before(struct notes *notes, const struct job *job, const struct options *options,
                  const struct machine *machine);

/* What of a resumed journal was damaged: printed to who is quiet too. */
void notes_damage(struct notes *notes, const struct job *job);

/* What the results show. */
void notes_after(struct notes *notes, const struct results *results, const struct job *job,
                 const struct machine *machine);
