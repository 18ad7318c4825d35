/* SPDX-License-Identifier: MIT */
/* The kernels of scans of pairs, each of a factor and a term: linear recurrences h[i] = a[i]·h[i − 1] + x[i],
 * whose factors are the coefficients `a`, and segmented scans, where a factor is the bit that what precedes
 * passes, as it does unless `heads` has one. The operator is not commutative: what comes first is joined
 * first. Each thread owns `values` consecutive elements, which it reads twice: for their pair, and from what
 * precedes them. Included once. */
#if !defined ELEM || defined OPERATOR_IS_sum /* the model has all in one */

#include "kernels/pair.h"
#include "kernels/ticket.h"

/* The pair of each thread's elements. */
PART(own_pair, IN(elem, x), IN(elem, a), IN(uint8_t, heads), VALUE(uint, segmented), VALUE(size, tile),
     VALUE(size, n), VALUE(uint, values), PRIVATE_REF(elem, factor), PRIVATE_REF(elem, term))
{
    EACH_THREAD {
        const size first = (tile * THREADS + THREAD) * values;
        bool has_any = false;
        MY(factor) = PASSING(segmented);
        MY(term) = IDENTITY;
        for (uint v = 0; v < values; v++) {
            const size at = IN_ORDER(first + v, n);
            if (at < n) {
                const elem own = FACTOR(segmented, a, heads, at), own_term = READ(x, at);
                MY(term) = has_any ? JOINED(segmented, MY(term), own, own_term) : own_term;
                MY(factor) = has_any ? JOINED_FACTORS(segmented, MY(factor), own) : own;
                has_any = true;
            }
        }
    }
}

/* Each thread's pair joined with those of all before it, and all of them in shared memory. */
PART(scan_pairs, VALUE(uint, segmented), PRIVATE_REF(elem, factor), PRIVATE_REF(elem, term),
     SHARED_REF(elem, words))
{
    for (size by = 1; by < THREADS; by *= 2) {
        EACH_THREAD {
            PUT(words, FACTOR_WORD(THREAD), MY(factor));
            PUT(words, TERM_WORD(THREAD), MY(term));
        }
        BARRIER;
        EACH_THREAD {
            if (THREAD >= by) {
                const elem before = GET(words, TERM_WORD(THREAD - by));
                MY(term) = JOINED(segmented, before, MY(factor), MY(term));
                MY(factor) = JOINED_FACTORS(segmented, GET(words, FACTOR_WORD(THREAD - by)), MY(factor));
            }
        }
        BARRIER;
    }
    EACH_THREAD {
        PUT(words, FACTOR_WORD(THREAD), MY(factor));
        PUT(words, TERM_WORD(THREAD), MY(term));
    }
    BARRIER;
}

/* What the pairs of the threads before this one make of `before`, within EACH_THREAD. */
#define AFTER_THREADS(segmented, words, before)                                                              \
    (THREAD > 0                                                                                              \
         ? JOINED(segmented, before, GET(words, FACTOR_WORD(THREAD - 1)), GET(words, TERM_WORD(THREAD - 1))) \
         : (before))

/* out = each thread's elements from what precedes the tile. */
PART(store_pairs, IN(elem, x), IN(elem, a), IN(uint8_t, heads), VALUE(uint, segmented), OUT(elem, out),
     VALUE(size, tile), VALUE(size, n), VALUE(uint, values), SHARED_REF(elem, words), VALUE(elem, before))
{
    EACH_THREAD {
        const size first = (tile * THREADS + THREAD) * values;
        elem last = AFTER_THREADS(segmented, words, before);
        for (uint v = 0; v < values; v++) {
            const size at = IN_ORDER(first + v, n);
            if (at < n) {
                last = JOINED(segmented, last, FACTOR(segmented, a, heads, at), READ(x, at));
                WRITE(out, at, last);
            }
        }
    }
}

/* totals = the pair of the tile. */
KERNEL(pairs_total, IN(elem, x), IN(elem, a), IN(uint8_t, heads), VALUE(uint, segmented), OUT(elem, totals),
       VALUE(size, n), VALUE(uint, values))
{
    PRIVATE(elem, factor);
    PRIVATE(elem, term);
    SHARED(elem, words, 2 * MAX_THREADS);
    CALL_PART(own_pair, x, a, heads, segmented, GROUP, n, values, factor, term);
    CALL_PART(scan_pairs, segmented, factor, term, words);
    THE_LAST_THREAD {
        WRITE(totals, FACTOR_WORD(GROUP), MY(factor));
        WRITE(totals, TERM_WORD(GROUP), MY(term));
    }
}

/* One group: before = what precedes each tile. */
KERNEL(pairs_before, IN(elem, totals), IN(elem, initial), VALUE(uint, segmented), OUT(elem, before),
       VALUE(size, tiles))
{
    PRIVATE(elem, factor);
    PRIVATE(elem, term);
    SHARED(elem, words, 2 * MAX_THREADS);
    SHARED(elem, carry, 1);
    THE_FIRST_THREAD {
        PUT(carry, 0, READ(initial, 0));
    }
    for (size first = 0; first < tiles; first += THREADS) {
        EACH_THREAD {
            MY(factor) = READ_BELOW(totals, FACTOR_WORD(first + THREAD), 2 * tiles);
            MY(term) = READ_BELOW(totals, TERM_WORD(first + THREAD), 2 * tiles);
        }
        CALL_PART(scan_pairs, segmented, factor, term, words);
        EACH_THREAD {
            const elem own = AFTER_THREADS(segmented, words, GET(carry, 0));
            if (first + THREAD < tiles)
                WRITE(before, first + THREAD, own);
        }
        BARRIER;
        THE_LAST_THREAD {
            PUT(carry, 0, JOINED(segmented, GET(carry, 0), MY(factor), MY(term)));
        }
        BARRIER;
    }
}

/* out = the tile from what precedes it. */
KERNEL(pairs_tile, IN(elem, x), IN(elem, a), IN(uint8_t, heads), VALUE(uint, segmented), OUT(elem, out),
       IN(elem, before), VALUE(size, n), VALUE(uint, values))
{
    PRIVATE(elem, factor);
    PRIVATE(elem, term);
    SHARED(elem, words, 2 * MAX_THREADS);
    CALL_PART(own_pair, x, a, heads, segmented, GROUP, n, values, factor, term);
    CALL_PART(scan_pairs, segmented, factor, term, words);
    CALL_PART(store_pairs, x, a, heads, segmented, out, GROUP, n, values, words, READ(before, GROUP));
}

/* One pass: each ticketed tile waits for the last result of the one before it. */
KERNEL(pairs_chained, IN(elem, x), IN(elem, a), IN(uint8_t, heads), VALUE(uint, segmented), OUT(elem, out),
       IN(elem, initial), EXCHANGE(uint, ticket), EXCHANGE(uint, state), EXCHANGE(elem, sums), VALUE(size, n),
       VALUE(uint, values))
{
    PRIVATE(elem, factor);
    PRIVATE(elem, term);
    SHARED(elem, words, 2 * MAX_THREADS);
    SHARED(uint, ticket_word, 1);
    SHARED(elem, before, 1);
    DRAW_TICKET(ticket_word, ticket);
    const size tile = BROADCAST(ticket_word, 0);
    CALL_PART(own_pair, x, a, heads, segmented, tile, n, values, factor, term);
    CALL_PART(scan_pairs, segmented, factor, term, words);
    THE_LAST_THREAD {
        elem last;
        if (tile == 0) {
            last = READ(initial, 0);
        } else {
            while (ATOMIC_LOAD_ACQUIRE(state, tile - 1) != STATE_INCLUSIVE)
                POLL;
            last = READ(sums, tile - 1);
        }
        WRITE(sums, tile, JOINED(segmented, last, MY(factor), MY(term)));
        ATOMIC_STORE_RELEASE(state, tile, STATE_INCLUSIVE);
        PUT(before, 0, last);
    }
    BARRIER;
    CALL_PART(store_pairs, x, a, heads, segmented, out, tile, n, values, words, BROADCAST(before, 0));
}

#endif
