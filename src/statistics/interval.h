/* SPDX-License-Identifier: MIT */
/* From the lowest to the highest of what a number may be. */
#pragma once

struct interval {
    double low, high;
};
