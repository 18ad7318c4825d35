/* SPDX-License-Identifier: MIT */
/* What the tiles of a compaction publish, and those of a count add to. */
#pragma once

/* A count that a tile has published, beside its state and the lowest bits of the number of the run, in one
 * word that nobody clears: those of the run before are all written anew. */
#define COUNT_BITS 40
#define COUNT_MASK (((size)1 << COUNT_BITS) - 1)
#define COUNT_STATE_BITS 2
#define COUNT_RUN_BITS 22
#define COUNT_WORD(count, state, turn) \
    ((count) | (size)(state) << COUNT_BITS | (size)(turn) << (COUNT_BITS + COUNT_STATE_BITS))
#define COUNT_TURN(word) ((uint)((word) >> (COUNT_BITS + COUNT_STATE_BITS)))
#define COUNT_STATE(word) ((uint)((word) >> COUNT_BITS) & 3u)

/* A count above how many groups have added to it. */
#define COUNTED_GROUPS_BITS 28
#define COUNTED_ONE(count) ((size)(count) << COUNTED_GROUPS_BITS | 1)
#define COUNTED_GROUPS(word) ((word) & (((size)1 << COUNTED_GROUPS_BITS) - 1))
#define COUNTED_SUM(word) ((word) >> COUNTED_GROUPS_BITS)
