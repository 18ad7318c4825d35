/* SPDX-License-Identifier: MIT */
/* The scans whose subgroups own contiguous runs of a tile, in rows of 16 bytes a lane. Sums of tiles travel
 * in packed words that carry the number of the run, so that nothing is cleared. Included once for each
 * VALUES. */

#include "kernels/runs.h"
#include "kernels/ticket.h"

/* The rows of a subgroup: all at once, or in blocks of so many values as the dialect says. Those of a block
 * are first … first + ROWS_AT_ONCE - 1. */
#ifdef VALUES_AT_ONCE
#define ROWS_AT_ONCE (VALUES_AT_ONCE / ROW_WIDTH)
#define EACH_BLOCK_OF_ROWS(first) for (size first = 0; first < ROWS; first += ROWS_AT_ONCE)
#else
#define ROWS_AT_ONCE ROWS
#define EACH_BLOCK_OF_ROWS(first) const size first = 0;
#endif

/* Load a tile; each lane's `total` becomes its subgroup's. */
SIZED_PART(load_runs, IN(in_elem, in), VALUE(size, tile), VALUE(size, n), PRIVATE_REF(elem, value),
           PRIVATE_REF(elem, total))
{
    PRIVATE(elem, own);
    EACH_SUBGROUP {
        SIMD_LOAD_ROWS(value, in, (tile * THREADS + SUBGROUP * LANES) * VALUES, n);
    }
    EACH_THREAD {
        MY(own) = MY_AT(value, 0);
        UNROLLED (v, 1, VALUES)
            MY(own) = OP(MY(own), MY_AT(value, v));
    }
    SIMD_REDUCE(total, own);
}

/* The values of each subgroup become their scan. What its rows do at once does not wait for other rows. */
SIZED_PART(scan_rows, PRIVATE_REF(elem, value), VALUE(uint, inclusive))
{
    PRIVATE_ARRAY(elem, sum);
    PRIVATE_ARRAY(elem, prefix);
    PRIVATE(elem, lead); /* what precedes a block of rows */
    EACH_SUBGROUP {
        EACH_BLOCK_OF_ROWS (first) {
            EACH_LANE {
                UNROLLED (next, 0, ROWS_AT_ONCE) {
                    const size row = first + next;
                    UNROLLED (v, 1, ROW_WIDTH)
                        AT_ROW(value, row, v) = OP(AT_ROW(value, row, v - 1), AT_ROW(value, row, v));
                    MY_AT(sum, row) = AT_ROW(value, row, ROW_WIDTH - 1);
                }
            }
        }
    }
    SIMD_SCAN_EACH(sum, ROWS);
    SIMD_MOVE_UP_EACH(prefix, sum, ROWS);
    SIMD_LAST_EACH(sum, sum, ROWS);
    EACH_SUBGROUP {
        EACH_BLOCK_OF_ROWS (first) {
            EACH_LANE {
                elem carry = first > 0 ? MY(lead) : IDENTITY;
                UNROLLED (next, 0, ROWS_AT_ONCE) {
                    const size row = first + next;
                    const elem start = OP(carry, MY_AT(prefix, row));
                    if (inclusive) {
                        UNROLLED (v, 0, ROW_WIDTH)
                            AT_ROW(value, row, v) = OP(start, AT_ROW(value, row, v));
                    } else {
                        UNROLLED (below, 1, ROW_WIDTH)
                            AT_ROW(value, row, ROW_WIDTH - below) =
                                OP(start, AT_ROW(value, row, ROW_WIDTH - below - 1));
                        AT_ROW(value, row, 0) = start;
                    }
                    carry = OP(carry, MY_AT(sum, row));
                }
                if (first + ROWS_AT_ONCE < ROWS)
                    MY(lead) = carry;
            }
        }
    }
}

/* Store a tile onto `before`, which precedes it and which each thread has. */
SIZED_PART(store_runs, OUT(out_elem, out), VALUE(size, tile), VALUE(size, n), PRIVATE_REF(elem, value),
           SHARED_REF(elem, ends), PRIVATE_REF(elem, before))
{
    EACH_THREAD {
        const elem start = SUBGROUP > 0 ? OP(MY(before), GET(ends, SUBGROUP - 1)) : MY(before);
        UNROLLED (v, 0, VALUES)
            MY_AT(value, v) = OP(start, MY_AT(value, v));
    }
    EACH_SUBGROUP {
        SIMD_STORE_ROWS(out, value, (tile * THREADS + SUBGROUP * LANES) * VALUES, n);
    }
}

/* Every group holds its tile in registers and publishes the tile's sum before it scans; each of its threads
 * then waits for the sum of one group before it. There are at most as many groups as threads in one. */
KERNEL(scan_one_round, IN(in_elem, in), OUT(out_elem, out), IN(elem, initial), EXCHANGE(packed_word, sums),
       VALUE(size, n), VALUE(uint, inclusive), VALUE(uint, turn))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, total);
    PRIVATE(elem, whole);
    PRIVATE(elem, lead);
    SHARED(elem, runs, MAX_SUBGROUPS);
    SHARED(elem, ends, MAX_SUBGROUPS);
    SHARED(elem, words, MAX_SUBGROUPS);
    SHARED(elem, before, 1);
    const elem begin = READ(initial, 0); /* beside the tile: nobody waits for it alone */
    CALL_PART(load_runs, in, GROUP, n, value, total);
    CALL_PART(join_runs, whole, total, runs);
    THE_FIRST_THREAD {
        PACKED_STORE(sums, GROUP, MY(whole), turn);
        PUT(before, 0, begin);
    }
    CALL_PART(scan_runs, runs, ends, THREADS * VALUES <= 4096);
    CALL_PART(scan_rows, value, inclusive);
    if (GROUP > 0) {
        CALL_PART(join_groups, sums, 0, GROUP, turn, before, lead, words);
    } else {
        BARRIER;
        EACH_THREAD {
            MY(lead) = GET(before, 0);
        }
    }
    CALL_PART(store_runs, out, GROUP, n, value, ends, lead);
}

/* One pass over ticketed tiles: the first subgroup looks back over 32 tiles at a time, the others scan. Who
 * draws the last ticket leaves 0 for the next run. `turn` has nothing in its lowest two bits. */
KERNEL(scan_lookback_subgroup, IN(in_elem, in), OUT(out_elem, out), IN(elem, initial), EXCHANGE(uint, ticket),
       EXCHANGE(packed_word, states), VALUE(size, n), VALUE(size, tiles), VALUE(uint, inclusive),
       VALUE(uint, turn), VALUE(uint, first_look), VALUE(uint, next_look))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, total);
    PRIVATE(elem, whole);
    PRIVATE(elem, sum);
    SHARED(elem, runs, MAX_SUBGROUPS);
    SHARED(elem, ends, MAX_SUBGROUPS);
    SHARED(uint, ticket_word, 1);
    SHARED(elem, before, 1);
    DRAW_TICKET(ticket_word, ticket);
    const size tile = BROADCAST(ticket_word, 0);
    CALL_PART(load_runs, in, tile, n, value, total);
    CALL_PART(join_runs, whole, total, runs);
    THE_FIRST_THREAD {
        if (tile > 0)
            PACKED_STORE(states, tile, MY(whole), turn | STATE_AGGREGATE);
    }
    CALL_PART(scan_runs, runs, ends, 0);
    THE_FIRST_SUBGROUP
    {
        CALL_PART(look_back, states, tile, turn, first_look, next_look, sum);
    }
    THE_FIRST_THREAD {
        const elem all = tile > 0 ? MY(sum) : READ(initial, 0);
        PACKED_STORE(states, tile, OP(all, MY(whole)), turn | STATE_INCLUSIVE);
        PUT(before, 0, all);
        if (tile == tiles - 1)
            ATOMIC_STORE(ticket, 0, 0);
    }
    CALL_PART(scan_rows, value, inclusive);
    BARRIER;
    EACH_THREAD {
        MY(total) = GET(before, 0);
    }
    CALL_PART(store_runs, out, tile, n, value, ends, total);
}
