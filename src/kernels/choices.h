/* SPDX-License-Identifier: MIT */
/* What is chosen for a kernel by number. */
#pragma once

/* How a subgroup scans its lanes: adds and depth for 32 are 129 and 5, 80 and 5, 57 and 9, 80 and 6. */
enum network {
    NETWORK_NONE, /* the default, Kogge–Stone */
    NETWORK_KOGGE_STONE,
    NETWORK_SKLANSKY,
    NETWORK_BRENT_KUNG,
    NETWORK_HAN_CARLSON,
};

/* The rounds of each, of which a lane sees only those before: UP(takes, by) joins to the value of each `lane`
 * that takes what the lane `by` below it has, FROM(takes, from) what lane `from` below it has. An engine
 * defines EACH_ROUND, its `for`. Kogge–Stone: every lane reaches twice as far in each round. Sklansky: each
 * half takes the last of the half below it. Brent–Kung: up a tree and down again. Han–Carlson: Kogge–Stone
 * over the odd lanes, then each even lane takes its neighbour. */
#define ROUNDS_kogge_stone(UP, FROM)                 \
    EACH_ROUND(unsigned by = 1; by < LANES; by *= 2) \
    {                                                \
        UP(lane >= by, by);                          \
    }
#define ROUNDS_sklansky(UP, FROM)                       \
    EACH_ROUND(unsigned by = 1; by < LANES; by *= 2)    \
    {                                                   \
        FROM((lane & by) != 0, (lane & ~(by - 1)) - 1); \
    }
#define ROUNDS_brent_kung(UP, FROM)                          \
    EACH_ROUND(unsigned by = 1; by < LANES; by *= 2)         \
    {                                                        \
        UP(lane % (2 * by) == 2 * by - 1, by);               \
    }                                                        \
    EACH_ROUND(unsigned by = LANES / 4; by > 0; by /= 2)     \
    {                                                        \
        UP(lane >= 2 * by && lane % (2 * by) == by - 1, by); \
    }
#define ROUNDS_han_carlson(UP, FROM)                 \
    EACH_ROUND(unsigned by = 1; by < LANES; by *= 2) \
    {                                                \
        UP(lane % 2 == 1 && lane >= by, by);         \
    }                                                \
    UP(lane % 2 == 0 && lane > 0, 1);

/* Which elements of a tile a thread owns: consecutive ones, or equally spaced ones. None: consecutive ones,
 * in the widest accesses there are. */
enum layout {
    LAYOUT_NONE,
    LAYOUT_BLOCKED,
    LAYOUT_STRIPED,
};
