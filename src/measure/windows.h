/* SPDX-License-Identifier: MIT */
/* Parts of an output that are poisoned before a timed sample and compared after it, drawn anew for each. */
#ifndef SCANBENCH_WINDOWS_H
#define SCANBENCH_WINDOWS_H

#include "machine/workers/team.h"
#include "problem/alteration.h"
#include "problem/verify.h"

enum { WINDOW_BYTES = 4096 };

/* Where they are: everywhere in a small output, side by side; of a large one some in as many equal parts of
 * it, its end, and where an alteration shows first. */
struct window_set {
    size_t bytes; /* of the output */
    size_t count;
    bool everywhere;
    uint64_t seed;
    size_t place;     /* byte of the output that is in one of them */
    unsigned workers; /* who most likely wrote it, and may poison and compare it */
};

/* Draw them from a seed. `bytes` is a multiple of an element's. */
struct window_set windows_draw(size_t bytes, size_t place, unsigned workers, uint64_t seed);

/* Those of the whole output. */
struct window_set windows_whole(size_t bytes, unsigned workers);

/* A window, and the line in it that is poisoned. */
struct window {
    size_t first, bytes;
    size_t line, line_bytes;
};
struct window window_at(const struct window_set *windows, size_t index);

/* Poison the lines of an output. */
void windows_poison(const struct window_set *windows, void *output, bool complement, struct team *team);

/* An output, and what it has to be. */
struct answered {
    const struct problem *problem; /* of who wrote it */
    const struct alteration *alteration;
    const void *output;
};

/* Compare an output with the answer of its altered problem, whose primitive has one: true when each window is
 * as it has to be, else the finding is of the first that is not. */
bool windows_compare(const struct window_set *windows, const struct answered *answered, struct team *team,
                     struct finding *finding);

#endif
