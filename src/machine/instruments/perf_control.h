/* SPDX-License-Identifier: MIT */
/* Telling a perf that wraps this program when to count: the control protocol of perf stat and perf record. */
#pragma once

#include "base/error.h"

/* Where commands go and where acknowledgements come from. Caller-owned. */
struct perf_control {
    int commands, acknowledgements;
    bool owned; /* opened here: closed by perf_control_close */
};

/* text is what --perf-control says: "fd:A,B" names two open descriptors, "fifo:A,B" two FIFOs that perf has
 * open. EXIT_USAGE when it is neither, or what is named is no FIFO; EXIT_SYSTEM when they cannot be used. */
bool perf_control_open(struct perf_control *control, const char *text, struct error *error);
void perf_control_close(struct perf_control *control);

/* Send the command and wait for the acknowledgement, a few seconds at most. EXIT_SYSTEM. control may be NULL:
 * there is nobody to tell. */
bool perf_control_enable(const struct perf_control *control, struct error *error);
bool perf_control_disable(const struct perf_control *control, struct error *error);
