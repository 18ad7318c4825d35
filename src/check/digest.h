/* SPDX-License-Identifier: MIT */
/* A hash of what a call wrote, taken after every sample: what was timed gave the answer that was verified. */
#ifndef SCANBENCH_DIGEST_H
#define SCANBENCH_DIGEST_H

#include "machine/workers/team.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a call wrote. */
struct written {
    const void *output;
    size_t bytes;     /* of the output that have to be the same in every call */
    uint64_t count;   /* that it wrote beside the output; 0 for none */
    unsigned workers; /* who wrote it, and may hash it */
};

/* Visit the parts of an output that a digest looks at: their first byte and how many they are. */
void digest_visit(const struct written *written, bool whole,
                  void (*visit)(void *context, size_t first, size_t bytes), void *context);

/* All of a small output, or of any if whole is asked for; of a large one windows from its first to its last
 * byte, so that hashing costs little beside the sample. What is wrong in a scan or a compaction is wrong in
 * all that follows. */
uint64_t digest_output(const struct written *written, bool whole, struct team *team);

#endif
