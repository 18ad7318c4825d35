/* SPDX-License-Identifier: MIT */
/* From the lowest to the highest of what a number may be. */
#ifndef SCANBENCH_INTERVAL_H
#define SCANBENCH_INTERVAL_H

struct interval {
    double low, high;
};

#endif
