/* SPDX-License-Identifier: MIT */
/* The values of an axis in a config: one, a list, or a range. */
#ifndef SCANBENCH_CONFIG_AXES_H
#define SCANBENCH_CONFIG_AXES_H

#include "sweep/config.h"
#include "json/node.h"

/* The axis's key in a sweep. */
const char *axis_key(enum axis axis);

/* The values of a node on an axis. Fails with the node's error; values are empty then. Caller closes. */
bool axis_parse(const struct json_node *node, enum axis axis, struct axis_values *values);

/* A copy, with the same contract. */
void axis_copy(const struct axis_values *from, struct axis_values *to);

void axis_close(struct axis_values *values);

#endif
