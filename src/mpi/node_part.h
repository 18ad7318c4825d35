/* SPDX-License-Identifier: MIT */
/* What a rank computes its block with: an implementation of the CPU, or of groups by the engine of the rank's
 * device, ready for the block's size. */
#pragma once

#include "engine/engine.h"
#include "implementation/implementation.h"
#include "machine/workers/team.h"

/* An implementation with its point and memory. */
struct node_part {
    struct point point;
    void *scratch;                /* owned; of the device where there is one */
    struct engine_device *device; /* NULL: the CPU */
    void *word;                   /* owned; of a device: a result or count on its way to the host */
    void *state;                  /* owned; of a device: what its implementation's prepare left */
};

/* The implementation of a primitive that a node has; NULL where it has none. */
const struct implementation *node_implementation(uint64_t node, enum primitive primitive);

/* The scan that it has of a part of the block that is to stay in cache; NULL where it has none. */
const struct implementation *node_cached_scan(uint64_t node);

/* Whether the node has all that a distributed point needs of it: EXIT_USAGE with what it lacks; EXIT_SYSTEM
 * where no device is. */
bool node_supports(const struct point *whole, enum primitive primitive, struct error *why);

/* Whether what it gives is one element, which the host gets wherever arrays are. */
bool node_gives_one(enum primitive primitive);

/* Make ready to compute n elements of the point of a run by an implementation that the node has. EXIT_USAGE
 * with why not, EXIT_SYSTEM. The part is the caller's to release by node_close, after a failure too. */
bool node_open(struct node_part *part, const struct run *run, const struct implementation *implementation,
               size_t n, struct error *why);
void node_close(struct node_part *part);

/* Run it on all workers of the run, with the run's input, output, count and initial: of a device, arrays are
 * there, and a count, or an output of one element, the host's. It is over when this returns. */
void node_run(const struct node_part *part, const struct run *run);

/* The same of a part on a device, under way when this returns: a count, or an output of one element, is left
 * at `word`. */
void node_enqueue(const struct node_part *part, const struct run *run);

/* The same on some elements of the block alone, from what precedes them. Of a scan on the CPU. */
void node_scan_range(const struct node_part *part, const struct run *run, struct span range,
                     union element before);
