/* SPDX-License-Identifier: MIT */
/* What is timed is what is verified: the input of a sample changes in one element, some lines of its output
 * are poisoned before, and the output is compared with the answer that follows, before any rest. */
#pragma once

#include "measure/block.h"
#include "problem/verify.h"

/* WINDOWS: of an output, one that is drawn, one where the alteration shows first, one at the end. */
enum { WINDOWS = 3, WINDOW_BYTES = 4096 };

/* Bytes of an output that are compared, and the line of them that is poisoned. */
struct window {
    size_t first, bytes;
    size_t line, line_bytes;
};

/* The window that begins at this byte, or as near to it as there is room; its line by a random number. */
struct window window_at(size_t output_bytes, size_t first, uint64_t random);

/* A sample's. */
struct sample_check {
    uint64_t calls;
    uint64_t before; /* how many of them are done when the input changes */
    struct alteration alteration;
    enum dtype dtype; /* of the input */
    void *input;      /* on the host, that is altered; borrowed */
    size_t bytes;     /* of the output */
    struct window windows[WINDOWS];
    bool complement; /* of the poison */
    bool whole;      /* all of the output is verified, else the windows; until it is, either */
};

/* Draw what the entry's next sample is of, before its last call, so that no earlier one helps. Samples of
 * foreign code differ a little in their calls, so that it does not know which one is the last. */
void sample_check_draw(const struct entry *entry, struct sample_check *check);

/* Alter the input that a `struct sample_check` has, or undo that; also within a batch. */
void sample_check_alter(const void *check);
void sample_check_undo(const struct sample_check *check);

/* Whether the entry's output on the host is right, all of it or the windows. */
bool sample_check_is_right(const struct entry *entry, const struct sample_check *check,
                           struct finding *finding);

/* Note what a sample proves. False: the entry has failed. */
bool sample_check_end(struct entry *entry, const struct sample_check *check, bool right,
                      const struct finding *finding);

/* An output, and what it has to be. */
struct answered {
    const struct problem *problem; /* of who wrote it; its primitive has an answer of an altered problem */
    const struct alteration *alteration;
    const void *output;
    size_t bytes; /* a multiple of an element's */
};

/* Whether a window of an output is right; all of it is, by these workers. */
bool answered_in(const struct answered *answered, const struct window *window, struct finding *finding);
bool answered_whole(const struct answered *answered, struct team *team, unsigned workers,
                    struct finding *finding);
