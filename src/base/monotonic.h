/* SPDX-License-Identifier: MIT */
/* Time that only goes on, for deadlines and pauses: no measurement. */
#ifndef SCANBENCH_MONOTONIC_H
#define SCANBENCH_MONOTONIC_H

#include <stdint.h>

/* Since some moment before the program began. */
uint64_t monotonic_ns(void);
double monotonic_s(void);

#endif
