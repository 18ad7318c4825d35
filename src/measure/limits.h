/* SPDX-License-Identifier: MIT */
/* The limits of a block: which kernels bound its points, and how near the points come to the best of them. */
#ifndef SCANBENCH_LIMITS_H
#define SCANBENCH_LIMITS_H

#include "measure/block.h"

/* Add the limit kernels to the entries, and rate measured entries by the best limit with the same workers. */
void limits_join(struct block *block, const struct bench *bench);
void limits_rate(struct block *block);

#endif
