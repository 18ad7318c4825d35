/* SPDX-License-Identifier: MIT */
/* The kernels that count the elements > 0, VALUES elements an access. Included once for each VALUES. */
#if !defined ELEM || \
    (defined OPERATOR_IS_sum && ELEM_IS_SELECTABLE) /* sums alone; the model has all in one */

#include "kernels/count_word.h"

/* Each subgroup walks its own sequence of `length` elements, VALUES · 32 at a time, and leaves one count. */
KERNEL(count_sequence, IN(in_elem, in), OUT(size, counts), VALUE(size, n), VALUE(size, length))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(uint, valid);
    PRIVATE(uint, sum);
    EACH_SUBGROUP {
        const size sequence = GROUP * SUBGROUPS + SUBGROUP;
        const size first = sequence * length < n ? sequence * length : n;
        const size last = n - first < length ? n : first + length;
        EACH_LANE {
            MY(valid) = 0;
        }
        for (size at = first; at < last; at += LANES * VALUES) {
            SIMD_LOAD_VECTORS(value, in, at, last);
            for (size v = 0; v < VALUES; v++)
                EACH_LANE {
                    MY(valid) += POSITIVE(MY_AT(value, v)) ? 1u : 0u;
                }
        }
    }
    SIMD_SUM(sum, valid);
    EACH_FIRST_LANE {
        WRITE(counts, GROUP * SUBGROUPS + SUBGROUP, MY(sum));
    }
}

/* Each group takes one tile and counts over all its threads for each of their VALUES elements. */
KERNEL(count_block, IN(in_elem, in), OUT(size, counts), VALUE(size, n))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(uint, valid);
    SHARED(uint, words, MAX_SUBGROUPS);
    uint count = 0;
    LOAD_VECTORS(value, in, GROUP, n);
    for (size v = 0; v < VALUES; v++) {
        EACH_THREAD {
            MY(valid) = POSITIVE(MY_AT(value, v)) ? 1u : 0u;
        }
        GROUP_SUM(count, valid, words);
    }
    THE_FIRST_THREAD {
        WRITE(counts, GROUP, count);
    }
}

/* How many elements of a tile a thread has that are > 0, in rows of 16 bytes a lane that are loaded at once.
 */
PART(count_rows, IN(in_elem, in), VALUE(size, tile), VALUE(size, n), PRIVATE_REF(uint, valid))
{
    PRIVATE_ARRAY(elem, value);
    EACH_SUBGROUP {
        SIMD_LOAD_ROWS(value, in, (tile * THREADS + SUBGROUP * LANES) * VALUES, n);
    }
    EACH_THREAD {
        MY(valid) = 0;
        UNROLLED (v, 0, VALUES)
            MY(valid) += POSITIVE(MY_AT(value, v)) ? 1u : 0u;
    }
}

/* Each group takes one tile and adds its count to the 64 bits of total by halves, since not every device has
 * wider atomics. */
KERNEL(count_atomic, IN(in_elem, in), EXCHANGE(uint, total), VALUE(size, n))
{
    PRIVATE(uint, valid);
    SHARED(uint, words, MAX_SUBGROUPS);
    uint count = 0;
    CALL_PART(count_rows, in, GROUP, n, valid);
    GROUP_SUM(count, valid, words);
    THE_FIRST_THREAD {
        const uint sum = ATOMIC_ADD(total, 0, count) + count;
        if (sum < count)
            ATOMIC_ADD(total, 1, 1);
    }
}

/* Each group takes one tile and adds its count to word[0], above how many of `groups` groups have added to
 * it. The last one leaves the count, and 0 for the next launch: nobody else clears the word. */
KERNEL(count_atomic_counted, IN(in_elem, in), EXCHANGE(size, word), OUT(size, total), VALUE(size, n),
       VALUE(size, groups))
{
    PRIVATE(uint, valid);
    SHARED(uint, words, MAX_SUBGROUPS);
    uint count = 0;
    CALL_PART(count_rows, in, GROUP, n, valid);
    GROUP_SUM(count, valid, words);
    THE_FIRST_THREAD {
        const size own = COUNTED_ONE(count), all = ATOMIC_ADD(word, 0, own) + own;
        if (COUNTED_GROUPS(all) == groups) {
            WRITE(total, 0, COUNTED_SUM(all));
            ATOMIC_STORE(word, 0, 0);
        }
    }
}

#endif
