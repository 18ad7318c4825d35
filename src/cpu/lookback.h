/* SPDX-License-Identifier: MIT */
/* Ticketed tiles that learn what precedes them by looking back at the states of earlier tiles. */
#pragma once

#include "cpu/elements.h"

struct lookback; /* lies in a run's scratch */

/* Scratch for so many tiles. */
size_t lookback_bytes(size_t tiles);

/* The run's scratch made ready by all of its workers together, each its part; contains a barrier. */
struct lookback *lookback_begin(const struct run *run, size_t tiles);

/* The next tile that nobody has taken; from `tiles` on there are none. */
size_t lookback_ticket(struct lookback *lookback);

/* Tell later tiles the result of this one alone. */
void lookback_publish(struct lookback *lookback, size_t tile, union element total);

/* Of scans that look back no further than to the tile before: tell the next one the result of all up to and
 * with this one; and wait for that. */
void lookback_tell(struct lookback *lookback, size_t tile, union element prefix);
union element lookback_await(struct lookback *lookback, size_t tile);

/* What is accumulated over the tiles. */
struct accumulation {
    enum op op;
    enum dtype dtype;
    union element initial; /* precedes the first tile */
};

/* What precedes the tile, waiting for earlier ones where it must. Tells later tiles the result of all up to
 * and with this one, whose own is `total`. */
union element lookback_prefix(struct lookback *lookback, size_t tile, union element total,
                              const struct accumulation *of);
