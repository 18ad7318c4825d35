/* SPDX-License-Identifier: MIT */
/* What bounds the others on a device: an array copied, arrays read, a part copied. What is read is folded by
 * exclusive or, so that it has to be read. Built for unsigned elements and sums, whose identity is 0.
 * Included once for each VALUES. */
#if !defined ELEM || \
    (defined OPERATOR_IS_sum && !ELEM_IS_FLOAT) /* integers alone; the model has all in one */

/* Each group a tile. */
KERNEL(limit_copy, IN(in_elem, in), OUT(out_elem, out), VALUE(size, n))
{
    PRIVATE_ARRAY(elem, value);
    LOAD_BLOCKED(value, in, GROUP, n);
    STORE_BLOCKED(out, value, GROUP, n);
}

/* The same where the next launch may begin before it ends. */
KERNEL(limit_copy_early, IN(in_elem, in), OUT(out_elem, out), VALUE(size, n))
{
    PRIVATE_ARRAY(elem, value);
    LOAD_BLOCKED(value, in, GROUP, n);
    STORE_BLOCKED(out, value, GROUP, n);
}

/* The fold of the first thread = what all threads' folds make together, which takes one barrier of the group.
 * words: one a thread. */
PART(limit_fold, PRIVATE_REF(elem_bits, fold), SHARED_REF(elem_bits, words))
{
#ifdef SIMD_XOR
    SIMD_XOR(fold, fold);
    EACH_FIRST_LANE {
        PUT(words, SUBGROUP, MY(fold));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        MY(fold) = LANE < SUBGROUPS ? GET(words, LANE) : 0;
        SIMD_XOR(fold, fold);
    }
#else
    EACH_THREAD {
        PUT(words, THREAD, MY(fold));
    }
    BARRIER;
    EACH_THREAD_BELOW (LANES) {
        elem_bits sum = GET(words, THREAD);
        for (size s = 1; s < SUBGROUPS; s++)
            sum ^= GET(words, s * LANES + THREAD);
        PUT(words, THREAD, sum);
    }
    SIMD_BARRIER;
    THE_FIRST_THREAD {
        MY(fold) = GET(words, 0);
        UNROLLED (lane, 1, LANES)
            MY(fold) ^= GET(words, lane);
    }
#endif
}

/* READ_OWN of all VALUES, for their exclusive or alone: that of FOLDED_VALUES, by FOLD_OF. A row has 16 bytes
 * a lane. */
#ifndef READ_FOLDED
#define FOLDED_VALUES VALUES
#define READ_FOLDED(values, ...) READ_OWN(values, VALUES, __VA_ARGS__)
#define FOLD_OF(bits) (bits)
#endif
#define FOLDED_ROW (16 / sizeof(in_elem))
#define LOAD_FOLDED(values, buffer, tile, n) \
    EACH_THREAD                              \
    READ_FOLDED(values, buffer, BLOCKED_AT(tile), RUN_WIDTH, RUN_WIDTH, n)

/* Load a tile to be folded, each subgroup rows of its part. */
PART(limit_load, PRIVATE_REF(elem, value), IN(in_elem, in), VALUE(size, tile), VALUE(size, n))
{
    EACH_SUBGROUP {
        EACH_LANE
            READ_FOLDED(value, in, (tile * THREADS + SUBGROUP * LANES) * VALUES + LANE * FOLDED_ROW,
                        LANES * FOLDED_ROW, FOLDED_ROW, n);
    }
}

/* Add so many values to the fold. */
PART(limit_add, PRIVATE_REF(elem, value), VALUE(size, count), PRIVATE_REF(elem_bits, fold))
{
    EACH_THREAD {
        for (size v = 0; v < count; v++)
            MY(fold) ^= BITS_OF(MY_AT(value, v));
    }
}

/* Every group reads four tiles at a time, two of x and two of y, then those `groups` further on. `apart`: 0,
 * or 1 where y is x, whose tiles they then are in turn. */
PART(limit_read_all, IN(in_elem, x), IN(in_elem, y), VALUE(size, n), VALUE(size, group), VALUE(size, groups),
     VALUE(size, apart), PRIVATE_REF(elem_bits, fold))
{
    PRIVATE_ARRAY(elem, a);
    PRIVATE_ARRAY(elem, b);
    PRIVATE_ARRAY(elem, c);
    PRIVATE_ARRAY(elem, d);
    const size step = 2 + 2 * apart;
    EACH_THREAD {
        MY(fold) = 0;
    }
    for (size tile = step * group; tile * THREADS * VALUES < n; tile += step * groups) {
        LOAD_FOLDED(a, x, tile, n);
        LOAD_FOLDED(b, y, tile + apart, n);
        LOAD_FOLDED(c, x, tile + 1 + apart, n);
        LOAD_FOLDED(d, y, tile + 1 + 2 * apart, n);
        CALL_PART(limit_add, a, FOLDED_VALUES, fold);
        CALL_PART(limit_add, b, FOLDED_VALUES, fold);
        CALL_PART(limit_add, c, FOLDED_VALUES, fold);
        CALL_PART(limit_add, d, FOLDED_VALUES, fold);
    }
}

/* The fold of the first thread = what all groups' folds make together, in the last group, which begins after
 * the others: it waits until they have published theirs, tagged with the number of the run. */
PART(limit_gather, PRIVATE_REF(elem_bits, fold), SHARED_REF(elem_bits, words), SHARED_REF(elem_bits, joined),
     EXCHANGE(packed_word, folds), VALUE(size, group), VALUE(size, groups), VALUE(uint, turn))
{
    CALL_PART(limit_fold, fold, words);
    THE_FIRST_THREAD { /* the last group too: all that publish should not have to jump over what it does */
        PACKED_STORE(folds, group, ELEM_OF_BITS(MY(fold)), turn);
    }
    if (group == groups - 1 && groups > 1) {
        EACH_THREAD {
            MY(fold) = THREAD == 0 ? MY(fold) : 0;
            for (size other = THREAD; other < groups - 1; other += THREADS) {
                packed seen = PACKED_LOAD(folds, other);
                while (PACKED_TAG(seen) != turn) {
                    POLL;
                    seen = PACKED_LOAD(folds, other);
                }
                MY(fold) ^= BITS_OF(PACKED_VALUE(seen));
            }
        }
        CALL_PART(limit_fold, fold, joined);
    }
}

/* The same, written out. */
PART(limit_gather_out, PRIVATE_REF(elem_bits, fold), SHARED_REF(elem_bits, words),
     SHARED_REF(elem_bits, joined), EXCHANGE(packed_word, folds), OUT(out_elem, out), VALUE(size, group),
     VALUE(size, groups), VALUE(uint, turn))
{
    CALL_PART(limit_gather, fold, words, joined, folds, group, groups, turn);
    if (group == groups - 1) {
        THE_FIRST_THREAD {
            WRITE(out, 0, NARROWED(ELEM_OF_BITS(FOLD_OF(MY(fold)))));
        }
    }
}

/* Each group's fold, for limit_finish. */
KERNEL(limit_read, IN(in_elem, x), IN(in_elem, y), OUT(elem_bits, folds), VALUE(size, n), VALUE(size, groups),
       VALUE(size, apart))
{
    PRIVATE(elem_bits, fold);
    SHARED(elem_bits, words, MAX_THREADS);
    CALL_PART(limit_read_all, x, y, n, GROUP, groups, apart, fold);
    CALL_PART(limit_fold, fold, words);
    THE_FIRST_THREAD {
        WRITE(folds, GROUP, MY(fold));
    }
}

/* In one launch: every group folds a tile at a time, then the one `groups` further on. Few instructions,
 * since each that was not run before has to be fetched, and none of them for the second array that the next
 * kernel has. */
KERNEL(limit_read_once, IN(in_elem, x), IN(in_elem, y), EXCHANGE(packed_word, folds), OUT(out_elem, out),
       VALUE(size, n), VALUE(size, groups), VALUE(uint, turn))
{
    (void)y;
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem_bits, fold);
    SHARED(elem_bits, words, MAX_THREADS);
    SHARED(elem_bits, joined, MAX_THREADS);
    EACH_THREAD {
        MY(fold) = 0;
    }
    for (size tile = GROUP; tile * THREADS * VALUES < n; tile += groups) {
        CALL_PART(limit_load, value, x, tile, n);
        CALL_PART(limit_add, value, FOLDED_VALUES, fold);
    }
    CALL_PART(limit_gather_out, fold, words, joined, folds, out, GROUP, groups, turn);
}

/* The same of two arrays. */
KERNEL(limit_read2_once, IN(in_elem, x), IN(in_elem, y), EXCHANGE(packed_word, folds), OUT(out_elem, out),
       VALUE(size, n), VALUE(size, groups), VALUE(uint, turn))
{
    PRIVATE_ARRAY(elem, a);
    PRIVATE_ARRAY(elem, b);
    PRIVATE(elem_bits, fold);
    SHARED(elem_bits, words, MAX_THREADS);
    SHARED(elem_bits, joined, MAX_THREADS);
    EACH_THREAD {
        MY(fold) = 0;
    }
    for (size tile = GROUP; tile * THREADS * VALUES < n; tile += groups) {
        CALL_PART(limit_load, a, x, tile, n);
        CALL_PART(limit_load, b, y, tile, n);
        CALL_PART(limit_add, a, FOLDED_VALUES, fold);
        CALL_PART(limit_add, b, FOLDED_VALUES, fold);
    }
    CALL_PART(limit_gather_out, fold, words, joined, folds, out, GROUP, groups, turn);
}

/* Read all, and copy the first `taken` in one piece, in one launch: two tiles at a time, then those `groups`
 * further on. */
KERNEL(limit_copy_first, IN(in_elem, in), OUT(out_elem, out), EXCHANGE(packed_word, folds), OUT(size, count),
       VALUE(size, n), VALUE(size, taken), VALUE(size, groups), VALUE(uint, turn))
{
    PRIVATE_ARRAY(elem, a);
    PRIVATE_ARRAY(elem, b);
    PRIVATE(elem_bits, fold);
    SHARED(elem_bits, words, MAX_THREADS);
    SHARED(elem_bits, joined, MAX_THREADS);
    EACH_THREAD {
        MY(fold) = 0;
    }
    for (size tile = 2 * GROUP; tile * THREADS * VALUES < n; tile += 2 * groups) {
        const bool more = (tile + 1) * THREADS * VALUES < n;
        LOAD_BLOCKED(a, in, tile, n);
        if (more) {
            LOAD_BLOCKED(b, in, tile + 1, n);
        }
        STORE_BLOCKED(out, a, tile, taken);
        if (more) {
            STORE_BLOCKED(out, b, tile + 1, taken);
        }
        CALL_PART(limit_add, a, VALUES, fold);
        if (more) {
            CALL_PART(limit_add, b, VALUES, fold);
        }
    }
    CALL_PART(limit_gather, fold, words, joined, folds, GROUP, groups, turn);
    if (GROUP == groups - 1) {
        THE_FIRST_THREAD {
            WRITE(count, 0, MY(fold));
        }
    }
}

/* How many of the first `end` elements a partial copy takes: end · selectivity / one, rounded down, where the
 * product may have more than 64 bits. */
#define LIMIT_TAKEN(end) ((end) / one * selectivity + (end) % one * selectivity / one)
/* What is left of it below one: a walk adds up both, since divisions of 64 bits take longer than a tile. */
#define LIMIT_LEFT(end) ((end) % one * selectivity % one)

/* Read all; of each block of a tile copy the selected share, from the block's start. */
KERNEL(limit_copy_part, IN(in_elem, in), OUT(out_elem, out), OUT(elem_bits, folds), VALUE(size, n),
       VALUE(size, groups), VALUE(size, selectivity), VALUE(size, one))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem_bits, fold);
    SHARED(elem_bits, words, MAX_THREADS);
    EACH_THREAD {
        MY(fold) = 0;
    }
    const size whole = THREADS * VALUES, step = groups * whole, steps = LIMIT_TAKEN(step);
    const size share = LIMIT_TAKEN(whole), odd = LIMIT_LEFT(whole), step_odd = LIMIT_LEFT(step);
    size to = LIMIT_TAKEN(GROUP * whole), left = LIMIT_LEFT(GROUP * whole);
    for (size tile = GROUP; tile * whole < n; tile += groups) {
        const bool is_whole = n - tile * whole >= whole;
        const size taken = is_whole ? share + (left + odd >= one) : LIMIT_TAKEN(n) - to;
        LOAD_STRIPED(value, in, tile, n);
        CALL_PART(limit_add, value, VALUES, fold);
        EACH_THREAD {
            for (size v = 0; v < VALUES; v++)
                if (v * THREADS + THREAD < taken)
                    WRITE(out, to + v * THREADS + THREAD, NARROWED(MY_AT(value, v)));
        }
        to += steps + (left + step_odd >= one);
        left = left + step_odd >= one ? left + step_odd - one : left + step_odd;
    }
    CALL_PART(limit_fold, fold, words);
    THE_FIRST_THREAD {
        WRITE(folds, GROUP, MY(fold));
    }
}
#undef LIMIT_LEFT
#undef LIMIT_TAKEN

/* One group: what all folds make together, as an element or, with `counts`, as a count. */
KERNEL(limit_finish, IN(elem_bits, folds), OUT(out_elem, out), OUT(size, count), VALUE(size, groups),
       VALUE(uint, counts))
{
    PRIVATE(elem_bits, fold);
    SHARED(elem_bits, words, MAX_THREADS);
    EACH_THREAD {
        MY(fold) = 0;
        for (size i = THREAD; i < groups; i += THREADS)
            MY(fold) ^= READ(folds, i);
    }
    CALL_PART(limit_fold, fold, words);
    THE_FIRST_THREAD {
        if (counts)
            WRITE(count, 0, MY(fold));
        else
            WRITE(out, 0, NARROWED(ELEM_OF_BITS(FOLD_OF(MY(fold)))));
    }
}

#endif
