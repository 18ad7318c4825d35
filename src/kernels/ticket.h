/* SPDX-License-Identifier: MIT */
/* What the kernels of one pass share: tickets, and what a tile has published. */
#pragma once

/* The group draws a ticket, in a word of shared memory: groups take tiles in the order in which they come
 * here, so that whoever a tile waits for has started. */
#define DRAW_TICKET(word, ticket)               \
    THE_FIRST_THREAD {                          \
        PUT(word, 0, ATOMIC_ADD(ticket, 0, 1)); \
    }                                           \
    BARRIER

/* What a tile has published so far: nothing, its own sum, the sum of all up to and with it. */
#define STATE_EMPTY 0
#define STATE_AGGREGATE 1
#define STATE_INCLUSIVE 2

/* The bits of a tag that are STATE_AGGREGATE or STATE_INCLUSIVE; above them is the run. */
#define LOOK_KINDS 3u
