/* SPDX-License-Identifier: MIT */
/* What a rank computes its block with: an implementation of the CPU, ready for the block's size. */
#ifndef SCANBENCH_NODE_PART_H
#define SCANBENCH_NODE_PART_H

#include "implementation/implementation.h"

/* An implementation with its point and scratch. */
struct node_part {
    struct point point;
    void *scratch; /* owned */
};

/* The implementation of a primitive that a node has; NULL where it has none. */
const struct implementation *node_implementation(uint64_t node, enum primitive primitive);

/* The block of a distributed point on one rank, as a point of the node's implementation of a primitive. */
struct point node_point(const struct point *whole, enum primitive primitive, size_t n);

/* Whether the node has all that a distributed point needs of it: EXIT_USAGE with what it lacks. */
bool node_supports(const struct point *whole, enum primitive primitive, struct error *why);

/* Memory is the caller's to release by node_close, after a failure too. */
void node_open(struct node_part *part, const struct point *point);
void node_close(struct node_part *part);

/* Run it on all workers of the run, with the run's input, output, count and initial. */
void node_run(const struct node_part *part, const struct run *run);

#endif
