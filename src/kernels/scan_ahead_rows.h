/* SPDX-License-Identifier: MIT */
/* The scan of rows of a matrix that reads ahead: that of scan_ahead.h, where what is joined ends with
 * each row. A tile publishes what the row has in it that its last element is in. Included once. */

#include "kernels/ahead_sums.h"
#include "kernels/row_places.h"

/* A reducer adds up the tile of a round and publishes the sum of its last row; prefixes[at + t] = what the
 * row of thread t's first element has in the tile before it. `begin`: the place of the tile's first element.
 */
PART(rows_reduce, RING_REF(ring), EXCHANGE(packed_word, sums), VALUE(size, round), VALUE(size, tile),
     VALUE(uint, tag), SHARED_REF(elem, prefixes), VALUE(size, at), VALUE(uint, begin), VALUE(uint, row),
     VALUE(elem, start))
{
    PRIVATE_ARRAY(elem, sum);
    PRIVATE_ARRAY(elem, prefix);
    PRIVATE_ARRAY(uint, place);
    PRIVATE_ARRAY(uint, reach);
    PRIVATE(elem, carried);
    const uint chunk = (uint)(LANES * VALUES);
    EACH_LANE_OF_ONE {
        MY(carried) = IDENTITY;
    }
    for (uint first = 0; first < SUBGROUPS; first += CHUNKS_AT_ONCE) {
        EACH_LANE_OF_ONE {
            UNROLLED (c, 0, CHUNKS_AT_ONCE) {
                const size own = ((first + c) * LANES + LANE) * VALUES;
                const uint own_place = (begin + (uint)own) % row;
                const uint next = TO_NEXT_ROW(own_place, row);
                const uint last = LAST_ROW(next, row, (uint)VALUES);
                elem joined = IDENTITY;
                if (first + c < SUBGROUPS) {
                    UNROLLED (v, 0, VALUES / WIDE) {
                        TAKE_WIDE(taken, ring, round, own + v * WIDE);
                        UNROLLED (i, 0, WIDE)
                            joined = OP(joined, v * WIDE + i >= last ? WIDE_AT(taken, i) : IDENTITY);
                    }
                }
                if (next < VALUES)
                    joined = OP(start, joined);
                const uint lanes = next < VALUES ? 0 : (own_place + (uint)VALUES - 1) / (uint)VALUES;
                MY_AT(sum, c) = joined;
                MY_AT(place, c) = own_place;
                MY_AT(reach, c) = lanes < LANE ? lanes : (uint)LANE;
            }
        }
        SCAN_EACH_OF_ONE_REACHING(sum, reach, CHUNKS_AT_ONCE, LANES - 1);
        MOVE_UP_EACH_OF_ONE(prefix, sum, CHUNKS_AT_ONCE);
        LAST_EACH_OF_ONE(sum, sum, CHUNKS_AT_ONCE);
        EACH_LANE_OF_ONE {
            UNROLLED (c, 0, CHUNKS_AT_ONCE) {
                if (first + c < SUBGROUPS) {
                    const elem before = MY_AT(place, c) > (uint)(LANE * VALUES)
                                            ? OP(MY(carried), MY_AT(prefix, c))
                                            : MY_AT(prefix, c);
                    PUT(prefixes, at + (first + c) * LANES + LANE, before);
                    MY(carried) = (begin + (first + c + 1) * chunk) % row > chunk
                                      ? OP(MY(carried), MY_AT(sum, c))
                                      : MY_AT(sum, c);
                }
            }
        }
    }
    THE_FIRST_LANE_OF_ONE {
        PACKED_STORE(sums, tile, MY(carried), tag);
    }
}

/* The summer joins the sums of a round, `count` from tile `first` on: before = those from tile `from` to
 * `tile`, all = those from `later` on. It looks at the others too, so that groups stay together: where they
 * do not, memory is read in less order. */
PART(rows_sum, EXCHANGE(packed_word, sums), VALUE(size, first), VALUE(size, count), VALUE(size, tile),
     VALUE(size, from), VALUE(size, later), VALUE(uint, tag), PRIVATE_REF(elem, all),
     PRIVATE_REF(elem, before))
{
    EACH_LANE_OF_ONE {
        MY(all) = IDENTITY;
        MY(before) = IDENTITY;
        for (size at = first; at < first + count; at += AHEAD_LOOKS * LANES) {
            packed looked[AHEAD_LOOKS];
            CALL_PART(ahead_look_sums, sums, at + LANE, first + count, tag, looked);
            UNROLLED (i, 0, AHEAD_LOOKS) {
                const size other = at + i * LANES + LANE;
                if (other < first + count) {
                    MY(all) = other >= later ? OP(MY(all), PACKED_VALUE(looked[i])) : MY(all);
                    MY(before) =
                        other >= from && other < tile ? OP(MY(before), PACKED_VALUE(looked[i])) : MY(before);
                }
            }
        }
    }
    REDUCE_OF_ONE(before, before);
    REDUCE_OF_ONE(all, all);
}

/* Each scanner's values of the slot, onto what its row has before them, as they are written. */
PART(rows_scan, RING_REF(ring), VALUE(size, round), PRIVATE_REF(elem, before), PRIVATE_REF(uint, place),
     VALUE(uint, row), VALUE(elem, start), VALUE(uint, inclusive))
{
    EACH_THREAD {
        uint next = TO_NEXT_ROW(MY(place), row);
        UNROLLED (v, 0, VALUES / WIDE) {
            TAKE_WIDE(taken, ring, round, THREAD * VALUES + v * WIDE);
            NEW_WIDE(left);
            UNROLLED (i, 0, WIDE) {
                const bool begins = v * WIDE + i == next;
                const elem own = begins ? start : MY(before);
                MY(before) = OP(own, WIDE_AT(taken, i));
                next += begins ? row : 0;
                FILL_WIDE(left, i, inclusive ? MY(before) : own);
            }
            LEAVE_WIDE(ring, round, THREAD * VALUES + v * WIDE, left);
        }
    }
}

/* Rounds, roles and words as in scan_ahead; the rows have `row` elements. */
KERNEL(scan_rows_ahead, IN(in_elem, in), OUT(out_elem, out), IN(elem, initial), EXCHANGE(packed_word, sums),
       VALUE(size, n), VALUE(size, row), VALUE(uint, inclusive), VALUE(size, groups), VALUE(uint, tag))
{
    PRIVATE(elem, total);
    PRIVATE(elem, before);
    PRIVATE(uint, own_place);
    RING_PREFIXES(prefixes, 1);
    SHARED(elem, starts, RING_SLOTS);
    SHARED(elem, bases, RING_SLOTS); /* of the rounds after these */
    RING(ring);
    const size length = THREADS * VALUES, tiles = n / length + (n % length != 0 ? 1 : 0);
    const elem start = READ(initial, 0);
    const uint lag = AHEAD_LAG((uint)tiles / (uint)groups), near = row < LONG_ROW ? (uint)row : LONG_ROW;
    EACH_ROUND_AHEAD(round, groups, tiles)
    {
        const size first = round * groups, tile = first + GROUP, slot = round % RING_SLOTS;
        const size count = tiles - first < groups ? tiles - first : groups;
        RING_LOADER {
            RING_LOAD(ring, round, in, tile, n);
        }
        RING_REDUCER (round) {
            const uint begin = PLACE_IN_TILE(tile * length % row, row, length);
            RING_WAIT(ring, round);
            CALL_PART(rows_reduce, ring, sums, round, tile, tag, prefixes, slot * THREADS, begin, near,
                      start);
            RING_REDUCED(ring, round);
        }
        RING_SUMMER (round) {
            const size from = FIRST_OF_ROW(tile, tile * length % row, length);
            const size later = FIRST_OF_ROW(first + groups, (first + groups) * length % row, length);
            RING_REACHED(ring, tile + lag * groups < tiles ? round + lag : round);
            CALL_PART(rows_sum, sums, first, count, tile, from, later, tag, total, before);
            RING_WAIT_SUM_BEFORE(ring, round);
            THE_FIRST_LANE_OF_ONE {
                const elem base = round > 0 ? GET(bases, (round - 1) % RING_SLOTS) : IDENTITY;
                PUT(starts, slot, from < first ? OP(base, MY(before)) : MY(before));
                PUT(bases, slot, later < first ? OP(base, MY(total)) : MY(total));
            }
            RING_SUMMED(ring, round);
        }
        RING_SCANNERS (round) {
            const uint begin = PLACE_IN_TILE(tile * length % row, row, length);
            RING_WAIT_SUM(ring, round);
            RING_WAIT_REDUCED(ring, round);
            RING_WAIT(ring, round);
            EACH_THREAD {
                const uint own = (uint)(THREAD * VALUES);
                MY(before) = GET(prefixes, slot * THREADS + THREAD);
                MY(own_place) = (begin + own) % near;
                if (MY(own_place) > own)
                    MY(before) = OP(GET(starts, slot), MY(before));
            }
            CALL_PART(rows_scan, ring, round, before, own_place, near, start, inclusive);
            RING_LEFT(ring, round, out, tile, n);
        }
        RING_STORER {
            RING_STORE(ring, round, out, tile, n);
        }
    }
    RING_END(ring);
}
