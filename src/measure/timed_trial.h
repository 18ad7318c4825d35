/* SPDX-License-Identifier: MIT */
/* What is timed is what is verified: before each sample, or between two of its calls, an element of the input
 * changes, and parts of the output are poisoned before; after it, before any rest, the output is compared
 * with the answer that follows. */
#ifndef SCANBENCH_TIMED_TRIAL_H
#define SCANBENCH_TIMED_TRIAL_H

#include "measure/block.h"
#include "measure/windows.h"

/* A batch's. */
struct trial {
    uint64_t calls;
    uint64_t before; /* how many of them are done when the input changes; 0: it changes before them */
    struct alteration alteration;
    enum dtype dtype; /* of the input */
    void *input;      /* on the host, that is altered; borrowed */
    struct window_set windows;
    bool whole; /* all of the output is verified */
    bool timed; /* it is a sample's */
};

enum trial_verdict {
    TRIAL_RIGHT,
    TRIAL_WRONG,   /* the entry has failed */
    TRIAL_SPOILED, /* another entry had changed the input; it has failed, and the sample is none */
};

/* Let inputs be altered from here on, by the harness alone: after the proofs, before the rounds. */
bool trials_begin(struct block *block, struct error *error);

/* Draw what the entry's next batch is of, which reads some of the input. */
void trial_draw(const struct block *block, const struct bench *bench, struct entry *entry, uint64_t calls,
                struct trial *trial);

/* Alter the input, unless that is to be within the batch, and poison the output as drawn: some lines of them
 * are touched. */
void trial_prepare(const struct block *block, const struct bench *bench, const struct entry *entry,
                   const struct trial *trial);

/* Alter the input within the batch of a `struct trial`. */
void trial_change(const void *trial);

/* Judge the entry's output, and undo the alteration. */
enum trial_verdict trial_judge(struct block *block, struct bench *bench, struct entry *entry,
                               const struct trial *trial);

#endif
