/* SPDX-License-Identifier: MIT */
/* Time that only goes on, for deadlines and pauses: no measurement. */
#pragma once

#include <stdint.h>

/* Since some moment before the program began. */
uint64_t monotonic_ns(void);
double monotonic_s(void);
