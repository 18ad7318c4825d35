/* SPDX-License-Identifier: MIT */
/* The scan of rows that groups have whole: as many rows as a tile holds, or one row, tile after tile. Where a
 * row begins is arithmetic, and what is joined ends there. Included once for each VALUES. */

/* The place in its row of the element at `index` of a tile that begins at element `begin` of one. */
#define PLACE(begin, index, row) \
    ((row) <= THREADS * VALUES ? (size)((uint)(index) % (uint)(row)) : (begin) + (index))

/* Whether the row of the last element of a thread began at least so many threads before it. */
#define BEGAN_BEFORE(thread, threads_before, begin, row) \
    (PLACE(begin, ((thread) + 1) * VALUES - 1, row) >= (threads_before)*VALUES)

/* words[t] becomes what thread t and those before it make together since the row of its last element began:
 * the first subgroup walks a run of words a lane, joins the ends of runs by distances of 1, 2, 4, …, and
 * joins what precedes a run to its words. ends: a word a lane. */
PART(scan_row_words, SHARED_REF(elem, words), SHARED_REF(elem, ends), VALUE(size, begin), VALUE(size, row))
{
    PRIVATE(elem, sum);
    EACH_THREAD_OF_FIRST_SUBGROUP {
        const size first = LANE * SUBGROUPS;
        for (size t = first + 1; t < first + SUBGROUPS; t++)
            if (BEGAN_BEFORE(t, 1, begin, row))
                PUT(words, t, OP(GET(words, t - 1), GET(words, t)));
        MY(sum) = GET(words, first + SUBGROUPS - 1);
        PUT(ends, LANE, MY(sum));
    }
    for (size distance = 1; distance < LANES; distance *= 2) {
        FIRST_SIMD_BARRIER;
        EACH_THREAD_OF_FIRST_SUBGROUP {
            if (LANE >= distance &&
                BEGAN_BEFORE((LANE + 1) * SUBGROUPS - 1, distance * SUBGROUPS, begin, row))
                MY(sum) = OP(GET(ends, LANE - distance), MY(sum));
        }
        FIRST_SIMD_BARRIER;
        EACH_THREAD_OF_FIRST_SUBGROUP {
            PUT(ends, LANE, MY(sum));
        }
    }
    FIRST_SIMD_BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        if (LANE > 0) {
            const size first = LANE * SUBGROUPS;
            for (size t = 0; t < SUBGROUPS; t++)
                if (BEGAN_BEFORE(first + t, t + 1, begin, row))
                    PUT(words, first + t, OP(GET(ends, LANE - 1), GET(words, first + t)));
        }
    }
}

/* What threads own side by side, in wide accesses where all of them are aligned. */
#define OWNED_AT (at + THREAD * VALUES)
#define LOAD_OWNED(values, buffer, at, row, n)                             \
    if ((row) % VALUES == 0) {                                             \
        EACH_THREAD                                                        \
            READ_OWN(values, VALUES, buffer, OWNED_AT, VALUES, VALUES, n); \
    } else {                                                               \
        EACH_THREAD                                                        \
            READ_OWN(values, VALUES, buffer, OWNED_AT, 1, 1, n);           \
    }
#define STORE_OWNED(buffer, values, at, row, n)                             \
    if ((row) % VALUES == 0) {                                              \
        EACH_THREAD                                                         \
            WRITE_OWN(buffer, values, VALUES, OWNED_AT, VALUES, VALUES, n); \
    } else {                                                                \
        EACH_THREAD                                                         \
            WRITE_OWN(buffer, values, VALUES, OWNED_AT, 1, 1, n);           \
    }

/* A group's rows are `span` elements, a multiple of `row`; the last row may be shorter. Each begins with
 * `initial`. */
KERNEL(scan_whole_rows, IN(elem, in), OUT(elem, out), IN(elem, initial), VALUE(size, n), VALUE(size, row),
       VALUE(size, span), VALUE(uint, inclusive))
{
    PRIVATE_ARRAY(elem, value);
    SHARED(elem, words, MAX_THREADS);
    SHARED(elem, ends, LANES);
    const size first = GROUP * span, end = n - first < span ? n : first + span;
    const elem start = READ(initial, 0);
    elem carry = IDENTITY;
    for (size at = first; at < end; at += THREADS * VALUES) {
        const size begin = at - first;
        LOAD_OWNED(value, in, at, row, end)
        EACH_THREAD {
            elem sum = IDENTITY;
            size place = PLACE(begin, THREAD * VALUES, row);
            UNROLLED (v, 0, VALUES) {
                sum = place > 0 ? OP(sum, MY_AT(value, v)) : MY_AT(value, v);
                place = place + 1 < row ? place + 1 : 0;
            }
            PUT(words, THREAD, sum);
        }
        BARRIER;
        CALL_PART(scan_row_words, words, ends, begin, row);
        BARRIER;
        EACH_THREAD {
            size place = PLACE(begin, THREAD * VALUES, row);
            elem before = THREAD > 0 ? OP(carry, GET(words, THREAD - 1)) : carry;
            UNROLLED (v, 0, VALUES) {
                before = place > 0 ? before : start;
                const elem next = OP(before, MY_AT(value, v));
                MY_AT(value, v) = inclusive ? next : before;
                before = next;
                place = place + 1 < row ? place + 1 : 0;
            }
        }
        STORE_OWNED(out, value, at, row, end)
        carry = OP(carry, BROADCAST(words, THREADS - 1)); /* of one row, where there is another tile */
        BARRIER;
    }
}
