/* SPDX-License-Identifier: MIT */
/* The harness measured by itself: how often it sees a difference where there is none, and one where there is.
 */
#pragma once

#include "machine/machine.h"

#include <stdint.h>

/* Trials with one delay of the second of two equal implementations. */
struct noise_row {
    double delay; /* a share of each call's own time; 0: A against A */
    unsigned trials;
    unsigned slower; /* by the rule for interleaved runs, with the clock's tick added to its margin */
    unsigned faster; /* likewise */
};

enum { NOISE_ROWS = 4 };

struct noise_report {
    struct noise_row rows[NOISE_ROWS]; /* 0, 1, 2, 5 % */
    unsigned rounds;                   /* of a trial */
    double call_s;                     /* median time of a call without delay */
};

struct noise_options {
    unsigned trials; /* without a delay; half as many with each delay, at least one */
    uint64_t seed;
    /* Called before each trial; false ends the measurement. NULL: none. */
    bool (*progress)(void *context, unsigned done, unsigned total);
    void *context;
};

/* Each trial measures a serial scan twice, as two implementations of one problem, ten times with the runner
 * as for any sweep, and judges them as --against does. EXIT_SYSTEM; EXIT_FINDING when an output was wrong. */
bool noise_measure(const struct machine *machine, const struct noise_options *options,
                   struct noise_report *report, struct error *error);
