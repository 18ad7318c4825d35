/* SPDX-License-Identifier: MIT */
/* Conditions on points as an object of a config: "exclude", "where", the sides of a claim, a chart's filter.
 */
#pragma once

#include "sweep/filter.h"
#include "json/node.h"

/* Add the conditions of an object to a filter. Fails with the node's error. */
bool conditions_parse(const struct json_node *node, struct filter *filter);
