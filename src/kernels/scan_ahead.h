/* SPDX-License-Identifier: MIT */
/* The scan that reads ahead: groups that stay, each with tiles on their way in and out of a ring in shared
 * memory, and subgroups with a role each. Included once; VALUES is a whole number of wide accesses. */

#include "kernels/ahead.h"

/* A reducer adds up the tile of a round and publishes its sum. */
PART(ahead_reduce, RING_REF(ring), EXCHANGE(packed_word, sums), VALUE(size, round), VALUE(size, tile),
     VALUE(uint, tag))
{
    PRIVATE(elem, sum);
    EACH_LANE_OF_ONE {
        MY(sum) = IDENTITY;
    }
    RING_STEPS (at, THREADS * VALUES, LANES * WIDE)
        EACH_LANE_OF_ONE {
            TAKE_WIDE(taken, ring, round, at + LANE * WIDE);
            elem joined = WIDE_AT(taken, 0);
            UNROLLED (i, 1, WIDE)
                joined = OP(joined, WIDE_AT(taken, i));
            MY(sum) = OP(MY(sum), joined);
        }
    REDUCE_OF_ONE(sum, sum);
    THE_FIRST_LANE_OF_ONE {
        PACKED_STORE(sums, tile, MY(sum), tag);
    }
}

/* Looks at sums, until all have the tag. */
AHEAD_LOOK(ahead_look_sums, packed_word, packed, PACKED_LOAD, PACKED_TAG)

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

/* Each scanner's values of the slot; they become their running sums, and `total` the last of them. */
PART(ahead_take, RING_REF(ring), VALUE(size, round), PRIVATE_REF(elem, value), PRIVATE_REF(elem, total))
{
    EACH_THREAD {
        UNROLLED (v, 0, VALUES / WIDE) {
            TAKE_WIDE(taken, ring, round, THREAD * VALUES + v * WIDE);
            UNROLLED (i, 0, WIDE)
                MY_AT(value, v * WIDE + i) = WIDE_AT(taken, i);
        }
        UNROLLED (v, 1, VALUES)
            MY_AT(value, v) = OP(MY_AT(value, v - 1), MY_AT(value, v));
        MY(total) = MY_AT(value, VALUES - 1);
    }
}

/* The values onto each scanner's `start`, as they are written. */
PART(ahead_leave, RING_REF(ring), VALUE(size, round), PRIVATE_REF(elem, value), PRIVATE_REF(elem, start),
     VALUE(uint, inclusive))
{
    EACH_THREAD {
        UNROLLED (v, 0, VALUES / WIDE_LEFT) {
            NEW_WIDE(left);
            UNROLLED (i, 0, WIDE_LEFT) {
                const size own = v * WIDE_LEFT + i;
                if (inclusive)
                    FILL_WIDE(left, i, OP(MY(start), MY_AT(value, own)));
                else
                    FILL_WIDE(left, i, own > 0 ? OP(MY(start), MY_AT(value, own - (own > 0))) : MY(start));
            }
            LEAVE_WIDE(ring, round, THREAD * VALUES + v * WIDE_LEFT, left);
        }
    }
}

/* Round r of all groups has the tiles r · groups …, a tile each. As soon as a tile has come, a reducer
 * publishes its sum: sums depend on the data alone, and so are known before they are needed. The summer adds
 * all of a round for what the next one begins with, and those of the groups before this one for the start of
 * its tile, which the scanners then scan in its slot. Nobody waits for a scan, no word changes twice, and
 * floats are added in the same order in every run. sums: a word a tile, none of which has the tag when the
 * launch begins; all groups are resident. */
KERNEL(scan_ahead, IN(in_elem, in), OUT(out_elem, out), IN(elem, initial), EXCHANGE(packed_word, sums),
       VALUE(size, n), VALUE(uint, inclusive), VALUE(size, groups), VALUE(uint, tag))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, total);
    PRIVATE(elem, prefix);
    PRIVATE(elem, start);
    SHARED(
        elem, words,
        2 * RING_TEAMS *
            MAX_SUBGROUPS); /* of two rounds of each team: who is ahead writes others than are still read */
    SHARED(elem, starts, RING_SLOTS);
    RING(ring);
    const size length = THREADS * VALUES, tiles = n / length + (n % length != 0 ? 1 : 0);
    elem base = READ(initial, 0);
    for (size round = 0; round * groups + GROUP < tiles; round++) {
        const size first = round * groups, tile = first + GROUP;
        const size count = tiles - first < groups ? tiles - first : groups;
        RING_LOADER {
            RING_LOAD(ring, round, in, tile, n);
        }
        RING_REDUCER (round) {
            RING_WAIT(ring, round);
            CALL_PART(ahead_reduce, ring, sums, round, tile, tag);
        }
        RING_SUMMER {
            RING_FOLLOW(ring, round, AHEAD_LAG);
            CALL_PART(ahead_sum, sums, first, count, tile, tag, total, start);
            THE_FIRST_LANE_OF_ONE {
                PUT(starts, round % RING_SLOTS, OP(base, MY(start)));
                base = OP(base, MY(total));
            }
            RING_SUMMED(ring, round);
        }
        RING_SCANNERS (round) {
            const size at = round % (2 * RING_TEAMS) * MAX_SUBGROUPS;
            RING_WAIT(ring, round);
            CALL_PART(ahead_take, ring, round, value, total);
            SIMD_SCAN_EXCLUSIVE(prefix, total);
            EACH_LAST_LANE {
                PUT(words, at + SUBGROUP, OP(MY(prefix), MY(total)));
            }
            SCANNER_BARRIER;
            RING_WAIT_SUM(ring, round);
            EACH_THREAD {
                MY(start) = GET(starts, round % RING_SLOTS);
                UNROLLED (s, 0, SUBGROUPS - 1) {
                    const elem other = GET(words, at + s);
                    MY(start) = s < SUBGROUP ? OP(MY(start), other) : MY(start);
                }
                MY(start) = OP(MY(start), MY(prefix));
            }
            CALL_PART(ahead_leave, ring, round, value, start, inclusive);
            RING_LEFT(ring, round, out, tile, n);
        }
        RING_STORER {
            RING_STORE(ring, round, out, tile, n);
        }
    }
    RING_END(ring);
}
