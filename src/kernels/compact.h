/* SPDX-License-Identifier: MIT */
/* The kernels that move the elements > 0 to the front. A simdgroup takes 32 consecutive elements at a time,
 * and a lane's place among them is the number of valid lanes below it: a ballot and a population count.
 * Included once for each VALUES. */
#if !defined ELEM || defined OPERATOR_IS_sum /* sums alone; the model has all in one */

#include "kernels/ticket.h"

/* Each simdgroup walks its own sequence of `length` elements and writes from offsets[its number] on. All
 * those of a group take as many steps as the first, whose sequence is the longest: what they do at once may
 * be made of barriers of the group. */
KERNEL(move_sequence, IN(elem, in), OUT(elem, out), IN(size, offsets), VALUE(size, n), VALUE(size, length))
{
    PRIVATE(elem, value);
    PRIVATE(uint, valid);
    const size begin = GROUP * SIMDGROUPS * length < n ? GROUP * SIMDGROUPS * length : n;
    const size longest = n - begin < length ? n - begin : length;
    EACH_SIMDGROUP {
        const size sequence = GROUP * SIMDGROUPS + SIMDGROUP;
        const size first = sequence * length < n ? sequence * length : n;
        const size last = n - first < length ? n : first + length;
        size to = READ(offsets, sequence);
        for (size step = 0; step < longest; step += LANES) {
            SIMD_LOAD_ROW(value, in, first + step, last);
            EACH_LANE {
                MY(valid) = POSITIVE(MY(value)) ? 1u : 0u;
            }
            to += SIMD_STORE_VALID(out, to, ROW(value), ROW(valid));
        }
    }
}

/* Load a tile, each simdgroup VALUES rows of 32, and count: words[SIMDGROUP] = how many are > 0. */
PART(load_and_count, IN(elem, in), VALUE(size, tile), VALUE(size, n), PRIVATE_REF(elem, value),
     SHARED_REF(uint, words))
{
    PRIVATE(uint, valid);
    PRIVATE(uint, sum);
    EACH_SIMDGROUP {
        SIMD_LOAD_STRIPED(value, in, (tile * THREADS + SIMDGROUP * LANES) * VALUES, n);
        EACH_LANE {
            MY(valid) = 0;
        }
        for (size v = 0; v < VALUES; v++)
            EACH_LANE {
                MY(valid) += POSITIVE(MY_AT(value, v)) ? 1u : 0u;
            }
    }
    SIMD_SUM(sum, valid);
    EACH_FIRST_LANE {
        PUT(words, SIMDGROUP, MY(sum));
    }
}

/* words[s] = what precedes simdgroup s, words[SIMDGROUPS] = all: serially, there are 32 at most. */
PART(scan_counts, SHARED_REF(uint, words))
{
    THE_FIRST_THREAD {
        uint sum = 0;
        for (size s = 0; s < SIMDGROUPS; s++) {
            const uint own = GET(words, s);
            PUT(words, s, sum);
            sum += own;
        }
        PUT(words, SIMDGROUPS, sum);
    }
}

/* Write the tile's elements > 0 from `base` on, each simdgroup's behind words[SIMDGROUP] others. */
PART(move_rows, OUT(elem, out), VALUE(size, base), PRIVATE_REF(elem, value), SHARED_REF(uint, words))
{
    PRIVATE(uint, valid);
    EACH_SIMDGROUP {
        size to = base + SIMD_GET(words, SIMDGROUP);
        for (size v = 0; v < VALUES; v++) {
            EACH_LANE {
                MY(valid) = POSITIVE(MY_AT(value, v)) ? 1u : 0u;
            }
            to += SIMD_STORE_VALID(out, to, ROW_AT(value, v), ROW(valid));
        }
    }
}

/* Each group moves one tile to offsets[GROUP]. */
KERNEL(move_block, IN(elem, in), OUT(elem, out), IN(size, offsets), VALUE(size, n))
{
    PRIVATE_ARRAY(elem, value);
    SHARED(uint, words, MAX_SIMDGROUPS + 1);
    CALL_PART(load_and_count, in, GROUP, n, value, words);
    BARRIER;
    CALL_PART(scan_counts, words);
    BARRIER;
    CALL_PART(move_rows, out, READ(offsets, GROUP), value, words);
}

/* One pass: tiles in the order of tickets, each walking back over the counts that those before it have
 * published. Tile t's own count is word 2t of counts, the inclusive one 2t + 1; the last leaves the total. */
KERNEL(compact_lookback, IN(elem, in), OUT(elem, out), OUT(size, total), EXCHANGE(uint, ticket),
       EXCHANGE(uint, state), EXCHANGE(size, counts), VALUE(size, n), VALUE(size, tiles))
{
    PRIVATE_ARRAY(elem, value);
    SHARED(uint, words, MAX_SIMDGROUPS + 1);
    SHARED(uint, ticket_word, 1);
    SHARED(size, before, 1);
    DRAW_TICKET(ticket_word, ticket);
    const size tile = BROADCAST(ticket_word, 0);
    CALL_PART(load_and_count, in, tile, n, value, words);
    BARRIER;
    CALL_PART(scan_counts, words);
    THE_FIRST_THREAD {
        const size own = GET(words, SIMDGROUPS);
        size sum = 0;
        if (tile > 0) {
            WRITE(counts, 2 * tile, own);
            ATOMIC_STORE_RELEASE(state, tile, STATE_AGGREGATE);
        }
        uint seen = STATE_EMPTY;
        for (size at = tile; at > 0 && seen != STATE_INCLUSIVE; at--) {
            seen = ATOMIC_LOAD_ACQUIRE(state, at - 1);
            while (seen == STATE_EMPTY) {
                POLL;
                seen = ATOMIC_LOAD_ACQUIRE(state, at - 1);
            }
            sum += READ(counts, 2 * (at - 1) + (seen == STATE_INCLUSIVE ? 1 : 0));
        }
        WRITE(counts, 2 * tile + 1, sum + own);
        ATOMIC_STORE_RELEASE(state, tile, STATE_INCLUSIVE);
        if (tile == tiles - 1)
            WRITE(total, 0, sum + own);
        PUT(before, 0, sum);
    }
    BARRIER;
    CALL_PART(move_rows, out, BROADCAST(before, 0), value, words);
}

/* One pass without order: each simdgroup draws room for its elements by one atomic. */
KERNEL(compact_atomics, IN(elem, in), OUT(elem, out), EXCHANGE(size, total), VALUE(size, n))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(uint, valid);
    SHARED(uint, words, MAX_SIMDGROUPS);
    SHARED(size, room, MAX_SIMDGROUPS);
    CALL_PART(load_and_count, in, GROUP, n, value, words);
    EACH_FIRST_LANE {
        PUT(room, SIMDGROUP, ATOMIC_ADD(total, 0, (size)GET(words, SIMDGROUP)));
    }
    SIMD_BARRIER;
    EACH_SIMDGROUP {
        size to = SIMD_GET(room, SIMDGROUP);
        for (size v = 0; v < VALUES; v++) {
            EACH_LANE {
                MY(valid) = POSITIVE(MY_AT(value, v)) ? 1u : 0u;
            }
            to += SIMD_STORE_VALID(out, to, ROW_AT(value, v), ROW(valid));
        }
    }
}

#endif
