/* SPDX-License-Identifier: MIT */
/* The correction for many questions. */
#ifndef SCANBENCH_HOLM_H
#define SCANBENCH_HOLM_H

#include <stdbool.h>
#include <stddef.h>

/* Replace p values by those adjusted for their number, step down (Holm 1979). NAN counts as 1. */
void holm_adjust(double *p, size_t count);

#endif
