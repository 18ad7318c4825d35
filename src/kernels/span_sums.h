/* SPDX-License-Identifier: MIT */
/* What each row of a matrix makes together, by subgroups that have rows whole or by groups. Included once for
 * each VALUES, after kernels/scan_spans.h. */

#include "kernels/row_places.h"
#include "kernels/runs.h"

/* Which row has an element at the start of a span or after it, its first row being 0, or so few before it as
 * an access may have, which then are of a row that is far after all others. */
#define NUMBER_OF_ROW(element, start, row) \
    (((uint)((element) - (start)) + (uint)ROW_WIDTH * (row)) / (row) - (uint)ROW_WIDTH)

/* The lane that has a row's last element, or its place past n, writes what the row makes together to its
 * place in `out`. `begin` and `number`: place and row of the run's first element, which no row precedes in
 * the run. A span has `rows` rows, the array `all`; the first span's first one is `first`. */
PART(write_sums, OUT(elem, out), PRIVATE_REF(elem, value), PRIVATE_REF(elem, prefix),
     PRIVATE_REF(uint, begin), PRIVATE_REF(uint, number), VALUE(uint, row), VALUE(uint, rows),
     VALUE(size, first), VALUE(size, all))
{
    const uint step = LANE_ROW % row, passed = LANE_ROW / row;
    EACH_SUBGROUP {
        const size own = first + SUBGROUP * rows;
        EACH_LANE {
            uint at = (MY(begin) + OWN_PLACE) % row, next = MY(number) + (MY(begin) + OWN_PLACE) / row;
            UNROLLED (r, 0, ROWS) {
                elem sum = MY_AT(prefix, r);
                sum = at > 0 ? OP(sum, AT_ROW(value, r, 0)) : AT_ROW(value, r, 0);
                if (row >= (uint)ROW_WIDTH) { /* at most one row ends here, and none begins before that */
                    const uint last = row - 1 - at;
                    UNROLLED (v, 1, ROW_WIDTH)
                        if ((uint)v <= last)
                            sum = OP(sum, AT_ROW(value, r, v));
                    if (last < (uint)ROW_WIDTH && next < rows && own + next < all)
                        WRITE(out, own + next, sum);
                } else {
                    uint place = at, which = next;
                    UNROLLED (v, 0, ROW_WIDTH) {
                        if (v > 0)
                            sum = place > 0 ? OP(sum, AT_ROW(value, r, v)) : AT_ROW(value, r, v);
                        if (place + 1 == row && which < rows && own + which < all)
                            WRITE(out, own + which, sum);
                        place = LATER(place, 1, row);
                        which += place == 0 ? 1u : 0u;
                    }
                }
                next += passed + (at + step < row ? 0u : 1u);
                at = LATER(at, step, row);
            }
        }
    }
}

/* Rows that whole accesses of a lane make, and that make a row of lanes or are made of some: no lane has the
 * end of one row and the begin of another. */
#define ROWS_ARE_EVEN(row) \
    ((row) % (uint)ROW_WIDTH == 0 && ((row) > LANE_ROW ? (row) % LANE_ROW == 0 : LANE_ROW % (row) == 0))

/* As write_sums of such rows: the lanes of a row join, of longer rows what their rows of lanes have. */
PART(write_even_sums, OUT(elem, out), PRIVATE_REF(elem, value), VALUE(uint, row), VALUE(uint, rows),
     VALUE(size, first), VALUE(size, all))
{
    PRIVATE_ARRAY(elem, sum);
    PRIVATE_ARRAY(uint, reach);
    const uint lanes = row < LANE_ROW ? row / (uint)ROW_WIDTH : LANES,
               steps = row < LANE_ROW ? 1 : row / LANE_ROW;
    EACH_SUBGROUP {
        EACH_LANE {
            uint step = 0;
            UNROLLED (r, 0, ROWS) {
                elem own = AT_ROW(value, r, 0);
                UNROLLED (v, 1, ROW_WIDTH)
                    own = OP(own, AT_ROW(value, r, v));
                if (r > 0 && step > 0)
                    own = OP(MY_AT(sum, r - 1), own);
                MY_AT(sum, r) = own;
                MY_AT(reach, r) = (uint)LANE % lanes;
                step = LATER(step, 1, steps);
            }
        }
    }
    SIMD_SCAN_EACH_REACHING(sum, reach, ROWS, lanes - 1);
    EACH_SUBGROUP {
        const size own = first + SUBGROUP * rows;
        EACH_LANE {
            uint step = 0, which = (uint)LANE / lanes;
            UNROLLED (r, 0, ROWS) {
                step = LATER(step, 1, steps);
                if (step == 0) {
                    if ((uint)LANE % lanes + 1 == lanes && own + which < all)
                        WRITE(out, own + which, MY_AT(sum, r));
                    which += LANES / lanes;
                }
            }
        }
    }
}

/* A span a subgroup, of at most its run. */
KERNEL(reduce_rows_subgroup, IN(elem, in), OUT(elem, out), VALUE(size, n), VALUE(size, row),
       VALUE(uint, rows), VALUE(size, all))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE_ARRAY(elem, prefix);
    PRIVATE(elem, total);
    PRIVATE(uint, begin);
    PRIVATE(uint, number);
    const size span = rows * row;
    const uint length = (uint)row;
    EACH_SUBGROUP {
        const size from = (GROUP * SUBGROUPS + SUBGROUP) * span, to = from + span < n ? from + span : n;
        SIMD_LOAD_SPAN(value, in, ACCESS_OF(from), from, to);
        EACH_LANE {
            MY(begin) = PLACE_IN_ROW(ACCESS_OF(from), from, length);
            MY(number) = NUMBER_OF_ROW(ACCESS_OF(from), from, length);
        }
    }
    if (ROWS_ARE_EVEN(length)) {
        CALL_PART(write_even_sums, out, value, length, rows, GROUP * SUBGROUPS * rows, all);
    } else {
        CALL_PART(scan_span, prefix, total, value, begin, length, IDENTITY, (length - 1) / (uint)ROW_WIDTH);
        CALL_PART(write_sums, out, value, prefix, begin, number, length, rows, GROUP * SUBGROUPS * rows, all);
    }
}

/* sum is joined to all of each thread's values: those at one place of each access first, which do not wait
 * for each other. */
PART(add_values, PRIVATE_REF(elem, sum), PRIVATE_REF(elem, value))
{
    EACH_THREAD {
        UNROLLED (r, 1, ROWS)
            UNROLLED (v, 0, ROW_WIDTH)
                AT_ROW(value, 0, v) = OP(AT_ROW(value, 0, v), AT_ROW(value, r, v));
        UNROLLED (v, 1, ROW_WIDTH)
            AT_ROW(value, 0, 0) = OP(AT_ROW(value, 0, 0), AT_ROW(value, 0, v));
        MY(sum) = OP(MY(sum), AT_ROW(value, 0, 0));
    }
}

/* A row a group, tile after tile: all of a thread's accesses to one are under way before it adds the first.
 */
KERNEL(reduce_row_loop, IN(elem, in), OUT(elem, out), VALUE(size, n), VALUE(size, row))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, sum);
    PRIVATE(elem, whole);
    SHARED(elem, words, MAX_SUBGROUPS);
    const size from = GROUP * row, to = n - from < row ? n : from + row, tile = THREADS * VALUES;
    EACH_THREAD {
        MY(sum) = IDENTITY;
    }
    for (size at = ACCESS_OF(from); at < to; at += tile) {
        EACH_SUBGROUP {
            SIMD_LOAD_SPAN(value, in, at + SUBGROUP * RUN_SIZE, from, to);
        }
        CALL_PART(add_values, sum, value);
    }
    SIMD_REDUCE(sum, sum);
    CALL_PART(join_runs, whole, sum, words);
    THE_FIRST_THREAD {
        WRITE(out, GROUP, MY(whole));
    }
}

/* So many groups a row, of which each takes every so-manieth tile: it publishes what they make, and the last
 * one of the row joins that. */
KERNEL(reduce_row_parts, IN(elem, in), OUT(elem, out), EXCHANGE(packed_word, sums), VALUE(size, n),
       VALUE(size, row), VALUE(uint, parts), VALUE(uint, turn))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, sum);
    PRIVATE(elem, whole);
    SHARED(elem, words, MAX_SUBGROUPS);
    SHARED(elem, joined, MAX_SUBGROUPS);
    const size which = GROUP / parts, part = GROUP % parts, tile = THREADS * VALUES;
    const size from = which * row, to = n - from < row ? n : from + row;
    EACH_THREAD {
        MY(sum) = IDENTITY;
    }
    for (size at = ACCESS_OF(from) + part * tile; at < to; at += parts * tile) {
        EACH_SUBGROUP {
            SIMD_LOAD_SPAN(value, in, at + SUBGROUP * RUN_SIZE, from, to);
        }
        CALL_PART(add_values, sum, value);
    }
    SIMD_REDUCE(sum, sum);
    CALL_PART(join_runs, whole, sum, words);
    THE_FIRST_THREAD {
        PACKED_STORE(sums, GROUP, MY(whole), turn);
    }
    if (part + 1 == parts) {
        CALL_PART(await_groups, sums, which * parts, parts, turn, sum);
        CALL_PART(join_runs, whole, sum, joined);
        THE_FIRST_THREAD {
            WRITE(out, which, MY(whole));
        }
    }
}
