/* SPDX-License-Identifier: MIT */
/* One sweep of a config: primitives, algorithms, axes, zip, exclude. */
#ifndef SCANBENCH_CONFIG_SWEEP_H
#define SCANBENCH_CONFIG_SWEEP_H

#include "sweep/config.h"
#include "json/node.h"

/* The sweep of a node; where it is silent on an axis, defaults (AXIS_COUNT of them) speak. Fails with the
 * node's error. Caller closes, also after a failure. */
bool sweep_parse(const struct json_node *node, const struct axis_values *defaults, struct sweep *sweep);

void sweep_close(struct sweep *sweep);

/* Add the conditions of an object, as "exclude" has them, to a filter. Fails with the node's error. */
bool conditions_parse(const struct json_node *node, struct filter *filter);

#endif
