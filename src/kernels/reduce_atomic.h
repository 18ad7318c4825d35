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

#endif
