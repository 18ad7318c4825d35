/* SPDX-License-Identifier: MIT */
/* The scans of rows of a matrix by subgroups or groups that have them whole. Each reads a span, which begins
 * and ends where rows do, in rows of 16 bytes a lane; those begin where an access does, at the span's first
 * element or before it. Where a row of the matrix begins is arithmetic, and what is joined ends there.
 * Included once for each VALUES. */

#include "kernels/row_places.h"
#include "kernels/runs.h"

/* Elements of a subgroup's run of consecutive ones, and of a row of its lanes. */
#define RUN_SIZE ((uint)(LANES * VALUES))
#define LANE_ROW ((uint)(LANES * ROW_WIDTH))

/* Where an access begins at or before an element. */
#define ACCESS_OF(element) ((element) - (element) % ROW_WIDTH)

/* The place in a row of so many elements of what is at the start of a span or after it, or so few before it
 * as an access may have. */
#define PLACE_IN_ROW(element, start, row) (((uint)((element) - (start)) + (uint)ROW_WIDTH * (row)) % (row))

/* Where value v of a lane is in its row of lanes. */
#define OWN_PLACE ((uint)(LANE * ROW_WIDTH))

/* prefix[r] = what a row of the matrix has in the subgroup's run before a lane's values of its row r of
 * lanes; total = what it has there to the end of the run, for every lane. `begin`: the place of the run's
 * first element in its row, which begins with `start`. most: how far a lane reaches at most. Scans
 * pass a constant, which is faster for them than a few steps less (rows of 256 on an H200, 1 Mi: 15 %). */
PART(scan_span, PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, total), PRIVATE_REF(elem, value),
     PRIVATE_REF(uint, begin), VALUE(uint, row), VALUE(elem, start), VALUE(uint, most))
{
    PRIVATE_ARRAY(elem, sum);
    PRIVATE_ARRAY(uint, reach);
    const uint step = LANE_ROW % row;
    EACH_SUBGROUP {
        EACH_LANE {
            uint first = (MY(begin) + OWN_PLACE) % row;
            UNROLLED (r, 0, ROWS) {
                elem joined = AT_ROW(value, r, 0);
                uint place = first;
                if (place == 0)
                    joined = OP(start, joined);
                UNROLLED (v, 1, ROW_WIDTH) {
                    place = LATER(place, 1, row);
                    joined = OP(place > 0 ? joined : start, AT_ROW(value, r, v));
                }
                const uint lanes = place / (uint)ROW_WIDTH;
                MY_AT(sum, r) = joined;
                MY_AT(reach, r) = lanes < LANE ? lanes : (uint)LANE;
                first = LATER(first, step, row);
            }
        }
    }
    SIMD_SCAN_EACH_REACHING(sum, reach, ROWS, most);
    SIMD_MOVE_UP_EACH(prefix, sum, ROWS);
    SIMD_LAST_EACH(sum, sum, ROWS);
    EACH_SUBGROUP {
        EACH_LANE {
            uint first = (MY(begin) + OWN_PLACE) % row, next = MY(begin);
            elem carry = IDENTITY;
            UNROLLED (r, 0, ROWS) {
                if (first > OWN_PLACE)
                    MY_AT(prefix, r) = OP(carry, MY_AT(prefix, r));
                next = LATER(next, step, row);
                carry = next > LANE_ROW ? OP(carry, MY_AT(sum, r)) : MY_AT(sum, r);
                first = LATER(first, step, row);
            }
            MY(total) = carry;
        }
    }
}

/* The values become their scan, where `lead` is what the row of the run's first element has before the run.
 */
PART(finish_span, PRIVATE_REF(elem, value), PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, lead),
     PRIVATE_REF(uint, begin), VALUE(uint, row), VALUE(elem, start), VALUE(uint, inclusive))
{
    const uint step = LANE_ROW % row;
    EACH_SUBGROUP {
        EACH_LANE {
            uint first = (MY(begin) + OWN_PLACE) % row;
            UNROLLED (r, 0, ROWS) {
                elem before = MY_AT(prefix, r);
                uint place = first;
                if (first > (uint)r * LANE_ROW + OWN_PLACE)
                    before = OP(MY(lead), before);
                UNROLLED (v, 0, ROW_WIDTH) {
                    before = place > 0 ? before : start;
                    const elem next = OP(before, AT_ROW(value, r, v));
                    AT_ROW(value, r, v) = inclusive ? next : before;
                    before = next;
                    place = LATER(place, 1, row);
                }
                first = LATER(first, step, row);
            }
        }
    }
}

/* A span a subgroup, of at most its run. */
KERNEL(scan_rows_subgroup, IN(elem, in), OUT(elem, out), IN(elem, initial), VALUE(size, n), VALUE(uint, row),
       VALUE(size, span), VALUE(uint, inclusive))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE_ARRAY(elem, prefix);
    PRIVATE(elem, total);
    PRIVATE(uint, begin);
    const elem start = READ(initial, 0);
    EACH_SUBGROUP {
        const size from = (GROUP * SUBGROUPS + SUBGROUP) * span, to = from + span < n ? from + span : n;
        SIMD_LOAD_SPAN(value, in, ACCESS_OF(from), from, to);
        EACH_LANE {
            MY(begin) = PLACE_IN_ROW(ACCESS_OF(from), from, row);
        }
    }
    CALL_PART(scan_span, prefix, total, value, begin, row, start, LANES - 1);
    EACH_THREAD {
        MY(total) = IDENTITY; /* rows begin in the run itself */
    }
    CALL_PART(finish_span, value, prefix, total, begin, row, start, inclusive);
    EACH_SUBGROUP {
        const size from = (GROUP * SUBGROUPS + SUBGROUP) * span, to = from + span < n ? from + span : n;
        SIMD_STORE_SPAN(out, value, ACCESS_OF(from), from, to);
    }
}

/* What the row of a run's first element has in the runs before it: of the subgroup below, or of more of them,
 * those that the row reaches. ends[at + s]: the total of run s. */
PART(join_spans, PRIVATE_REF(elem, lead), PRIVATE_REF(uint, begin), SHARED_REF(elem, ends), VALUE(size, at))
{
    PRIVATE(elem, own);
    EACH_THREAD {
        const bool counts = LANE < SUBGROUP && MY(begin) > (uint)(SUBGROUP - 1 - LANE) * RUN_SIZE;
        MY(own) = counts ? GET(ends, at + LANE) : IDENTITY;
    }
    SIMD_REDUCE(lead, own);
}

/* A span a group, of at most its tile. */
KERNEL(scan_rows_group, IN(elem, in), OUT(elem, out), IN(elem, initial), VALUE(size, n), VALUE(uint, row),
       VALUE(size, span), VALUE(uint, inclusive))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE_ARRAY(elem, prefix);
    PRIVATE(elem, total);
    PRIVATE(uint, begin);
    SHARED(elem, ends, MAX_SUBGROUPS);
    const size from = GROUP * span, to = n - from < span ? n : from + span, at = ACCESS_OF(from);
    const elem start = READ(initial, 0);
    EACH_SUBGROUP {
        SIMD_LOAD_SPAN(value, in, at + SUBGROUP * RUN_SIZE, from, to);
        EACH_LANE {
            MY(begin) = PLACE_IN_ROW(at + SUBGROUP * RUN_SIZE, from, row);
        }
    }
    CALL_PART(scan_span, prefix, total, value, begin, row, start, LANES - 1);
    EACH_FIRST_LANE {
        PUT(ends, SUBGROUP, MY(total));
    }
    BARRIER;
    CALL_PART(join_spans, total, begin, ends, 0);
    CALL_PART(finish_span, value, prefix, total, begin, row, start, inclusive);
    EACH_SUBGROUP {
        SIMD_STORE_SPAN(out, value, at + SUBGROUP * RUN_SIZE, from, to);
    }
}

/* Places in a row are told apart below it: a multiple of all tiles' elements. */
#define FAR_PLACE (1u << 27)

/* carry = what the row has before the next tile, and before that joined to what each run's row has in the
 * tile before it. */
PART(join_tiles, PRIVATE_REF(elem, lead), PRIVATE_REF(elem, carry), SHARED_REF(elem, ends), VALUE(size, at))
{
    PRIVATE(elem, own);
    PRIVATE(elem, whole);
    EACH_THREAD {
        MY(lead) = OP(MY(carry), MY(lead));
        MY(own) = LANE < SUBGROUPS ? GET(ends, at + LANE) : IDENTITY;
    }
    SIMD_REDUCE(whole, own);
    EACH_THREAD {
        MY(carry) = OP(MY(carry), MY(whole));
    }
}

/* The next tile takes the place of the one that is stored. */
PART(take_next, PRIVATE_REF(elem, value), PRIVATE_REF(elem, next))
{
    EACH_THREAD {
        UNROLLED (v, 0, VALUES)
            MY_AT(value, v) = MY_AT(next, v);
    }
}

/* A row a group, which is the span, tile after tile: the next one is asked for before a tile is scanned. The
 * totals of the runs of two tiles have room, so that no group waits but for those of its tile. */
KERNEL(scan_row_loop, IN(elem, in), OUT(elem, out), IN(elem, initial), VALUE(size, n), VALUE(uint, row),
       VALUE(size, span), VALUE(uint, inclusive))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE_ARRAY(elem, next);
    PRIVATE_ARRAY(elem, prefix);
    PRIVATE(elem, total);
    PRIVATE(elem, carry);
    PRIVATE(uint, begin);
    SHARED(elem, ends, 2 * MAX_SUBGROUPS);
    const size from = GROUP * span, to = n - from < span ? n : from + span, tile = THREADS * VALUES;
    const elem start = READ(initial, 0);
    size ends_at = 0;
    EACH_SUBGROUP {
        SIMD_LOAD_SPAN(value, in, ACCESS_OF(from) + SUBGROUP * RUN_SIZE, from, to);
    }
    EACH_THREAD {
        MY(carry) = IDENTITY;
    }
    for (size at = ACCESS_OF(from); at < to; at += tile) {
        const size passed = at < from + FAR_PLACE ? at : from + FAR_PLACE;
        if (at + tile < to) {
            EACH_SUBGROUP {
                SIMD_LOAD_SPAN(next, in, at + tile + SUBGROUP * RUN_SIZE, from, to);
            }
        }
        EACH_THREAD {
            MY(begin) = PLACE_IN_ROW(passed + SUBGROUP * RUN_SIZE, from, row);
        }
        CALL_PART(scan_span, prefix, total, value, begin, row, start, LANES - 1);
        EACH_FIRST_LANE {
            PUT(ends, ends_at + SUBGROUP, MY(total));
        }
        BARRIER;
        CALL_PART(join_spans, total, begin, ends, ends_at);
        CALL_PART(join_tiles, total, carry, ends, ends_at);
        CALL_PART(finish_span, value, prefix, total, begin, row, start, inclusive);
        EACH_SUBGROUP {
            SIMD_STORE_SPAN(out, value, at + SUBGROUP * RUN_SIZE, from, to);
        }
        CALL_PART(take_next, value, next);
        ends_at = MAX_SUBGROUPS - ends_at;
    }
}

/* What all runs of a tile have of the row that goes on after it; `end`: the place of the element after it. */
PART(join_tile, PRIVATE_REF(elem, whole), SHARED_REF(elem, ends), VALUE(uint, end))
{
    PRIVATE(elem, own);
    EACH_THREAD_OF_FIRST_SUBGROUP {
        const bool counts = LANE < SUBGROUPS && end > (uint)(SUBGROUPS - 1 - LANE) * RUN_SIZE;
        MY(own) = counts ? GET(ends, LANE) : IDENTITY;
    }
    FIRST_SIMD_REDUCE(whole, own);
}

/* One round of groups, as in scan_one_round: a tile a group, whatever rows begin in it. */
KERNEL(scan_one_round_rows, IN(elem, in), OUT(elem, out), IN(elem, initial), EXCHANGE(packed_word, sums),
       VALUE(size, n), VALUE(size, row), VALUE(uint, inclusive), VALUE(uint, turn))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE_ARRAY(elem, prefix);
    PRIVATE(elem, total);
    PRIVATE(elem, whole);
    PRIVATE(elem, lead);
    PRIVATE(uint, begin);
    SHARED(elem, ends, MAX_SUBGROUPS);
    SHARED(elem, words, MAX_SUBGROUPS);
    SHARED(elem, before, 1); /* of a tile that begins within a row: nothing, to which others are joined */
    const size tile = THREADS * VALUES, at = GROUP * tile, place = at % row;
    const uint near = row < LONG_ROW ? (uint)row : LONG_ROW, first = PLACE_IN_TILE(place, row, tile);
    const elem start = READ(initial, 0);
    EACH_SUBGROUP {
        SIMD_LOAD_SPAN(value, in, at + SUBGROUP * RUN_SIZE, at, n);
        EACH_LANE {
            MY(begin) = (first + (uint)SUBGROUP * RUN_SIZE) % near;
        }
    }
    CALL_PART(scan_span, prefix, total, value, begin, near, start, LANES - 1);
    EACH_FIRST_LANE {
        PUT(ends, SUBGROUP, MY(total));
    }
    BARRIER;
    CALL_PART(join_tile, whole, ends, (first + (uint)tile) % near);
    THE_FIRST_THREAD {
        PACKED_STORE(sums, GROUP, MY(whole), turn);
        PUT(before, 0, IDENTITY);
    }
    CALL_PART(join_spans, total, begin, ends, 0);
    if (place > 0) {
        CALL_PART(join_groups, sums, FIRST_OF_ROW(GROUP, place, tile), GROUP, turn, before, lead, words);
        EACH_THREAD {
            if (MY(begin) > (uint)SUBGROUP * RUN_SIZE)
                MY(total) = OP(MY(lead), MY(total));
        }
    } else {
        BARRIER;
    }
    CALL_PART(finish_span, value, prefix, total, begin, near, start, inclusive);
    EACH_SUBGROUP {
        SIMD_STORE_SPAN(out, value, at + SUBGROUP * RUN_SIZE, at, n);
    }
}
