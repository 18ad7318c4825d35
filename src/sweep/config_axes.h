/* SPDX-License-Identifier: MIT */
/* The values of an axis in a config: one, a list, or a range. */
#pragma once

#include "implementation/axis.h"
#include "json/node.h"

/* Workers that depend on the machine; the plan resolves them, and ISA_BEST. */
#define WORKERS_CORES (UINT64_MAX - 1) /* "cores": all allowed cores */
#define WORKERS_PUS UINT64_MAX         /* "pus": all allowed processing units */

enum { PLAN_POINTS = 1000000 }; /* the most of a plan, and so of values on an axis */

/* Values on one axis, in the config's order; count 0 where the config is silent. */
struct axis_values {
    uint64_t *value;
    size_t count;
};

/* The axis's key in a sweep. */
const char *axis_key(enum axis axis);

/* The values of a node on an axis. Fails with the node's error; values are empty then. Caller closes. */
bool axis_parse(const struct json_node *node, enum axis axis, struct axis_values *values);

/* A copy, with the same contract. */
void axis_copy(const struct axis_values *from, struct axis_values *to);

void axis_close(struct axis_values *values);
