/* SPDX-License-Identifier: MIT */
/* The reduction in one launch, for 32-bit integers. Included once for each VALUES, after kernels/reduce.h. */
#if HAS_ATOMIC_OP /* the dialect joins a value to a word at once */

/* sum[0] is joined with every tile, by one atomic a group. */
KERNEL(reduce_atomic, IN(in_elem, in), EXCHANGE(elem, sum), VALUE(size, n), VALUE(uint, layout),
       VALUE(uint, width))
{
    PRIVATE(elem, total);
    SHARED(elem, words, LOCAL_WORDS);
    CALL_PART(load_total, in, GROUP, n, layout, width, total);
    CALL(LOCAL(local_reduce), total, words);
    THE_FIRST_THREAD {
        ATOMIC_OP(sum, 0, MY(total));
    }
}

/* The same for sums: the high half of word[0] is the sum, the low half how many of `groups` groups have added
 * to it. The last one leaves the sum, and 0 for the next launch: nobody else clears the word. */
#if !defined ELEM || defined OPERATOR_IS_sum
KERNEL(reduce_atomic_counted, IN(in_elem, in), EXCHANGE(size, word), OUT(out_elem, out), VALUE(size, n),
       VALUE(uint, layout), VALUE(uint, width), VALUE(size, groups))
{
    PRIVATE(elem, total);
    SHARED(elem, words, LOCAL_WORDS);
    CALL_PART(load_total, in, GROUP, n, layout, width, total);
    CALL(LOCAL(local_reduce), total, words);
    THE_FIRST_THREAD {
        const size own = (size)BITS_OF(MY(total)) << 32 | 1, all = ATOMIC_ADD(word, 0, own) + own;
        if ((uint)all == groups) {
            WRITE(out, 0, NARROWED(ELEM_OF_BITS((elem_bits)(all >> 32))));
            ATOMIC_STORE(word, 0, 0);
        }
    }
}
#endif

#endif
