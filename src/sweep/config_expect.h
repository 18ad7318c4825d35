/* SPDX-License-Identifier: MIT */
/* The claims of a config: what it expects of times, of exact counts, and of what becomes of kernels on a
 * device model. */
#pragma once

#include "engine/model/model_point.h"
#include "sweep/filter.h"
#include "json/node.h"

enum { EXPECTATIONS_MAX = 1024, EXPECTATION_NAME = 256, EXPECTATION_DEVICE = 64 };

/* One claim about every problem of the results in which both sides were measured; the fastest point of a side
 * stands for it. Of counts and verdicts: about every run in the model that meets the left side. */
struct expectation {
    char name[EXPECTATION_NAME];
    char source[EXPECTATION_NAME]; /* where it was published; "": not said */
    enum expectation_kind {
        EXPECT_FASTER,  /* the left side is faster than the right one */
        EXPECT_SAME,    /* neither side is faster */
        EXPECT_REACHES, /* the left side, which is alone, comes near its limit */
        EXPECT_COUNTS,  /* the left side counts so many, or so many times what the right one does */
        EXPECT_VERDICT, /* so ends the left side on a device model */
    } kind;
    struct filter left, right; /* the conditions of "where" are in both */
    unsigned on;      /* bits 1 << enum engines, ENGINE_NONE the CPU's own code: what it is about; 0: whatever
                         was measured, each apart */
    double by;        /* EXPECT_FASTER: by more than this factor; default 1 */
    double within;    /* EXPECT_SAME: the times differ by at most this share, default 0.05; EXPECT_COUNTS:
                         the count, default 0 */
    double of_limit;  /* EXPECT_REACHES: at least this share */
    double published; /* the factor, share or count that was published; NAN: none */
    double tolerance; /* it is reached up to this share; 0: it is shown, not judged. Not of counts */
    struct {
        enum counter counter;
        enum phase phase;            /* default PHASE_TOTAL */
        unsigned whole_run;          /* of all groups and kernels, not of the first full tile */
        double over;                 /* over this number; NAN: over the right side */
    } counts;                        /* EXPECT_COUNTS: "is" is `published` */
    enum model_verdict verdict;      /* EXPECT_VERDICT */
    char device[EXPECTATION_DEVICE]; /* of counts and verdicts, the device model; "": each */
};

/* Whether it is about runs in the model, not about times. */
bool expectation_is_counted(const struct expectation *expectation);

/* What a claim calls an engine: "cpu", what is no group's; "emulated"; else the engine's name. */
const char *expectation_place(enum engines engine);

/* The claims of a node, which is a list, in a fresh block that the caller frees. Fails with the node's error;
 * *expectations may be set then, too. */
bool expectations_parse(const struct json_node *node, struct expectation **expectations, size_t *count);
