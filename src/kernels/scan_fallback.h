/* SPDX-License-Identifier: MIT */
/* The one-pass scan that needs no promise of progress, for 32-bit elements. Included once for each VALUES,
 * after kernels/scan_one_pass.h. */
#if !defined ELEM || ELEM_BITS == 32 /* the model has all in one */

#include "kernels/ticket.h"

/* A tile publishes a 32-bit sum in two words, 16 bits each beside a state; it is valid when both states
 * agree. Each word is one atomic, so no fence is needed: a sum and a flag in one word would leave only 30
 * bits of sum. */
#define HALF_BITS 16
#define HALF_MASK 0xffffu
#define TAGGED(state, half) ((uint)(state) << HALF_BITS | (half))
#define STATE_OF(word) ((word) >> HALF_BITS)
#define POLLS_BEFORE_FALLBACK 4

/* Publish a tile's sum: STATE_AGGREGATE, its own; STATE_INCLUSIVE, with all before it. */
#define PUBLISH_HALVES(state, tile, kind, sum)                                \
    do {                                                                      \
        const uint bits = BITS_OF(sum);                                       \
        ATOMIC_STORE(state, 2 * (tile), TAGGED(kind, bits & HALF_MASK));      \
        ATOMIC_STORE(state, 2 * (tile) + 1, TAGGED(kind, bits >> HALF_BITS)); \
    } while (0)

/* From `left` tiles that are still to be added: walk back over what those before the tile have published,
 * adding to before[0], until all are added, position[0] = 0, or one has published nothing in a few polls,
 * which is then tile position[0] − 1. */
PART(look_back_or_give_up, EXCHANGE(uint, state), VALUE(size, left), SHARED_REF(elem, before),
     SHARED_REF(size, position))
{
    THE_FIRST_THREAD {
        size at = left;
        elem sum = GET(before, 0);
        uint polls = 0;
        while (at > 0 && polls < POLLS_BEFORE_FALLBACK) {
            const uint low = ATOMIC_LOAD(state, 2 * (at - 1));
            const uint high = ATOMIC_LOAD(state, 2 * (at - 1) + 1);
            if (STATE_OF(low) == STATE_EMPTY || STATE_OF(low) != STATE_OF(high)) {
                polls++;
                POLL;
            } else {
                sum = OP(ELEM_OF_BITS((low & HALF_MASK) | high << HALF_BITS), sum);
                at = STATE_OF(low) == STATE_INCLUSIVE ? 0 : at - 1;
                polls = 0;
            }
        }
        PUT(before, 0, sum);
        PUT(position, 0, at);
    }
}

/* One pass with look-back that gives up on a tile after a few polls: then the whole group computes that
 * tile's sum itself, in the same order of operations and so with the same bits, and inserts it unless its
 * owner was faster. Of `period` tiles only the first publishes anything: 1 but where the others are to be
 * fallen back on. */
KERNEL(scan_fallback, IN(in_elem, in), OUT(out_elem, out), IN(elem, initial), EXCHANGE(uint, ticket),
       EXCHANGE(uint, state), VALUE(size, n), VALUE(uint, inclusive), VALUE(size, period))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE_ARRAY(elem, other);
    PRIVATE(elem, total);
    PRIVATE(elem, prefix);
    PRIVATE(elem, other_total);
    PRIVATE(elem, other_prefix);
    SHARED(elem, words, LOCAL_WORDS);
    SHARED(uint, ticket_word, 1);
    SHARED(size, position, 1);
    SHARED(elem, before, 1);
    DRAW_TICKET(ticket_word, ticket);
    const size tile = BROADCAST(ticket_word, 0);
    CALL_PART(load_running, in, tile, n, value, total);
    CALL(LOCAL(local_scan), prefix, total, words);
    THE_LAST_THREAD {
        if (tile == 0) {
            PUT(before, 0, READ(initial, 0));
        } else {
            PUT(before, 0, IDENTITY);
        }
        if (tile > 0 && tile % period == 0)
            PUBLISH_HALVES(state, tile, STATE_AGGREGATE, OP(MY(prefix), MY(total)));
    }
    BARRIER;
    size left = tile; /* tiles whose sum is still to be added */
    while (left > 0) {
        CALL_PART(look_back_or_give_up, state, left, before, position);
        BARRIER;
        left = BROADCAST(position, 0);
        if (left > 0) {
            left--;
            CALL_PART(load_running, in, left, n, other, other_total);
            CALL(LOCAL(local_scan), other_prefix, other_total, words);
            THE_LAST_THREAD {
                const uint known = left > 0 ? STATE_AGGREGATE : STATE_INCLUSIVE;
                elem sum = OP(MY(other_prefix), MY(other_total));
                if (left == 0)
                    sum = OP(READ(initial, 0), sum);
                const uint bits = BITS_OF(sum);
                ATOMIC_CAS(state, 2 * left, 0, TAGGED(known, bits & HALF_MASK));
                ATOMIC_CAS(state, 2 * left + 1, 0, TAGGED(known, bits >> HALF_BITS));
                PUT(before, 0, OP(sum, GET(before, 0)));
            }
            BARRIER;
        }
    }
    THE_LAST_THREAD {
        if (tile % period == 0)
            PUBLISH_HALVES(state, tile, STATE_INCLUSIVE, OP(GET(before, 0), OP(MY(prefix), MY(total))));
    }
    CALL_PART(store_running, out, tile, n, value, prefix, BROADCAST(before, 0), inclusive);
}

#endif
