/* SPDX-License-Identifier: MIT */
/* The kernels that move the elements > 0 to the front. A subgroup takes 32 consecutive elements at a time,
 * and a lane's place among them is the number of valid lanes below it: a ballot and a population count.
 * Included once for each VALUES. */
#if !defined ELEM || \
    (defined OPERATOR_IS_sum && ELEM_IS_SELECTABLE) /* sums alone; the model has all in one */

#include "kernels/count_word.h"
#include "kernels/ticket.h"

/* Each subgroup walks its own sequence of `length` elements and writes from offsets[its number] on; the last
 * group leaves how many there are. All
 * those of a group take as many steps as the first, whose sequence is the longest: what they do at once may
 * be made of barriers of the group. */
KERNEL(move_sequence, IN(in_elem, in), OUT(out_elem, out), OUT(size, total), IN(size, counts),
       IN(size, offsets), VALUE(size, n), VALUE(size, length), VALUE(size, sequences))
{
    PRIVATE(elem, value);
    PRIVATE(uint, valid);
    const size begin = GROUP * SUBGROUPS * length < n ? GROUP * SUBGROUPS * length : n;
    const size longest = n - begin < length ? n - begin : length;
    EACH_SUBGROUP {
        const size sequence = GROUP * SUBGROUPS + SUBGROUP;
        const size first = sequence * length < n ? sequence * length : n;
        const size last = n - first < length ? n : first + length;
        size to = READ(offsets, sequence);
        for (size step = 0; step < longest; step += LANES) {
            SIMD_LOAD_ROW(value, in, first + step, last);
            EACH_LANE {
                MY(valid) = POSITIVE(MY(value)) ? 1u : 0u;
            }
            SIMD_STORE_VALID(out, to, ROW(value), valid);
        }
    }
    THE_LAST_THREAD {
        if ((GROUP + 1) * SUBGROUPS == sequences)
            WRITE(total, 0, READ(offsets, sequences - 1) + READ(counts, sequences - 1));
    }
}

/* Load a tile, each subgroup VALUES rows of 32, and count: words[SUBGROUP] = how many are > 0. */
PART(load_and_count, IN(in_elem, in), VALUE(size, tile), VALUE(size, n), PRIVATE_REF(elem, value),
     SHARED_REF(uint, words))
{
    PRIVATE(uint, valid);
    PRIVATE(uint, sum);
    EACH_SUBGROUP {
        SIMD_LOAD_STRIPED(value, in, (tile * THREADS + SUBGROUP * LANES) * VALUES, n);
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
        PUT(words, SUBGROUP, MY(sum));
    }
}

/* words[s] = what precedes subgroup s, words[SUBGROUPS] = all: serially, there are 32 at most. */
PART(scan_counts, SHARED_REF(uint, words))
{
    THE_FIRST_THREAD {
        uint sum = 0;
        for (size s = 0; s < SUBGROUPS; s++) {
            const uint own = GET(words, s);
            PUT(words, s, sum);
            sum += own;
        }
        PUT(words, SUBGROUPS, sum);
    }
}

/* Write the tile's elements > 0 from `base` on, each subgroup's after words[SUBGROUP] others. */
PART(move_rows, OUT(out_elem, out), VALUE(size, base), PRIVATE_REF(elem, value), SHARED_REF(uint, words))
{
    PRIVATE(uint, valid);
    EACH_SUBGROUP {
        size to = base + SIMD_GET(words, SUBGROUP);
        for (size v = 0; v < VALUES; v++) {
            EACH_LANE {
                MY(valid) = POSITIVE(MY_AT(value, v)) ? 1u : 0u;
            }
            SIMD_STORE_VALID(out, to, ROW_AT(value, v), valid);
        }
    }
}

/* Each group moves one tile to offsets[GROUP]; the last one leaves how many there are. */
KERNEL(move_block, IN(in_elem, in), OUT(out_elem, out), OUT(size, total), IN(size, offsets), VALUE(size, n),
       VALUE(size, blocks))
{
    PRIVATE_ARRAY(elem, value);
    SHARED(uint, words, MAX_SUBGROUPS + 1);
    CALL_PART(load_and_count, in, GROUP, n, value, words);
    BARRIER;
    CALL_PART(scan_counts, words);
    BARRIER;
    THE_FIRST_THREAD {
        if (GROUP + 1 == blocks)
            WRITE(total, 0, READ(offsets, GROUP) + GET(words, SUBGROUPS));
    }
    CALL_PART(move_rows, out, READ(offsets, GROUP), value, words);
}

/* One pass: tiles in the order of tickets, each walking back over the counts that those before it have
 * published. Tile t's own count is word 2t of counts, the inclusive one 2t + 1; the last leaves the total. */
KERNEL(compact_lookback, IN(in_elem, in), OUT(out_elem, out), OUT(size, total), EXCHANGE(uint, ticket),
       EXCHANGE(uint, state), EXCHANGE(size, counts), VALUE(size, n), VALUE(size, tiles))
{
    PRIVATE_ARRAY(elem, value);
    SHARED(uint, words, MAX_SUBGROUPS + 1);
    SHARED(uint, ticket_word, 1);
    SHARED(size, before, 1);
    DRAW_TICKET(ticket_word, ticket);
    const size tile = BROADCAST(ticket_word, 0);
    CALL_PART(load_and_count, in, tile, n, value, words);
    BARRIER;
    CALL_PART(scan_counts, words);
    THE_FIRST_THREAD {
        const size own = GET(words, SUBGROUPS);
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

/* before[0] = how many all tiles before have, by the first subgroup: 32 tiles at a look, those after the
 * nearest one that has published all before it left out; before[1] is what that one has published. */
PART(look_back_counts, EXCHANGE(size, states), VALUE(size, tile), VALUE(uint, turn), VALUE(uint, first_look),
     VALUE(uint, next_look), SHARED_REF(size, before))
{
    PRIVATE(size, count);
    PRIVATE(size, all);
    PRIVATE(uint, known);
    PRIVATE(uint, part);
    PRIVATE(uint, sum);
    uint inclusive = tile > 0 ? 0u : 1u;
    THE_FIRST_THREAD {
        MY(all) = 0;
    }
    if (first_look && tile > 0)
        WAIT(first_look);
    for (size at = tile; inclusive == 0; at -= LANES) {
        EACH_THREAD_OF_FIRST_SUBGROUP {
            MY(count) = 0;
            MY(known) = 0;
            if (LANE < at) {
                size word = ATOMIC_LOAD(states, at - 1 - LANE);
                while (COUNT_TURN(word) != turn) {
                    POLL;
                    if (next_look)
                        WAIT(next_look);
                    word = ATOMIC_LOAD(states, at - 1 - LANE);
                }
                MY(count) = word & COUNT_MASK;
                MY(known) = COUNT_STATE(word) == STATE_INCLUSIVE ? 1u : 0u;
            }
        }
        inclusive = FIRST_SIMD_BALLOT(known);
        EACH_THREAD_OF_FIRST_SUBGROUP {
            const bool nearest = !(inclusive & ((1u << LANE) - 1));
            MY(part) = nearest && !MY(known) ? (uint)MY(count) : 0u;
            if (nearest && MY(known))
                PUT(before, 1, MY(count));
        }
        FIRST_SIMD_SUM(sum, part);
        FIRST_SIMD_BARRIER;
        THE_FIRST_THREAD {
            MY(all) += MY(sum);
            if (inclusive)
                MY(all) += GET(before, 1);
        }
    }
    THE_FIRST_THREAD {
        PUT(before, 0, MY(all));
    }
}

/* staged[0 …] = the tile's elements > 0, each subgroup's after words[SUBGROUP] others. */
PART(gather_rows, SHARED_REF(elem, staged), PRIVATE_REF(elem, value), SHARED_REF(uint, words))
{
    PRIVATE(uint, valid);
    EACH_SUBGROUP {
        uint to = SIMD_GET(words, SUBGROUP);
        for (size v = 0; v < VALUES; v++) {
            EACH_LANE {
                MY(valid) = POSITIVE(MY_AT(value, v)) ? 1u : 0u;
            }
            SIMD_PUT_VALID(staged, to, ROW_AT(value, v), valid);
        }
    }
}

/* One pass over ticketed tiles: the first subgroup looks back over 32 counts at a time, the others gather;
 * then all write side by side. Who draws the last ticket leaves 0 for the next run. */
KERNEL(compact_lookback_subgroup, IN(in_elem, in), OUT(out_elem, out), OUT(size, total),
       EXCHANGE(uint, ticket), EXCHANGE(size, states), VALUE(size, n), VALUE(size, tiles), VALUE(uint, turn),
       VALUE(uint, first_look), VALUE(uint, next_look))
{
    PRIVATE_ARRAY(elem, value);
    SHARED_TILE(elem, staged);
    SHARED(uint, words, MAX_SUBGROUPS + 1);
    SHARED(uint, ticket_word, 1);
    SHARED(size, before, 2);
    DRAW_TICKET(ticket_word, ticket);
    const size tile = BROADCAST(ticket_word, 0);
    CALL_PART(load_and_count, in, tile, n, value, words);
    BARRIER;
    CALL_PART(scan_counts, words);
    THE_FIRST_THREAD {
        if (tile > 0)
            ATOMIC_STORE(states, tile, COUNT_WORD((size)GET(words, SUBGROUPS), STATE_AGGREGATE, turn));
    }
    BARRIER;
    CALL_PART(gather_rows, staged, value, words);
    THE_FIRST_SUBGROUP
    {
        CALL_PART(look_back_counts, states, tile, turn, first_look, next_look, before);
    }
    THE_FIRST_THREAD {
        const size all = GET(before, 0) + GET(words, SUBGROUPS);
        ATOMIC_STORE(states, tile, COUNT_WORD(all, STATE_INCLUSIVE, turn));
        if (tile == tiles - 1) {
            WRITE(total, 0, all);
            ATOMIC_STORE(ticket, 0, 0);
        }
    }
    BARRIER;
    const size base = BROADCAST(before, 0), kept = BROADCAST(words, SUBGROUPS);
    for (size first = 0; first < kept; first += THREADS) {
        EACH_THREAD_BELOW (kept - first < THREADS ? kept - first : THREADS) {
            WRITE(out, base + first + THREAD, NARROWED(GET(staged, first + THREAD)));
        }
    }
}

/* A tile's rows of 16 bytes a lane. The counts of four rows share a word, a byte each: no row of a subgroup
 * has more than 128 elements. */
#define TILE_ROWS (VALUES / ROW_WIDTH)
#define COUNT_WORDS ((TILE_ROWS + 3) / 4)
#define ROW_COUNT(words, row) (MY_AT(words, (row) / 4) >> (row) % 4 * 8 & 255u)
#define ROWS_STAGED (TILE_ROWS < 2 ? 1 : 2) /* rows that are gathered together */

/* Load a tile and count: words[SUBGROUP] = how many are > 0; of each row how many are on the lanes below,
 * and on all. */
PART(load_and_count_rows, IN(in_elem, in), VALUE(size, tile), VALUE(size, n), PRIVATE_REF(elem, value),
     PRIVATE_REF(uint, below), PRIVATE_REF(uint, all), SHARED_REF(uint, words))
{
    PRIVATE_ARRAY(uint, own);
    EACH_SUBGROUP {
        SIMD_LOAD_ROWS(value, in, (tile * THREADS + SUBGROUP * LANES) * VALUES, n);
    }
    EACH_THREAD {
        UNROLLED (w, 0, COUNT_WORDS)
            MY_AT(own, w) = 0;
        UNROLLED (v, 0, VALUES)
            MY_AT(own, v / ROW_WIDTH / 4) += (POSITIVE(MY_AT(value, v)) ? 1u : 0u) << v / ROW_WIDTH % 4 * 8;
    }
    SIMD_SUM_BELOW_EACH(below, own, COUNT_WORDS);
    SIMD_SUM_EACH(all, own, COUNT_WORDS);
    EACH_FIRST_LANE {
        uint sum = 0;
        UNROLLED (row, 0, TILE_ROWS)
            sum += ROW_COUNT(all, row);
        PUT(words, SUBGROUP, sum);
    }
}

/* Write what is > 0 from MY(to) on, the same for all lanes of a subgroup, which gathers some rows at a time
 * in shared memory, so that its lanes write side by side. */
PART(move_staged, OUT(out_elem, out), PRIVATE_REF(elem, value), PRIVATE_REF(uint, below),
     PRIVATE_REF(uint, all), PRIVATE_REF(size, to), SHARED_REF(elem, staged))
{
    UNROLLED (first, 0, TILE_ROWS / ROWS_STAGED) {
        EACH_THREAD {
            uint start = (uint)(SUBGROUP * LANES * ROWS_STAGED * ROW_WIDTH);
            UNROLLED (next, 0, ROWS_STAGED) {
                const uint row = (uint)(first * ROWS_STAGED + next);
                uint at = start + ROW_COUNT(below, row);
                UNROLLED (v, 0, ROW_WIDTH) {
                    if (POSITIVE(MY_AT(value, row * ROW_WIDTH + v))) {
                        PUT(staged, at, MY_AT(value, row * ROW_WIDTH + v));
                        at++;
                    }
                }
                start += ROW_COUNT(all, row);
            }
        }
        SIMD_BARRIER;
        EACH_THREAD {
            uint kept = 0;
            UNROLLED (next, 0, ROWS_STAGED)
                kept += ROW_COUNT(all, first * ROWS_STAGED + next);
            for (uint i = (uint)LANE; i < kept; i += LANES)
                WRITE(out, MY(to) + i, NARROWED(GET(staged, SUBGROUP * LANES * ROWS_STAGED * ROW_WIDTH + i)));
            MY(to) += kept;
        }
        SIMD_BARRIER;
    }
}

/* Every group holds its tile in registers and publishes its count; each of its threads waits for the count of
 * one group before it. There are at most as many groups as threads in one. */
KERNEL(compact_one_round, IN(in_elem, in), OUT(out_elem, out), OUT(size, total), EXCHANGE(size, counts),
       VALUE(size, n), VALUE(size, tiles), VALUE(uint, turn))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE_ARRAY(uint, below);
    PRIVATE_ARRAY(uint, all);
    PRIVATE(size, to);
    PRIVATE(uint, part);
    PRIVATE(uint, kept);
    SHARED(uint, words, MAX_SUBGROUPS);
    SHARED(uint, sums, MAX_SUBGROUPS);
    SHARED(elem, staged, MAX_THREADS * 2 * MAX_ROW_WIDTH);
    uint before = 0;
    CALL_PART(load_and_count_rows, in, GROUP, n, value, below, all, words);
    BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        MY(part) = LANE < SUBGROUPS ? GET(words, LANE) : 0;
    }
    FIRST_SIMD_SUM(kept, part);
    THE_FIRST_THREAD {
        ATOMIC_STORE(counts, GROUP, COUNT_WORD((size)MY(kept), STATE_AGGREGATE, turn));
    }
    EACH_THREAD {
        MY(part) = 0;
    }
    EACH_THREAD_BELOW (GROUP) {
        size word = ATOMIC_LOAD(counts, THREAD);
        while (COUNT_TURN(word) != turn) {
            POLL;
            word = ATOMIC_LOAD(counts, THREAD);
        }
        MY(part) = (uint)(word & COUNT_MASK);
    }
    GROUP_SUM(before, part, sums);
    THE_FIRST_THREAD {
        if (GROUP + 1 == tiles)
            WRITE(total, 0, (size)before + MY(kept));
    }
    EACH_THREAD {
        MY(to) = before;
        UNROLLED (s, 0, SUBGROUPS - 1) {
            const uint other = GET(words, s);
            MY(to) += s < SUBGROUP ? other : 0;
        }
    }
    CALL_PART(move_staged, out, value, below, all, to, staged);
}

/* One pass without order: each subgroup draws room for its elements, of fewer than 2^32, by one atomic. */
KERNEL(compact_atomics, IN(in_elem, in), OUT(out_elem, out), EXCHANGE(uint, total), VALUE(size, n))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(uint, valid);
    SHARED(uint, words, MAX_SUBGROUPS);
    SHARED(uint, room, MAX_SUBGROUPS);
    CALL_PART(load_and_count, in, GROUP, n, value, words);
    EACH_FIRST_LANE {
        PUT(room, SUBGROUP, ATOMIC_ADD(total, 0, GET(words, SUBGROUP)));
    }
    SIMD_BARRIER;
    EACH_SUBGROUP {
        size to = SIMD_GET(room, SUBGROUP);
        for (size v = 0; v < VALUES; v++) {
            EACH_LANE {
                MY(valid) = POSITIVE(MY_AT(value, v)) ? 1u : 0u;
            }
            SIMD_STORE_VALID(out, to, ROW_AT(value, v), valid);
        }
    }
}

#endif
