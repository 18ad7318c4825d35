/* SPDX-License-Identifier: MIT */
/* One sweep of a config: primitives, algorithms, axes, zip, exclude. */
#pragma once

#include "problem/primitive.h"
#include "sweep/config_axes.h"
#include "sweep/filter.h"

/* Axes that walk together: every listed axis has `length` values. */
struct axis_zip {
    unsigned axes; /* AXIS_BITs */
    size_t length;
};

struct sweep {
    bool primitives[PRIMITIVE_COUNT];
    char **patterns; /* globs on names; each matches at least one implementation of the primitives */
    size_t pattern_count;
    struct axis_values axis[AXIS_COUNT]; /* zipped ones too */
    struct axis_zip zip;
    struct filter *exclude;
    size_t exclude_count;
};

/* The sweep of a node; where it is silent on an axis, defaults (AXIS_COUNT of them) speak. Fails with the
 * node's error. Caller closes, also after a failure. */
bool sweep_parse(const struct json_node *node, const struct axis_values *defaults, struct sweep *sweep);

void sweep_close(struct sweep *sweep);
