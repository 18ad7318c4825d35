/* SPDX-License-Identifier: MIT */
/* The scans of pairs whose subgroups own contiguous runs of a tile, in rows of 16 bytes a lane, which a group
 * holds in registers. The pairs of tiles travel in packed words that carry the number of the run, so that
 * nothing is cleared. Pairs are joined in the order of elements. Included once. */
#if !defined ELEM || defined OPERATOR_IS_sum

#include "kernels/pair.h"
#include "kernels/pair_lanes.h"
#include "kernels/rows.h"
#include "kernels/ticket.h"

/* Load a tile. */
PART(load_pair_rows, IN(elem, x), IN(elem, a), IN(uint8_t, heads), VALUE(uint, segmented), VALUE(size, tile),
     VALUE(size, n), PRIVATE_REF(elem, factor), PRIVATE_REF(elem, term))
{
    EACH_SUBGROUP {
        const size at = (tile * THREADS + SUBGROUP * LANES) * VALUES;
        SIMD_LOAD_ROWS(term, x, at, n);
        if (segmented) {
            SIMD_LOAD_PASSING(factor, heads, at, n);
        } else {
            SIMD_LOAD_FACTORS(factor, a, at, n);
        }
    }
}

/* The pair of what each lane has of a row. */
PART(join_pair_rows, VALUE(uint, segmented), PRIVATE_REF(elem, factor), PRIVATE_REF(elem, term),
     PRIVATE_REF(elem, row_factor), PRIVATE_REF(elem, row_term))
{
    EACH_THREAD {
        UNROLLED (row, 0, ROWS) {
            elem whole_factor = AT_ROW(factor, row, 0), whole_term = AT_ROW(term, row, 0);
            UNROLLED (v, 1, ROW_WIDTH) {
                whole_term = JOINED(segmented, whole_term, AT_ROW(factor, row, v), AT_ROW(term, row, v));
                whole_factor = JOINED_FACTORS(segmented, whole_factor, AT_ROW(factor, row, v));
            }
            MY_AT(row_factor, row) = whole_factor;
            MY_AT(row_term, row) = whole_term;
        }
    }
}

/* What precedes each lane's part of a row in its subgroup's run, in `lead`; the first of `all`, of every
 * lane, is the pair of the run. */
PART(lead_pair_rows, VALUE(uint, segmented), PRIVATE_REF(elem, factor), PRIVATE_REF(elem, term),
     PRIVATE_REF(elem, factor_lead), PRIVATE_REF(elem, term_lead), PRIVATE_REF(elem, factor_all),
     PRIVATE_REF(elem, term_all))
{
    CALL_PART(join_pair_rows, segmented, factor, term, factor_all, term_all);
    CALL_PART(scan_lanes_pairs, segmented, SUBGROUPS, ROWS, factor_all, term_all);
    SIMD_MOVE_UP_EACH(factor_lead, factor_all, ROWS);
    SIMD_MOVE_UP_EACH(term_lead, term_all, ROWS);
    SIMD_LAST_EACH(factor_all, factor_all, ROWS);
    SIMD_LAST_EACH(term_all, term_all, ROWS);
    EACH_THREAD {
        elem whole_factor = MY_AT(factor_all, 0), whole_term = MY_AT(term_all, 0);
        MY_AT(factor_lead, 0) = LANE > 0 ? MY_AT(factor_lead, 0) : PASSING(segmented);
        UNROLLED (row, 1, ROWS) {
            const elem below = MY_AT(factor_lead, row), own = MY_AT(factor_all, row);
            MY_AT(term_lead, row) =
                LANE > 0 ? JOINED(segmented, whole_term, below, MY_AT(term_lead, row)) : whole_term;
            MY_AT(factor_lead, row) =
                LANE > 0 ? JOINED_FACTORS(segmented, whole_factor, below) : whole_factor;
            whole_term = JOINED(segmented, whole_term, own, MY_AT(term_all, row));
            whole_factor = JOINED_FACTORS(segmented, whole_factor, own);
        }
        MY_AT(factor_all, 0) = whole_factor;
        MY_AT(term_all, 0) = whole_term;
    }
}

/* ends = the pair of each subgroup's run and those before it; that of all is the first one of the lane
 * SUBGROUPS - 1 of the first subgroup. */
PART(join_pair_runs, VALUE(uint, segmented), PRIVATE_REF(elem, factor), PRIVATE_REF(elem, term),
     SHARED_REF(elem, ends))
{
    EACH_FIRST_LANE {
        PUT(ends, FACTOR_WORD(SUBGROUP), MY_AT(factor, 0));
        PUT(ends, TERM_WORD(SUBGROUP), MY_AT(term, 0));
    }
    BARRIER;
    THE_FIRST_SUBGROUP
    {
        EACH_THREAD_OF_FIRST_SUBGROUP {
            MY_AT(factor, 0) = LANE < SUBGROUPS ? GET(ends, FACTOR_WORD(LANE)) : PASSING(segmented);
            MY_AT(term, 0) = LANE < SUBGROUPS ? GET(ends, TERM_WORD(LANE)) : IDENTITY;
        }
        CALL_PART(scan_lanes_pairs, segmented, 1, 1, factor, term);
        EACH_THREAD_OF_FIRST_SUBGROUP {
            if (LANE < SUBGROUPS) {
                PUT(ends, FACTOR_WORD(LANE), MY_AT(factor, 0));
                PUT(ends, TERM_WORD(LANE), MY_AT(term, 0));
            }
        }
    }
}

/* The elements of a tile from `before`, which precedes it and which each thread has, and their store. */
PART(store_pair_rows, VALUE(uint, segmented), OUT(elem, out), VALUE(size, tile), VALUE(size, n),
     PRIVATE_REF(elem, factor), PRIVATE_REF(elem, term), PRIVATE_REF(elem, factor_lead),
     PRIVATE_REF(elem, term_lead), SHARED_REF(elem, ends), PRIVATE_REF(elem, before))
{
    EACH_THREAD {
        const elem start = SUBGROUP > 0 ? JOINED(segmented, MY(before), GET(ends, FACTOR_WORD(SUBGROUP - 1)),
                                                 GET(ends, TERM_WORD(SUBGROUP - 1)))
                                        : MY(before);
        UNROLLED (row, 0, ROWS) {
            elem last = JOINED(segmented, start, MY_AT(factor_lead, row), MY_AT(term_lead, row));
            UNROLLED (v, 0, ROW_WIDTH) {
                last = JOINED(segmented, last, AT_ROW(factor, row, v), AT_ROW(term, row, v));
                AT_ROW(term, row, v) = last;
            }
        }
    }
    EACH_SUBGROUP {
        SIMD_STORE_ROWS(out, term, (tile * THREADS + SUBGROUP * LANES) * VALUES, n);
    }
}

/* before = what the pairs of all groups before this one make of `begin`: each thread waits for one of them.
 */
PART(join_groups_before, EXCHANGE(packed_word, sums), VALUE(uint, segmented), VALUE(size, group),
     VALUE(uint, turn), VALUE(elem, begin), SHARED_REF(elem, words), PRIVATE_REF(elem, before))
{
    PRIVATE_ARRAY(elem, factor);
    PRIVATE_ARRAY(elem, term);
    EACH_THREAD {
        packed factors[1], terms[1];
        const uint looks = THREAD < group ? 1 : 0;
        CALL_PART(look_pairs, sums, FACTOR_WORD(THREAD), 1, 1, looks, turn, factors, terms);
        MY_AT(factor, 0) = looks ? PACKED_VALUE(factors[0]) : PASSING(segmented);
        MY_AT(term, 0) = looks ? PACKED_VALUE(terms[0]) : IDENTITY;
    }
    CALL_PART(scan_lanes_pairs, segmented, SUBGROUPS, 1, factor, term);
    EACH_LAST_LANE {
        PUT(words, FACTOR_WORD(SUBGROUP), MY_AT(factor, 0));
        PUT(words, TERM_WORD(SUBGROUP), MY_AT(term, 0));
    }
    BARRIER;
    elem all = begin;
    UNROLLED (s, 0, SUBGROUPS)
        all = JOINED(segmented, all, BROADCAST(words, FACTOR_WORD(s)), BROADCAST(words, TERM_WORD(s)));
    EACH_THREAD {
        MY(before) = all;
    }
}

/* Every group publishes the pair of its tile; each of its threads then waits for that of one group before it.
 * There are at most as many groups as threads in one. */
KERNEL(pairs_one_round, IN(elem, x), IN(elem, a), IN(uint8_t, heads), VALUE(uint, segmented), OUT(elem, out),
       IN(elem, initial), EXCHANGE(packed_word, sums), VALUE(size, n), VALUE(uint, turn))
{
    PRIVATE_ARRAY(elem, factor);
    PRIVATE_ARRAY(elem, term);
    PRIVATE_ARRAY(elem, factor_lead);
    PRIVATE_ARRAY(elem, term_lead);
    PRIVATE_ARRAY(elem, factor_all);
    PRIVATE_ARRAY(elem, term_all);
    PRIVATE(elem, before);
    SHARED(elem, ends, 2 * MAX_SUBGROUPS);
    SHARED(elem, words, 2 * MAX_SUBGROUPS);
    const uint kind = IS_SEGMENTED(segmented);
    const elem begin = READ(initial, 0); /* beside the tile: nobody waits for it alone */
    CALL_PART(load_pair_rows, x, a, heads, kind, GROUP, n, factor, term);
    CALL_PART(lead_pair_rows, kind, factor, term, factor_lead, term_lead, factor_all, term_all);
    CALL_PART(join_pair_runs, kind, factor_all, term_all, ends);
    THE_FIRST_SUBGROUP
    {
        THE_LANE_OF_ONE(SUBGROUPS - 1)
        {
            PACKED_STORE(sums, FACTOR_WORD(GROUP), MY_AT(factor_all, 0), turn);
            PACKED_STORE(sums, TERM_WORD(GROUP), MY_AT(term_all, 0), turn);
        }
    }
    CALL_PART(join_groups_before, sums, kind, GROUP, turn, begin, words, before);
    CALL_PART(store_pair_rows, kind, out, GROUP, n, factor, term, factor_lead, term_lead, ends, before);
}

/* before = what precedes a tile, for the lanes of the first subgroup: 32 tiles at a look, the nearest in the
 * last lane. Those before the nearest one that has published the result before the next are left out. */
PART(look_back_pairs, EXCHANGE(packed_word, states), VALUE(uint, segmented), VALUE(size, tile),
     VALUE(uint, turn), VALUE(uint, first_look), VALUE(uint, next_look), PRIVATE_REF(elem, before))
{
    PRIVATE_ARRAY(elem, factor);
    PRIVATE_ARRAY(elem, term);
    PRIVATE(elem, factor_nearer);
    PRIVATE(uint, known);
    uint inclusive = tile > 0 ? 0u : 1u;
    if (first_look && tile > 0)
        WAIT(first_look);
    for (size nearer = 0; inclusive == 0; nearer += LANES) {
        EACH_THREAD_OF_FIRST_SUBGROUP {
            const size down = nearer + LANES - LANE;
            bool missing = down <= tile;
            MY(known) = 0;
            MY_AT(factor, 0) = PASSING(segmented);
            MY_AT(term, 0) = IDENTITY;
            while (ANY_LANE_OF_ONE(missing)) {
                if (missing) {
                    const packed own_factor = PACKED_LOAD(states, FACTOR_WORD(tile - down));
                    const packed own_term = PACKED_LOAD(states, TERM_WORD(tile - down));
                    MY(known) = PACKED_TAG(own_term) == (turn | STATE_INCLUSIVE) ? 1u : 0u;
                    missing = MY(known) == 0 && (PACKED_TAG(own_term) != (turn | STATE_AGGREGATE) ||
                                                 PACKED_TAG(own_factor) != (turn | STATE_AGGREGATE));
                    MY_AT(factor, 0) = MY(known) ? PASSING(segmented) : PACKED_VALUE(own_factor);
                    MY_AT(term, 0) = PACKED_VALUE(own_term);
                }
                if (missing) {
                    POLL;
                    if (next_look)
                        WAIT(next_look);
                }
            }
        }
        inclusive = FIRST_SIMD_BALLOT(known);
        EACH_THREAD_OF_FIRST_SUBGROUP {
            if (inclusive >> LANE > 1) {
                MY_AT(factor, 0) = PASSING(segmented);
                MY_AT(term, 0) = IDENTITY;
            }
        }
        CALL_PART(scan_lanes_pairs, segmented, 1, 1, factor, term);
        LANE_LAST(1, VALUES, 1, factor, factor);
        LANE_LAST(1, VALUES, 1, term, term);
        EACH_THREAD_OF_FIRST_SUBGROUP {
            MY(before) = nearer > 0 ? JOINED(segmented, MY_AT(term, 0), MY(factor_nearer), MY(before))
                                    : MY_AT(term, 0);
            MY(factor_nearer) = nearer > 0 ? JOINED_FACTORS(segmented, MY_AT(factor, 0), MY(factor_nearer))
                                           : MY_AT(factor, 0);
        }
    }
}

/* One pass over ticketed tiles: the first subgroup looks back over 32 tiles at a time. A tile publishes its
 * pair, then in place of the term its last result. Who draws the last ticket leaves 0 for the next run.
 * `turn` has nothing in its lowest two bits. */
KERNEL(pairs_lookback_subgroup, IN(elem, x), IN(elem, a), IN(uint8_t, heads), VALUE(uint, segmented),
       OUT(elem, out), IN(elem, initial), EXCHANGE(uint, ticket), EXCHANGE(packed_word, states),
       VALUE(size, n), VALUE(uint, turn), VALUE(uint, first_look), VALUE(uint, next_look))
{
    PRIVATE_ARRAY(elem, factor);
    PRIVATE_ARRAY(elem, term);
    PRIVATE_ARRAY(elem, factor_lead);
    PRIVATE_ARRAY(elem, term_lead);
    PRIVATE_ARRAY(elem, factor_all);
    PRIVATE_ARRAY(elem, term_all);
    PRIVATE(elem, before);
    SHARED(elem, ends, 2 * MAX_SUBGROUPS);
    SHARED(uint, ticket_word, 1);
    SHARED(elem, start, 1);
    const uint kind = IS_SEGMENTED(segmented);
    DRAW_TICKET(ticket_word, ticket);
    const size tile = BROADCAST(ticket_word, 0);
    CALL_PART(load_pair_rows, x, a, heads, kind, tile, n, factor, term);
    CALL_PART(lead_pair_rows, kind, factor, term, factor_lead, term_lead, factor_all, term_all);
    CALL_PART(join_pair_runs, kind, factor_all, term_all, ends);
    THE_FIRST_SUBGROUP
    {
        THE_LANE_OF_ONE(SUBGROUPS - 1)
        {
            if (tile > 0) {
                PACKED_STORE(states, FACTOR_WORD(tile), MY_AT(factor_all, 0), turn | STATE_AGGREGATE);
                PACKED_STORE(states, TERM_WORD(tile), MY_AT(term_all, 0), turn | STATE_AGGREGATE);
            }
        }
        CALL_PART(look_back_pairs, states, kind, tile, turn, first_look, next_look, before);
        THE_LANE_OF_ONE(SUBGROUPS - 1)
        {
            const elem all = tile > 0 ? MY(before) : READ(initial, 0);
            PACKED_STORE(states, TERM_WORD(tile), JOINED(kind, all, MY_AT(factor_all, 0), MY_AT(term_all, 0)),
                         turn | STATE_INCLUSIVE);
            PUT(start, 0, all);
            if ((tile + 1) * THREADS * VALUES >= n)
                ATOMIC_STORE(ticket, 0, 0);
        }
    }
    BARRIER;
    EACH_THREAD {
        MY(before) = GET(start, 0);
    }
    CALL_PART(store_pair_rows, kind, out, tile, n, factor, term, factor_lead, term_lead, ends, before);
}

#endif
