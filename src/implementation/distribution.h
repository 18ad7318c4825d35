/* SPDX-License-Identifier: MIT */
/* The axes of distributed arrays: how the ranks work together, and what each computes its block with. */
#pragma once

#include "implementation/axis.h"

#include <stdbool.h>
#include <stdint.h>

/* How ranks learn what others have: exchange.def. */
enum exchange_kind {
    EXCHANGE_NONE,
#define EXCHANGE_ROW(NAME, ...) EXCHANGE_##NAME,
#include "implementation/exchange.def"
#undef EXCHANGE_ROW
    EXCHANGES,
};
extern const char *const exchange_names[EXCHANGES];

/* Whether it gives every rank what all have together, not only what is before it. */
bool exchange_reduces(uint64_t exchange);

/* Whether its words are in the memory of the ranks' devices, not of the hosts. */
bool exchange_on_devices(uint64_t exchange);

/* Messages that follow each other in an exclusive scan over so many ranks; of the library's own: as few as
 * can be. */
unsigned exchange_rounds(uint64_t exchange, unsigned ranks);

/* Of the doubling kinds: whether in a round, from 0, a rank sends its own words with what it knows of those
 * before, for one more application of the operator. */
bool exchange_sends_own(uint64_t exchange, unsigned ranks, unsigned round);

/* What ranks cost on a machine; NAN where it is not known. */
struct rank_costs {
    double message_s;   /* a message, however short */
    double byte_s;      /* each byte of it */
    double bytes_per_s; /* of memory on each rank, all at once, as far as a point is bounded by it */
};

/* Seconds of an exchange of vectors of so many bytes over so many ranks: its messages after each other, each
 * with what it carries. Of the library's own: as of the best that is known. */
double exchange_scan_s(uint64_t exchange, unsigned ranks, double bytes, const struct rank_costs *costs);
double exchange_reduce_s(uint64_t exchange, unsigned ranks, double bytes, const struct rank_costs *costs);

/* The order in which a block is read and what the others have is learned: schedule.def. */
enum schedule {
    SCHEDULE_NONE,
#define SCHEDULE_ROW(NAME, ...) SCHEDULE_##NAME,
#include "implementation/schedule.def"
#undef SCHEDULE_ROW
    SCHEDULES,
};
extern const char *const schedule_names[SCHEDULES];
extern const unsigned schedule_passes[SCHEDULES]; /* over the block, of reading or writing */

/* What a rank computes its block with: node.def. */
enum node {
    NODE_NONE,
#define NODE_ROW(NAME, ...) NODE_##NAME,
#include "implementation/node.def"
#undef NODE_ROW
    NODES,
};
extern const char *const node_names[NODES];

/* The engine whose device holds the blocks: ENGINE_NONE where the host does. */
enum engines node_engine(uint64_t node);
