/* SPDX-License-Identifier: MIT */
/* The CPU implementations, for the registry. */
#ifndef SCANBENCH_CPU_IMPLEMENTATIONS_H
#define SCANBENCH_CPU_IMPLEMENTATIONS_H

#include "implementation/implementation.h"

extern const struct implementation serial_scan;
extern const struct implementation simd_scan_operators;
extern const struct implementation threads_reduce_then_scan;
extern const struct implementation limit_copy;
extern const struct implementation limit_memcpy;

/* True when the point's unroll factor has kernels. */
bool simd_supports(const struct point *point, struct error *why);

#endif
