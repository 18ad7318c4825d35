/* SPDX-License-Identifier: MIT */
/* The scan that reads ahead: groups that stay, each with tiles on their way in and out of a ring in shared
 * memory, and subgroups with a role each. Included once; VALUES is a whole number of wide accesses. */

#include "kernels/ahead_sums.h"

/* Declares what all of an access make together; fills `left` with the values from `from` on, onto `start`. */
#ifndef SCAN_WIDE
#define JOIN_WIDE(joined, taken)     \
    elem joined = WIDE_AT(taken, 0); \
    UNROLLED (i, 1, WIDE)            \
    joined = OP(joined, WIDE_AT(taken, i))
#define SCAN_WIDE(left, taken, from, start, inclusive)          \
    UNROLLED (i, 0, WIDE_LEFT) {                                \
        const elem sum = OP(start, WIDE_AT(taken, (from) + i)); \
        FILL_WIDE(left, i, inclusive ? sum : start);            \
        start = sum;                                            \
    }
#endif

/* A reducer adds up the tile of a round and publishes its sum; prefixes[at + t] = what precedes the values of
 * thread t in the tile. */
PART(ahead_reduce, RING_REF(ring), EXCHANGE(packed_word, sums), VALUE(size, round), VALUE(size, tile),
     VALUE(uint, tag), SHARED_REF(elem, prefixes), VALUE(size, at))
{
    PRIVATE_ARRAY(elem, sum);
    PRIVATE_ARRAY(elem, prefix);
    PRIVATE(elem, carried);
    EACH_LANE_OF_ONE {
        MY(carried) = IDENTITY;
    }
    for (uint first = 0; first < SUBGROUPS; first += CHUNKS_AT_ONCE) {
        EACH_LANE_OF_ONE {
            UNROLLED (c, 0, CHUNKS_AT_ONCE) {
                MY_AT(sum, c) = IDENTITY;
                if (first + c < SUBGROUPS) {
                    UNROLLED (v, 0, VALUES / WIDE) {
                        TAKE_WIDE(taken, ring, round, ((first + c) * LANES + LANE) * VALUES + v * WIDE);
                        JOIN_WIDE(joined, taken);
                        MY_AT(sum, c) = v > 0 ? OP(MY_AT(sum, c), joined) : joined;
                    }
                }
            }
        }
        SCAN_EACH_OF_ONE(sum, CHUNKS_AT_ONCE);
        MOVE_UP_EACH_OF_ONE(prefix, sum, CHUNKS_AT_ONCE);
        LAST_EACH_OF_ONE(sum, sum, CHUNKS_AT_ONCE);
        EACH_LANE_OF_ONE {
            UNROLLED (c, 0, CHUNKS_AT_ONCE) {
                if (first + c < SUBGROUPS) {
                    PUT(prefixes, at + (first + c) * LANES + LANE, OP(MY(carried), MY_AT(prefix, c)));
                    MY(carried) = OP(MY(carried), MY_AT(sum, c));
                }
            }
        }
    }
    THE_FIRST_LANE_OF_ONE {
        PACKED_STORE(sums, tile, MY(carried), tag);
    }
}

/* The summer joins the sums of a round, `count` from tile `first` on: all of them, and those before `tile`.
 */
PART(ahead_sum, EXCHANGE(packed_word, sums), VALUE(size, first), VALUE(size, count), VALUE(size, tile),
     VALUE(uint, tag), PRIVATE_REF(elem, all), PRIVATE_REF(elem, before))
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
                    MY(all) = OP(MY(all), PACKED_VALUE(looked[i]));
                    MY(before) = other < tile ? OP(MY(before), PACKED_VALUE(looked[i])) : MY(before);
                }
            }
        }
    }
    REDUCE_OF_ONE(before, before);
    REDUCE_OF_ONE(all, all);
}

/* Each scanner's values of the slot, onto its `start`, as they are written. */
PART(ahead_scan, RING_REF(ring), VALUE(size, round), PRIVATE_REF(elem, start), VALUE(uint, inclusive))
{
    EACH_THREAD {
        UNROLLED (v, 0, VALUES / WIDE) {
            TAKE_WIDE(taken, ring, round, THREAD * VALUES + v * WIDE);
            UNROLLED (part, 0, WIDE / WIDE_LEFT) {
                NEW_WIDE(left);
                SCAN_WIDE(left, taken, part * WIDE_LEFT, MY(start), inclusive);
                LEAVE_WIDE(ring, round, THREAD * VALUES + v * WIDE + part * WIDE_LEFT, left);
            }
        }
    }
}

/* Round r of all groups has the tiles r · groups …, a tile each. As soon as a tile has come, a reducer
 * publishes its sum: sums depend on the data alone, and so are known before they are needed. A summer adds
 * all of a round for what the next one begins with, which another summer waits for, and those of the groups
 * before this one for the start of its tile; the scanners run through their values from there, since a
 * reducer has left what precedes each of them. Nobody waits for a scan, no word changes twice, and floats are
 * added in the same order in every run. sums: a word a tile, none of which has the tag when the launch
 * begins; all groups are resident. */
KERNEL(scan_ahead, IN(in_elem, in), OUT(out_elem, out), IN(elem, initial), EXCHANGE(packed_word, sums),
       VALUE(size, n), VALUE(uint, inclusive), VALUE(size, groups), VALUE(uint, tag))
{
    PRIVATE(elem, total);
    PRIVATE(elem, start);
    RING_PREFIXES(prefixes, 1);
    SHARED(elem, starts, RING_SLOTS);
    SHARED(elem, bases, RING_SLOTS); /* of the rounds after these */
    RING(ring);
    const size length = THREADS * VALUES, tiles = n / length + (n % length != 0 ? 1 : 0);
    const elem begin = READ(initial, 0);
    const uint lag = AHEAD_LAG((uint)tiles / (uint)groups);
    EACH_ROUND_AHEAD(round, groups, tiles)
    {
        const size first = round * groups, tile = first + GROUP, slot = round % RING_SLOTS;
        const size count = tiles - first < groups ? tiles - first : groups;
        RING_LOADER {
            RING_LOAD(ring, round, in, tile, n);
        }
        RING_REDUCER (round) {
            RING_WAIT(ring, round);
            CALL_PART(ahead_reduce, ring, sums, round, tile, tag, prefixes, slot * THREADS);
            RING_REDUCED(ring, round);
        }
        RING_SUMMER (round) {
            RING_REACHED(ring, tile + lag * groups < tiles ? round + lag : round);
            CALL_PART(ahead_sum, sums, first, count, tile, tag, total, start);
            RING_WAIT_SUM_BEFORE(ring, round);
            THE_FIRST_LANE_OF_ONE {
                const elem base = round > 0 ? GET(bases, (round - 1) % RING_SLOTS) : begin;
                PUT(starts, slot, OP(base, MY(start)));
                PUT(bases, slot, OP(base, MY(total)));
            }
            RING_SUMMED(ring, round);
        }
        RING_SCANNERS (round) {
            RING_WAIT_SUM(ring, round);
            RING_WAIT_REDUCED(ring, round);
            RING_WAIT(ring, round);
            EACH_THREAD {
                MY(start) = OP(GET(starts, slot), GET(prefixes, slot * THREADS + THREAD));
            }
            CALL_PART(ahead_scan, ring, round, start, inclusive);
            RING_LEFT(ring, round, out, tile, n);
        }
        RING_STORER {
            RING_STORE(ring, round, out, tile, n);
        }
    }
    RING_END(ring);
}
