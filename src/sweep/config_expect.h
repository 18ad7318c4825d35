/* SPDX-License-Identifier: MIT */
/* The claims of a config: what it expects to be faster than what, or the same. */
#ifndef SCANBENCH_CONFIG_EXPECT_H
#define SCANBENCH_CONFIG_EXPECT_H

#include "sweep/filter.h"
#include "json/node.h"

enum { EXPECTATIONS_MAX = 1024, EXPECTATION_NAME = 256 };

/* One claim about every problem of the results in which both sides were measured; the fastest point of a side
 * stands for it. */
struct expectation {
    char name[EXPECTATION_NAME];
    enum {
        EXPECT_FASTER,  /* the left side is faster than the right one */
        EXPECT_SAME,    /* neither side is faster */
        EXPECT_REACHES, /* the left side, which is alone, comes near its limit */
    } kind;
    struct filter left, right; /* the conditions of "where" are in both */
    double by;                 /* EXPECT_FASTER: by more than this factor; default 1 */
    double within;             /* EXPECT_SAME: the times differ by at most this share; default 0.05 */
    double of_limit;           /* EXPECT_REACHES: at least this share */
};

/* The claims of a node, which is a list, in a fresh block that the caller frees. Fails with the node's error;
 * *expectations may be set then, too. */
bool expectations_parse(const struct json_node *node, struct expectation **expectations, size_t *count);

#endif
