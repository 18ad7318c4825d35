/* SPDX-License-Identifier: MIT */
/* The scans that read and write each element once: tiles in the order of tickets, each adding what those
 * before it have published. Included once for each VALUES, after kernels/scan.h. */

#include "kernels/ticket.h"

/* Each tile waits for the inclusive sum of the one before it. */
KERNEL(scan_chained, IN(in_elem, in), OUT(out_elem, out), IN(elem, initial), EXCHANGE(uint, ticket),
       EXCHANGE(uint, state), EXCHANGE(elem, sums), VALUE(size, n), VALUE(uint, inclusive))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, total);
    PRIVATE(elem, prefix);
    SHARED(elem, words, LOCAL_WORDS);
    SHARED(uint, ticket_word, 1);
    SHARED(elem, before, 1);
    DRAW_TICKET(ticket_word, ticket);
    const size tile = BROADCAST(ticket_word, 0);
    CALL_PART(load_running, in, tile, n, value, total);
    CALL(LOCAL(local_scan), prefix, total, words);
    THE_LAST_THREAD {
        elem sum;
        if (tile == 0) {
            sum = READ(initial, 0);
        } else {
            while (ATOMIC_LOAD_ACQUIRE(state, tile - 1) != STATE_INCLUSIVE)
                POLL;
            sum = READ(sums, tile - 1);
        }
        WRITE(sums, tile, OP(sum, OP(MY(prefix), MY(total))));
        ATOMIC_STORE_RELEASE(state, tile, STATE_INCLUSIVE);
        PUT(before, 0, sum);
    }
    BARRIER;
    CALL_PART(store_running, out, tile, n, value, prefix, BROADCAST(before, 0), inclusive);
}

/* Decoupled look-back: publish the tile's own sum at once, then walk back over what others have published,
 * adding, until an inclusive sum ends the walk. Tile t's own sum is word 2t of sums, the inclusive one
 * 2t + 1. */
KERNEL(scan_lookback, IN(in_elem, in), OUT(out_elem, out), IN(elem, initial), EXCHANGE(uint, ticket),
       EXCHANGE(uint, state), EXCHANGE(elem, sums), VALUE(size, n), VALUE(uint, inclusive))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, total);
    PRIVATE(elem, prefix);
    SHARED(elem, words, LOCAL_WORDS);
    SHARED(uint, ticket_word, 1);
    SHARED(elem, before, 1);
    DRAW_TICKET(ticket_word, ticket);
    const size tile = BROADCAST(ticket_word, 0);
    CALL_PART(load_running, in, tile, n, value, total);
    CALL(LOCAL(local_scan), prefix, total, words);
    THE_LAST_THREAD {
        const elem own = OP(MY(prefix), MY(total));
        elem sum = IDENTITY;
        if (tile == 0) {
            sum = READ(initial, 0);
        } else {
            WRITE(sums, 2 * tile, own);
            ATOMIC_STORE_RELEASE(state, tile, STATE_AGGREGATE);
        }
        uint seen = STATE_EMPTY;
        for (size at = tile; at > 0 && seen != STATE_INCLUSIVE; at--) {
            seen = ATOMIC_LOAD_ACQUIRE(state, at - 1);
            while (seen == STATE_EMPTY) {
                POLL;
                seen = ATOMIC_LOAD_ACQUIRE(state, at - 1);
            }
            sum = OP(READ(sums, 2 * (at - 1) + (seen == STATE_INCLUSIVE ? 1 : 0)), sum);
        }
        WRITE(sums, 2 * tile + 1, OP(sum, own));
        ATOMIC_STORE_RELEASE(state, tile, STATE_INCLUSIVE);
        PUT(before, 0, sum);
    }
    BARRIER;
    CALL_PART(store_running, out, tile, n, value, prefix, BROADCAST(before, 0), inclusive);
}
