/* SPDX-License-Identifier: MIT */
/* How often elements go between memory and the processor, and the limits of what does it more often than its
 * primitive asks for. */
#pragma once

#include "implementation/implementation.h"

/* What a point reads and writes of memory, as its costs say, over its n: 2 of a scan that reads and writes
 * each element once. NAN where its costs do not say, and of no elements. */
double traffic_of(const struct point *point);

/* The same in whole passes, 3 or 4, where it is more than 2 of a scan or a copy on the host; else 0. */
unsigned traffic_passes(const struct point *point);

/* Whether a limit kernel is one of these: it copies with more passes than a copy takes. */
bool traffic_is_limit(const struct implementation *limit);
