/* SPDX-License-Identifier: MIT */
/* The kernels of linear recurrences h[i] = a[i]·h[i − 1] + x[i], as scans of pairs of a factor and a term.
 * Each thread owns `values` consecutive elements, which it reads twice: for their pair, and from what
 * precedes them. Past n a pair is what READ_BELOW makes of it, and nobody needs it. Included once. */
#if !defined ELEM || \
    (defined OPERATOR_IS_sum && ELEM_IS_FLOAT) /* sums of floats alone; the model has all in one */

#include "kernels/ticket.h"

/* The factor of a thread's pair and its term, in shared memory. */
#define FACTOR_WORD(thread) (2 * (thread))
#define TERM_WORD(thread) (2 * (thread) + 1)

/* What a pair makes of what precedes it. */
#define JOINED(before, factor, term) OP(MULTIPLY(factor, before), term)

/* The pair of each thread's elements. */
PART(own_pair, IN(elem, x), IN(elem, a), VALUE(size, tile), VALUE(size, n), VALUE(uint, values),
     PRIVATE_REF(elem, factor), PRIVATE_REF(elem, term))
{
    EACH_THREAD {
        const size first = (tile * THREADS + THREAD) * values;
        MY(factor) = READ_BELOW(a, first, n);
        MY(term) = READ_BELOW(x, first, n);
        for (uint v = 1; v < values; v++) {
            if (first + v < n) {
                const elem own = READ(a, first + v);
                MY(term) = JOINED(MY(term), own, READ(x, first + v));
                MY(factor) = MULTIPLY(own, MY(factor));
            }
        }
    }
}

/* Each thread's pair joined with those of all before it, and all of them in shared memory. The operator is
 * not commutative: what comes from a lower thread is first. */
PART(scan_pairs, PRIVATE_REF(elem, factor), PRIVATE_REF(elem, term), SHARED_REF(elem, words))
{
    for (size by = 1; by < THREADS; by *= 2) {
        EACH_THREAD {
            PUT(words, FACTOR_WORD(THREAD), MY(factor));
            PUT(words, TERM_WORD(THREAD), MY(term));
        }
        BARRIER;
        EACH_THREAD {
            if (THREAD >= by) {
                MY(term) = JOINED(GET(words, TERM_WORD(THREAD - by)), MY(factor), MY(term));
                MY(factor) = MULTIPLY(GET(words, FACTOR_WORD(THREAD - by)), MY(factor));
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

/* out = each thread's elements from what the pairs of the threads before it make of `before`. */
PART(store_recurrence, IN(elem, x), IN(elem, a), OUT(elem, out), VALUE(size, tile), VALUE(size, n),
     VALUE(uint, values), SHARED_REF(elem, words), VALUE(elem, before))
{
    EACH_THREAD {
        const size first = (tile * THREADS + THREAD) * values;
        elem last = before;
        if (THREAD > 0)
            last = JOINED(before, GET(words, FACTOR_WORD(THREAD - 1)), GET(words, TERM_WORD(THREAD - 1)));
        for (uint v = 0; v < values; v++) {
            if (first + v < n) {
                last = JOINED(last, READ(a, first + v), READ(x, first + v));
                WRITE(out, first + v, last);
            }
        }
    }
}

/* totals = the pair of the tile. */
KERNEL(recurrence_total, IN(elem, x), IN(elem, a), OUT(elem, totals), VALUE(size, n), VALUE(uint, values))
{
    PRIVATE(elem, factor);
    PRIVATE(elem, term);
    SHARED(elem, words, 2 * MAX_THREADS);
    CALL_PART(own_pair, x, a, GROUP, n, values, factor, term);
    CALL_PART(scan_pairs, factor, term, words);
    THE_LAST_THREAD {
        WRITE(totals, FACTOR_WORD(GROUP), MY(factor));
        WRITE(totals, TERM_WORD(GROUP), MY(term));
    }
}

/* One group: before = what precedes each tile. */
KERNEL(recurrence_before, IN(elem, totals), IN(elem, initial), OUT(elem, before), VALUE(size, tiles))
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
        CALL_PART(scan_pairs, factor, term, words);
        EACH_THREAD {
            elem own = GET(carry, 0);
            if (THREAD > 0)
                own = JOINED(own, GET(words, FACTOR_WORD(THREAD - 1)), GET(words, TERM_WORD(THREAD - 1)));
            if (first + THREAD < tiles)
                WRITE(before, first + THREAD, own);
        }
        BARRIER;
        THE_LAST_THREAD {
            PUT(carry, 0, JOINED(GET(carry, 0), MY(factor), MY(term)));
        }
        BARRIER;
    }
}

/* out = the tile from what precedes it. */
KERNEL(recurrence_tile, IN(elem, x), IN(elem, a), OUT(elem, out), IN(elem, before), VALUE(size, n),
       VALUE(uint, values))
{
    PRIVATE(elem, factor);
    PRIVATE(elem, term);
    SHARED(elem, words, 2 * MAX_THREADS);
    CALL_PART(own_pair, x, a, GROUP, n, values, factor, term);
    CALL_PART(scan_pairs, factor, term, words);
    CALL_PART(store_recurrence, x, a, out, GROUP, n, values, words, READ(before, GROUP));
}

/* One pass: each ticketed tile waits for the last result of the one before it. */
KERNEL(recurrence_chained, IN(elem, x), IN(elem, a), OUT(elem, out), IN(elem, initial),
       EXCHANGE(uint, ticket), EXCHANGE(uint, state), EXCHANGE(elem, sums), VALUE(size, n),
       VALUE(uint, values))
{
    PRIVATE(elem, factor);
    PRIVATE(elem, term);
    SHARED(elem, words, 2 * MAX_THREADS);
    SHARED(uint, ticket_word, 1);
    SHARED(elem, before, 1);
    DRAW_TICKET(ticket_word, ticket);
    const size tile = BROADCAST(ticket_word, 0);
    CALL_PART(own_pair, x, a, tile, n, values, factor, term);
    CALL_PART(scan_pairs, factor, term, words);
    THE_LAST_THREAD {
        elem last;
        if (tile == 0) {
            last = READ(initial, 0);
        } else {
            while (ATOMIC_LOAD_ACQUIRE(state, tile - 1) != STATE_INCLUSIVE)
                POLL;
            last = READ(sums, tile - 1);
        }
        WRITE(sums, tile, JOINED(last, MY(factor), MY(term)));
        ATOMIC_STORE_RELEASE(state, tile, STATE_INCLUSIVE);
        PUT(before, 0, last);
    }
    BARRIER;
    CALL_PART(store_recurrence, x, a, out, tile, n, values, words, BROADCAST(before, 0));
}

#endif
