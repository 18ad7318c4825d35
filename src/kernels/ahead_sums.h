/* SPDX-License-Identifier: MIT */
/* How scans that read ahead look at the sums of tiles. */
#pragma once

#include "kernels/ahead.h"

/* Looks at sums, until all have the tag. */
AHEAD_LOOK(ahead_look_sums, packed_word, packed, PACKED_LOAD, PACKED_TAG)
